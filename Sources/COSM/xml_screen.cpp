#include "xml_screen.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace waypost {

static std::runtime_error beyond(const std::string &what, uint64_t limit, const char *unit) {
    return std::runtime_error{
        what + " more than " + std::to_string(limit) + unit + ", which no OpenStreetMap file does"};
}

void XMLScreen::check(const std::string &bytes, uint64_t file_bytes_read) {
    expanded_bytes += bytes.size();
    if (expanded_bytes > limits.expanded_bytes
        && expanded_bytes / limits.expanded_ratio > file_bytes_read) {
        throw std::runtime_error{
            "it expands to more than " + std::to_string(limits.expanded_bytes)
            + " bytes and to more than " + std::to_string(limits.expanded_ratio)
            + " times its size, which no OpenStreetMap file does"};
    }
    if (std::memchr(bytes.data(), 0, bytes.size())) {
        throw std::runtime_error{"it holds zero bytes; OpenStreetMap XML is UTF-8"};
    }
    const char *place = bytes.data();
    const char *const end = place + bytes.size();
    while (place < end) {
        // Most bytes are values and the blanks between tags; they are passed over at once.
        if (state == State::text || state == State::value) {
            const int awaited = state == State::text ? '<' : quote;
            const auto *found =
                static_cast<const char *>(std::memchr(place, awaited, end - place));
            const uint64_t passed = (found ? found : end) - place;
            if (depth > 1) {
                object_bytes += passed;
            }
            if (state == State::value) {
                token_bytes += passed;
            }
            if (noted != Noted::nothing) {
                note_bytes(place, passed);
            }
            place += passed;
        }
        if (place < end) {
            step(static_cast<unsigned char>(*place));
            ++place;
        }
        if (token_bytes > limits.token_bytes) {
            throw beyond("one of its tags or comments has", limits.token_bytes, " bytes");
        }
        if (object_bytes > limits.object_bytes) {
            throw beyond("one of its objects has", limits.object_bytes, " bytes");
        }
    }
}

void XMLScreen::step(unsigned char byte) {
    ++token_bytes;
    if (depth > 1) {
        ++object_bytes;
    }
    switch (state) {
    case State::text:
        if (noted == Noted::remark) {
            notes->set_remark(noted_bytes);
            noted = Noted::nothing;
        }
        state = State::opening;
        token_bytes = 1;
        break;
    case State::opening:
        open(byte);
        break;
    case State::declaration:
        // A document type could define names and entities without end; OSM files have none.
        if (byte != '-') {
            throw std::runtime_error{"it holds a declaration (<!), which no OpenStreetMap file does"};
        }
        state = last == '-' ? State::comment : State::declaration;
        before_last = 0;
        last = last == '-' ? 0 : byte;
        break;
    case State::comment:
        if (byte == '>' && last == '-' && before_last == '-') {
            state = State::text;
            token_bytes = 0;
        }
        before_last = last;
        last = byte;
        break;
    case State::instruction:
        if (byte == '>' && last == '?') {
            state = State::text;
            token_bytes = 0;
        }
        last = byte;
        break;
    case State::closing_tag:
        if (byte == '>') {
            depth -= depth > 0 ? 1 : 0;
            end_tag();
        }
        break;
    case State::value:
        note_value();
        state = State::inside_tag;
        last = byte;
        break;
    default:
        step_inside_tag(byte);
    }
}

void XMLScreen::open(unsigned char byte) {
    last = 0;
    switch (byte) {
    case '!':
        state = State::declaration;
        break;
    case '?':
        state = State::instruction;
        break;
    case '/':
        state = State::closing_tag;
        break;
    default:
        state = State::element_name;
        name.clear();
        step_inside_tag(byte);
    }
}

void XMLScreen::step_inside_tag(unsigned char byte) {
    const bool is_naming = state == State::element_name || state == State::attribute_name;
    const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    const bool ends_name = is_blank || byte == '>' || byte == '/' || byte == '=' || byte == '"'
        || byte == '\'';
    if (!ends_name) {
        if (!is_naming) {
            state = State::attribute_name;
            name.clear();
        }
        add_to_name(byte);
        last = byte;
        return;
    }
    if (is_naming) {
        end_name();
        note_name();
        state = State::inside_tag;
    }
    if (byte == '"' || byte == '\'') {
        state = State::value;
        quote = byte;
    } else if (byte == '>') {
        note_tag();
        depth += last == '/' ? 0 : 1;
        end_tag();
    }
    last = byte;
}

void XMLScreen::end_tag() {
    state = State::text;
    token_bytes = 0;
    // Objects lie one level below the file's own element.
    if (depth <= 1) {
        object_bytes = 0;
    }
}

void XMLScreen::add_to_name(unsigned char byte) {
    if (name.size() >= limits.name_bytes) {
        throw beyond("one of its names has", limits.name_bytes, " bytes");
    }
    name.push_back(static_cast<char>(byte));
}

void XMLScreen::end_name() {
    if (names.insert(name).second && names.size() > limits.names) {
        throw beyond("its tags and attributes have", limits.names, " names");
    }
}

// The name that has just ended: of the element, or of an attribute of it.
void XMLScreen::note_name() {
    noted = Noted::nothing;
    if (state == State::element_name) {
        kind = name == "node" ? WAYPOST_OSM_NODES
            : name == "way"   ? WAYPOST_OSM_WAYS
                              : name == "relation" ? WAYPOST_OSM_RELATIONS : 0;
        is_remark = name == "remark" && depth == 1;
        // osmconvert writes the one, Overpass the other.
        date_attribute = depth == 0 ? "timestamp"
            : depth == 1 && name == "meta" ? "osm_base" : nullptr;
        id = 0;
        edit = EditAction::none;
    } else if (date_attribute && name == date_attribute) {
        noted = Noted::date;
    } else if (kind != 0) {
        noted = name == "id" ? Noted::id : name == "action" ? Noted::action : Noted::nothing;
    }
    noted_bytes.clear();
}

void XMLScreen::note_bytes(const char *bytes, size_t count) {
    static constexpr size_t most_noted = 500;
    const size_t left = most_noted - std::min(most_noted, noted_bytes.size());
    noted_bytes.append(bytes, std::min(count, left));
}

void XMLScreen::note_value() {
    if (noted == Noted::id) {
        id = std::strtoll(noted_bytes.c_str(), nullptr, 10);
    } else if (noted == Noted::action) {
        edit = noted_bytes == "delete" ? EditAction::deletes
            : noted_bytes == "modify"  ? EditAction::modifies
                                       : EditAction::none;
    }
    if (noted == Noted::date) {
        notes->set_date(noted_bytes);
    }
    noted = Noted::nothing;
}

// The end of a tag, before its text.
void XMLScreen::note_tag() {
    if (kind != 0 && edit != EditAction::none) {
        notes->add(kind, id, edit);
    }
    if (is_remark && last != '/') {
        noted = Noted::remark;
        noted_bytes.clear();
    }
    kind = 0;
    is_remark = false;
}

}
