int waypost_osm_placeholder(void);
