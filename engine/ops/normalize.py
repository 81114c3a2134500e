"""To be filled: the normalize family."""
