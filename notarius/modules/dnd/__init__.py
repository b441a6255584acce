"""Extractors for tabletop sessions: spells cast, and the people met."""
