// (being laid)
