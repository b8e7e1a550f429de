"""What people see: transcripts, dice, tables, charts. Asks nothing."""
