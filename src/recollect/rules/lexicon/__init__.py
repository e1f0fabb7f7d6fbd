"""Word lists: plain data, one file per concern, all languages inside. No logic and no work at import beyond splitting."""
