"""Prompt templates: checked and compiled once at registration, then rendered with references and chunks as data."""

from notarius.prompts.registry import LanePrompts, PromptRegistry, RegisteredPrompts, register

__all__ = ["LanePrompts", "PromptRegistry", "RegisteredPrompts", "register"]
