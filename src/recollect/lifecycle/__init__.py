"""What becomes of memories as time goes by: profiles, summaries, ageing, compaction. Pure; the engine stores it."""
