// libosmium's decompressors with a screen behind them.

#ifndef WAYPOST_SCREENED_DECOMPRESSOR_HPP
#define WAYPOST_SCREENED_DECOMPRESSOR_HPP

#include "COSM.h"

#include <osmium/io/file_compression.hpp>

namespace waypost {

// The screened kind of a compression, which libosmium knows once this file's source is linked in.
osmium::io::file_compression screened(osmium::io::file_compression kind);

// The limits of the files that this thread opens while the value lives. libosmium hands nothing but
// the file to what it makes.
class ScreenLimits {
public:
    explicit ScreenLimits(const waypost_osm_limits &limits);
    ~ScreenLimits();
    ScreenLimits(const ScreenLimits &) = delete;
    ScreenLimits &operator=(const ScreenLimits &) = delete;
};

}

#endif
