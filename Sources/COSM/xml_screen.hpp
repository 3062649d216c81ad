// Looks at OSM XML before the XML parser does, and ends what would fill the memory or never end.
//
// expat keeps a tag, a comment or an instruction whole until it ends, and every name it has seen
// for good; libosmium keeps an object whole until it ends. A few bytes in gzip or bzip2 can stand for
// gigabytes of each. The screen knows just enough of XML to count them, and leaves the judgement of
// what is well formed to the parser. On its way it notes what libosmium does not read: what an editor
// has done to an object, the date of the data, and the remark of an interrupted export.

#ifndef WAYPOST_XML_SCREEN_HPP
#define WAYPOST_XML_SCREEN_HPP

#include "COSM.h"
#include "xml_notes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>

namespace waypost {

class XMLScreen {
public:
    XMLScreen(const waypost_osm_limits &limits, std::shared_ptr<XMLNotes> notes)
        : limits{limits}, notes{std::move(notes)} {}

    // Looks at the bytes that come next; so many bytes of the file have been read for all so far.
    // Throws std::runtime_error naming the limit that they pass.
    void check(const std::string &bytes, uint64_t file_bytes_read);

private:
    enum class State {
        text,
        opening,          // after "<"
        declaration,      // after "<!", and perhaps one hyphen
        comment,
        instruction,      // "<?" up to "?>"
        element_name,
        closing_tag,      // "</" up to ">"
        inside_tag,       // between attributes
        attribute_name,
        value,            // within quotation marks
    };

    void step(unsigned char byte);
    void open(unsigned char byte);
    void step_inside_tag(unsigned char byte);
    void end_tag();
    void add_to_name(unsigned char byte);
    void end_name();

    void note_name();
    void note_bytes(const char *bytes, size_t count);
    void note_value();
    void note_tag();

    const waypost_osm_limits limits;
    State state = State::text;
    uint64_t expanded_bytes = 0;
    // Bytes of the tag, comment or instruction so far, and of the object.
    uint64_t token_bytes = 0;
    uint64_t object_bytes = 0;
    uint64_t depth = 0;
    unsigned char quote = 0;
    // The last two bytes of a comment, instruction or tag.
    unsigned char last = 0;
    unsigned char before_last = 0;
    std::string name;
    std::unordered_set<std::string> names;

    // What is noted: the kind of the element whose tag is being read, 0 for others, and what its
    // attributes say so far.
    enum class Noted { nothing, id, action, date, remark };
    const std::shared_ptr<XMLNotes> notes;
    Noted noted = Noted::nothing;
    std::string noted_bytes;
    int kind = 0;
    bool is_remark = false;
    // The attribute of the element that states the date of the data; null for none.
    const char *date_attribute = nullptr;
    int64_t id = 0;
    EditAction edit = EditAction::none;
};

}

#endif
