"""Tests of the project itself: its layers, sizes, names and documents."""
