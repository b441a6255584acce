"""Extractor modules, each written as an outside plugin would be."""
