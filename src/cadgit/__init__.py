"""cadgit: Git-native checkpoints for models written in Python with build123d."""

__version__ = "0.1.0"
