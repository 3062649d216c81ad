// What an object's tags say about its name and address.

import Glibc
import RoadNetwork

/// The names and the address of one object.
struct NamedTags {
    /// The kind of place; `nil` if the object is none, or has no name.
    private(set) var place: PlaceKind?
    private(set) var name = ""
    /// The place's further names, each once.
    private(set) var otherNames: [String] = []
    /// House numbers, one by one; empty if the object has no address that can be found.
    private(set) var numbers: [String] = []
    /// The street, or the place by which houses are numbered.
    private(set) var street = ""
    private(set) var city = ""
    private(set) var postcode = ""

    /// Longer texts are no names; OpenStreetMap allows 255 letters.
    private static let mostBytes = 1_020
    private static let mostNumberBytes = 40
    private static let mostNumbers = 32
    private static let mostOtherNames = 64
    private static let nameKeys: Set<String> = [
        "alt_name", "int_name", "loc_name", "nat_name", "official_name", "old_name", "reg_name",
        "short_name",
    ]

    /// Whether an object may have something to find, by its keys.
    static func isPossible(_ object: OSMObject) -> Bool {
        object.hasKey { strcmp($0, "place") == 0 || strcmp($0, "addr:housenumber") == 0 }
    }

    init(_ tags: TagSet) {
        func text(_ key: String) -> String {
            tags[key].map { Self.plain($0) } ?? ""
        }
        name = text("name")
        if let kind = tags["place"], kind != "no", !name.isEmpty {
            place = PlaceKind(tag: TagSet.plainWord(kind))
            otherNames = Self.otherNames(tags, besides: name)
        }
        let street = text("addr:street")
        self.street = street.isEmpty ? text("addr:place") : street
        guard !self.street.isEmpty else { return }
        numbers = Self.numbers(tags["addr:housenumber"] ?? "")
        city = text("addr:city")
        postcode = text("addr:postcode")
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { place == nil && numbers.isEmpty }

    /// Splits a list such as `12;14` or `12, 14`. Ranges such as `12-16` stay whole.
    private static func numbers(_ text: String) -> [String] {
        var numbers: [String] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let number = plain(String(part))
            guard !number.isEmpty, number.utf8.count <= mostNumberBytes, !numbers.contains(number)
            else { continue }
            numbers.append(number)
            if numbers.count == mostNumbers { break }
        }
        return numbers
    }

    private static func otherNames(_ tags: TagSet, besides name: String) -> [String] {
        let keys = { (key: String) in
            nameKeys.contains(key)
                || key.hasPrefix("name:") && TranslatedName.isLanguage(String(key.dropFirst(5)))
        }
        var names: [String] = []
        for (_, value) in tags.pairs(where: keys) {
            for part in TagList.parts(of: value) {
                let other = plain(part)
                guard !other.isEmpty, other != name, !names.contains(other) else { continue }
                names.append(other)
                if names.count == mostOtherNames { return names }
            }
        }
        return names
    }

    /// Returns a text with single blanks; an empty one if it is too long for a name.
    private static func plain(_ text: String) -> String {
        guard text.utf8.count <= mostBytes else { return "" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
