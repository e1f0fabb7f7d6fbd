"""From one user turn to claims, by rules alone: `rules.extract`. No model, no network, linear time."""
