"""Decisions that meetings take, for notarius. Empty on purpose: notarius imports it only to find `conf`."""
