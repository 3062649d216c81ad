// libosmium's decompressors with a screen behind them.

#ifndef WAYPOST_SCREENED_DECOMPRESSOR_HPP
#define WAYPOST_SCREENED_DECOMPRESSOR_HPP

#include "COSM.h"

#include "xml_notes.hpp"

#include <osmium/io/file_compression.hpp>

#include <memory>

namespace waypost {

// The screened kind of a compression, which libosmium knows once this file's source is linked in.
osmium::io::file_compression screened(osmium::io::file_compression kind);

// The limits of the files that this thread opens while the value lives, and where what is noted of
// them goes. libosmium hands nothing but the file to what it makes.
class ScreenScope {
public:
    ScreenScope(const waypost_osm_limits &limits, const std::shared_ptr<XMLNotes> &notes);
    ~ScreenScope();
    ScreenScope(const ScreenScope &) = delete;
    ScreenScope &operator=(const ScreenScope &) = delete;
};

}

#endif
