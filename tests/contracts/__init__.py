"""What every store promises, checked over all of them."""
