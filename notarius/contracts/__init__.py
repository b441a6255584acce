"""Frozen attrs types and protocols that every layer shares."""
