"""Word lists, one concern a file, all languages inside. Plain data: what they mean is said where they are used."""
