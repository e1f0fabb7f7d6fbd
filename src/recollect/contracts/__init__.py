"""What a part must do: protocols only."""
