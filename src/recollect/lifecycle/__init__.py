"""What is made of memories and conversations as time goes by: profiles and summaries. Pure; the engine stores them."""
