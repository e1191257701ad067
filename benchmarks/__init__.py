"""How fast and how large, measured in one run and printed as one JSON document (`make bench`)."""
