"""Hydra composition to frozen settings; the only package that knows Hydra and OmegaConf."""
