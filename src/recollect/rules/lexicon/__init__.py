"""Word lists of everyday language, plain data: no logic, all languages inside."""
