"""Measuring recall: data sets in one shape, metrics, the bench, and the script that learns the ranking weights."""
