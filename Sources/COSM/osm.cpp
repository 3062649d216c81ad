// The C interface of COSM.h over libosmium. Every function that can throw catches here.

#include "COSM.h"
#include "screened_decompressor.hpp"

#include <osmium/io/pbf_input.hpp>
#include <osmium/io/xml_input.hpp>

#include <osmium/memory/buffer.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/timestamp.hpp>
#include <osmium/osm/way.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using osmium::OSMObject;
using Cursor = osmium::memory::Buffer::t_iterator<OSMObject>;

struct waypost_osm_reader {
    std::unique_ptr<osmium::io::Reader> reader;
    osmium::memory::Buffer buffer;
    Cursor cursor;
    Cursor end;
    const OSMObject *current = nullptr;
    std::vector<waypost_osm_tag> tags;
    std::vector<int64_t> way_nodes;
    std::vector<waypost_osm_place> way_places;
    std::vector<waypost_osm_member> members;
    std::string reason;
    uint64_t bytes_total = 0;
    int64_t data_timestamp = 0;
    bool has_versions = false;
    // What the screen of an XML file notes; null for PBF.
    std::shared_ptr<waypost::XMLNotes> notes;
    std::string remark;

    // The next object, or null at the end of the file.
    const OSMObject *advance() {
        for (;;) {
            if (buffer && cursor != end) {
                const OSMObject &object = *cursor;
                ++cursor;
                return &object;
            }
            buffer = reader->read();
            if (!buffer) {
                return nullptr;
            }
            cursor = buffer.begin<OSMObject>();
            end = buffer.end<OSMObject>();
        }
    }
};

static int kind_of(osmium::item_type type) {
    switch (type) {
    case osmium::item_type::node:
        return WAYPOST_OSM_NODES;
    case osmium::item_type::way:
        return WAYPOST_OSM_WAYS;
    default:
        return WAYPOST_OSM_RELATIONS;
    }
}

static osmium::osm_entity_bits::type entities(int kinds) {
    auto bits = osmium::osm_entity_bits::nothing;
    if (kinds & WAYPOST_OSM_NODES) {
        bits |= osmium::osm_entity_bits::node;
    }
    if (kinds & WAYPOST_OSM_WAYS) {
        bits |= osmium::osm_entity_bits::way;
    }
    if (kinds & WAYPOST_OSM_RELATIONS) {
        bits |= osmium::osm_entity_bits::relation;
    }
    return bits;
}

// Ends of strings are looked for inside the list alone: a PBF string may hold a zero byte, after
// which libosmium's own iterator reads on past the last tag.
static void collect_tags(const osmium::TagList &list, std::vector<waypost_osm_tag> &tags) {
    tags.clear();
    const char *next = reinterpret_cast<const char *>(list.data()) + sizeof(osmium::TagList);
    const char *end = reinterpret_cast<const char *>(list.data()) + list.byte_size();
    const auto string = [&next, end] {
        const auto zero = static_cast<const char *>(std::memchr(next, 0, end - next));
        if (!zero) {
            throw std::runtime_error{"a tag holds a zero byte"};
        }
        return std::exchange(next, zero + 1);
    };
    while (next < end) {
        const char *key = string();
        tags.push_back({key, string()});
    }
}

// The end of a file's name, in small letters: libosmium knows formats by no others.
static std::string ending(const std::string &path) {
    const auto name = path.substr(path.rfind('/') + 1);
    const auto last = name.rfind('.');
    if (last == std::string::npos || last == 0) {
        return {};
    }
    const auto before = name.rfind('.', last - 1);
    auto end = name.substr((before == std::string::npos ? last : before) + 1);
    // What follows a comma would be an option of libosmium's.
    if (end.find_first_of(",=") != std::string::npos) {
        end = name.substr(last + 1);
    }
    std::transform(end.begin(), end.end(), end.begin(), [](unsigned char letter) {
        return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
    });
    return end;
}

static void open_file(
    waypost_osm_reader &reader, const char *path, int kinds, const waypost_osm_limits &limits) {
    osmium::io::File file{path, ending(path)};
    const auto format = file.format();
    if (format != osmium::io::file_format::pbf && format != osmium::io::file_format::xml) {
        throw std::runtime_error{
            "the name must end in .osm.pbf, .osm or .osc, or one of those and .gz or .bz2"};
    }
    // PBF states the size of each block, and libosmium refuses more than the format's 32 MiB.
    if (format == osmium::io::file_format::xml) {
        file.set_compression(waypost::screened(file.compression()));
        reader.notes = std::make_shared<waypost::XMLNotes>();
    }
    const waypost::ScreenScope scope{limits, reader.notes};
    reader.reader = std::make_unique<osmium::io::Reader>(file, entities(kinds));
    reader.bytes_total = reader.reader->file_size();
    const auto header = reader.reader->header();
    reader.has_versions = header.has_multiple_object_versions();
    const std::string date = header.get("timestamp");
    if (!date.empty()) {
        reader.data_timestamp = osmium::Timestamp{date}.seconds_since_epoch();
    } else if (reader.notes) {
        try {
            reader.data_timestamp = osmium::Timestamp{reader.notes->date()}.seconds_since_epoch();
        } catch (const std::invalid_argument &) {
            // What is no date is none.
        }
    }
}

extern "C" {

waypost_osm_reader *waypost_osm_open(
    const char *path, int kinds, const waypost_osm_limits *limits, char *reason,
    size_t reason_size) {
    std::string text;
    try {
        auto reader = std::make_unique<waypost_osm_reader>();
        open_file(*reader, path, kinds, *limits);
        return reader.release();
    } catch (const std::exception &error) {
        text = error.what();
    } catch (...) {
        text = "unknown failure";
    }
    if (reason_size > 0) {
        const size_t length = std::min(text.size(), reason_size - 1);
        std::memcpy(reason, text.data(), length);
        reason[length] = 0;
    }
    return nullptr;
}

int waypost_osm_next(waypost_osm_reader *reader, waypost_osm_object *object) {
    try {
        reader->reason.clear();
        reader->current = reader->advance();
        if (!reader->current) {
            return 0;
        }
        const OSMObject &found = *reader->current;
        object->id = found.id();
        object->version = found.version();
        object->timestamp = found.timestamp().seconds_since_epoch();
        object->kind = kind_of(found.type());
        const auto action = reader->notes ? reader->notes->action(object->kind, object->id)
                                          : waypost::EditAction::none;
        object->is_deleted = !found.visible() || action == waypost::EditAction::deletes;
        object->is_edited = action != waypost::EditAction::none;
        object->has_location = 0;
        if (object->kind == WAYPOST_OSM_NODES) {
            const auto location = static_cast<const osmium::Node &>(found).location();
            if (location.valid()) {
                object->has_location = 1;
                object->longitude_e7 = location.x();
                object->latitude_e7 = location.y();
            }
        }
        collect_tags(found.tags(), reader->tags);
        object->tags = reader->tags.data();
        object->tag_count = reader->tags.size();
        return 1;
    } catch (const std::exception &error) {
        reader->reason = error.what();
    } catch (...) {
        reader->reason = "unknown failure";
    }
    reader->current = nullptr;
    return -1;
}

const int64_t *waypost_osm_way_nodes(waypost_osm_reader *reader, size_t *count) {
    *count = 0;
    if (!reader->current || reader->current->type() != osmium::item_type::way) {
        return nullptr;
    }
    try {
        reader->way_nodes.clear();
        for (const auto &node : static_cast<const osmium::Way *>(reader->current)->nodes()) {
            reader->way_nodes.push_back(node.ref());
        }
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
    *count = reader->way_nodes.size();
    return reader->way_nodes.data();
}

const waypost_osm_place *waypost_osm_way_places(waypost_osm_reader *reader, size_t *count) {
    *count = 0;
    if (!reader->current || reader->current->type() != osmium::item_type::way) {
        return nullptr;
    }
    bool is_any = false;
    try {
        reader->way_places.clear();
        for (const auto &node : static_cast<const osmium::Way *>(reader->current)->nodes()) {
            const auto place = node.location();
            const bool is_valid = place.valid();
            is_any |= is_valid;
            reader->way_places.push_back(
                {is_valid, is_valid ? place.x() : 0, is_valid ? place.y() : 0});
        }
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
    if (!is_any) {
        return nullptr;
    }
    *count = reader->way_places.size();
    return reader->way_places.data();
}

const waypost_osm_member *waypost_osm_members(waypost_osm_reader *reader, size_t *count) {
    *count = 0;
    if (!reader->current || reader->current->type() != osmium::item_type::relation) {
        return nullptr;
    }
    try {
        reader->members.clear();
        const auto *relation = static_cast<const osmium::Relation *>(reader->current);
        for (const auto &member : relation->members()) {
            reader->members.push_back({member.ref(), member.role(), kind_of(member.type())});
        }
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
    *count = reader->members.size();
    return reader->members.data();
}

const char *waypost_osm_reason(const waypost_osm_reader *reader) {
    return reader->reason.c_str();
}

uint64_t waypost_osm_bytes_read(const waypost_osm_reader *reader) {
    return reader->reader ? reader->reader->offset() : 0;
}

uint64_t waypost_osm_bytes_total(const waypost_osm_reader *reader) {
    return reader->bytes_total;
}

int64_t waypost_osm_data_timestamp(const waypost_osm_reader *reader) {
    return reader->data_timestamp;
}

int waypost_osm_has_versions(const waypost_osm_reader *reader) {
    return reader->has_versions;
}

const char *waypost_osm_remark(waypost_osm_reader *reader) {
    try {
        reader->remark = reader->notes ? reader->notes->remark() : std::string{};
    } catch (const std::bad_alloc &) {
        reader->remark.clear();
    }
    return reader->remark.c_str();
}

void waypost_osm_close(waypost_osm_reader *reader) {
    if (!reader) {
        return;
    }
    try {
        if (reader->reader) {
            reader->reader->close();
        }
    } catch (...) {
        // A failure at the end concerns bytes that were not read.
    }
    delete reader;
}
}
