"""The English reader: `reading.read`, and `answers` for replies that need the assistant's words."""
