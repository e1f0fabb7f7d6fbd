"""Reading Chinese, Japanese and Hindi turns: one module per language."""
