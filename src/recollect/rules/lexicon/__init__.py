"""Word lists: plain data, one file per concern, all languages inside. No logic, no work beyond splitting."""
