"""What all SQL stores share: Python, and almost all SQL text. A database only brings a connection and a dialect."""
