// What OSM XML states about its objects and itself, and libosmium passes over.

#ifndef WAYPOST_XML_NOTES_HPP
#define WAYPOST_XML_NOTES_HPP

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace waypost {

// What an editor such as JOSM will do with an object when it uploads the file.
enum class EditAction { none, modifies, deletes };

// The actions of a file's objects, its date and its remark. The screen writes ahead of the parser, on another
// thread.
class XMLNotes {
public:
    void add(int kind, int64_t id, EditAction action) {
        const std::lock_guard<std::mutex> lock{mutex};
        actions[{kind, id}] = action;
        has_actions = true;
    }

    EditAction action(int kind, int64_t id) {
        if (!has_actions) {
            return EditAction::none;
        }
        const std::lock_guard<std::mutex> lock{mutex};
        const auto found = actions.find({kind, id});
        return found == actions.end() ? EditAction::none : found->second;
    }

    void set_remark(const std::string &text) {
        const std::lock_guard<std::mutex> lock{mutex};
        text_of_remark = text;
    }

    void set_date(const std::string &text) {
        const std::lock_guard<std::mutex> lock{mutex};
        text_of_date = text;
    }

    // The date of the data, empty where the file has stated none so far.
    std::string date() {
        const std::lock_guard<std::mutex> lock{mutex};
        return text_of_date;
    }

    std::string remark() {
        const std::lock_guard<std::mutex> lock{mutex};
        return text_of_remark;
    }

private:
    struct Object {
        int kind;
        int64_t id;
        bool operator==(const Object &other) const { return kind == other.kind && id == other.id; }
    };
    struct Hash {
        size_t operator()(const Object &object) const {
            return std::hash<int64_t>{}(object.id * 8 + object.kind);
        }
    };

    std::mutex mutex;
    std::atomic<bool> has_actions{false};
    std::unordered_map<Object, EditAction, Hash> actions;
    std::string text_of_remark;
    std::string text_of_date;
};

}

#endif
