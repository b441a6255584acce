"""What holds for the whole suite."""

from hypothesis import settings

# How long an example takes says more about the machine's other users than about the code.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")
