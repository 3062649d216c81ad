#include "screened_decompressor.hpp"

#include "xml_screen.hpp"

#include <osmium/io/any_compression.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

namespace waypost {

using osmium::io::Decompressor;
using osmium::io::file_compression;

static thread_local const waypost_osm_limits *limits_of_opening = nullptr;
static thread_local const std::shared_ptr<XMLNotes> *notes_of_opening = nullptr;

ScreenScope::ScreenScope(
    const waypost_osm_limits &limits, const std::shared_ptr<XMLNotes> &notes) {
    limits_of_opening = &limits;
    notes_of_opening = &notes;
}

ScreenScope::~ScreenScope() {
    limits_of_opening = nullptr;
    notes_of_opening = nullptr;
}

namespace {

// Passes on what another decompressor reads, once it has been screened.
class ScreenedDecompressor final : public Decompressor {
public:
    ScreenedDecompressor(
        std::unique_ptr<Decompressor> decompressor, const waypost_osm_limits &limits,
        std::shared_ptr<XMLNotes> notes)
        : inner{std::move(decompressor)}, screen{limits, std::move(notes)} {
        inner->set_offset_ptr(&offset);
    }

    std::string read() override {
        std::string bytes = inner->read();
        set_offset(offset);
        screen.check(bytes, offset);
        return bytes;
    }

    void close() override { inner->close(); }

private:
    std::unique_ptr<Decompressor> inner;
    XMLScreen screen;
    std::atomic<std::size_t> offset{0};
};

const file_compression kinds[] = {
    file_compression::none, file_compression::gzip, file_compression::bzip2};

}

file_compression screened(file_compression kind) {
    // Beside libosmium's own, which are small numbers and stay as they are.
    return static_cast<file_compression>(0x5743'0000 + static_cast<int>(kind));
}

static Decompressor *open_screened(file_compression kind, int fd) {
    if (!limits_of_opening || !notes_of_opening || !*notes_of_opening) {
        throw std::logic_error{"a screened file is opened without limits"};
    }
    auto plain = osmium::io::CompressionFactory::instance().create_decompressor(kind, fd);
    return new ScreenedDecompressor{std::move(plain), *limits_of_opening, *notes_of_opening};
}

static bool register_screened() {
    bool is_new = true;
    for (const auto kind : kinds) {
        is_new &= osmium::io::CompressionFactory::instance().register_compression(
            screened(kind),
            [](int, osmium::io::fsync) -> osmium::io::Compressor * {
                throw std::logic_error{"screened files are only read"};
            },
            [kind](int fd) { return open_screened(kind, fd); },
            [](const char *, std::size_t) -> Decompressor * {
                throw std::logic_error{"screened files are read from disk"};
            });
    }
    return is_new;
}

static const bool is_registered = register_screened();

}
