"""notarius: typed, cited records from session transcripts."""
