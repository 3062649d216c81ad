extern "C" int waypost_osm_placeholder(void) { return 0; }
