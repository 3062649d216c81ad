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
    /// The street, or the place by which houses are numbered; empty if the tags name none.
    private(set) var street = ""
    /// The village or town whose houses have numbers without streets.
    private(set) var village = ""
    /// A road's further names, each once.
    private(set) var streetNames: [String] = []
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

    /// Keys for a house number, the usual one first. In Czechia and Slovakia a house has a number
    /// of its own beside the one in its street.
    private static let numberKeys = [
        "addr:housenumber", "addr:streetnumber", "addr:conscriptionnumber",
        "addr:provisionalnumber",
    ]
    private static let houseKeys = numberKeys + ["addr:housename"]
    /// The tags that name the place in which houses are numbered, if they have no street.
    private static let villageKeys = ["addr:hamlet", "addr:village", "addr:city"]

    /// Whether an object may have something to find, by its keys.
    static func isPossible(_ object: OSMObject) -> Bool {
        let isHouse = object.hasKey { key in
            strcmp(key, "place") == 0
                || strncmp(key, "addr:", 5) == 0 && houseKeys.contains { strcmp(key, $0) == 0 }
        }
        if isHouse { return true }
        return object.isWay && object.hasKey { strcmp($0, "highway") == 0 }
            && object.hasKey { strncmp($0, "name:", 5) == 0 || strstr($0, "_name") != nil }
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
        if tags["highway"] != nil, !name.isEmpty {
            streetNames = Self.otherNames(tags, besides: name)
        }
        let street = text("addr:street")
        self.street = street.isEmpty ? text("addr:place") : street
        village = Self.villageKeys.lazy.map(text).first { !$0.isEmpty } ?? ""
        numbers = Self.numbers(tags, isInStreet: !street.isEmpty)
        if self.street.isEmpty, let block = BlockAddress(text) {
            self.street = block.quarter
            numbers = numbers.map { "\(block.number)-\($0)" }
        }
        city = text("addr:city")
        postcode = text("addr:postcode")
        let houseName = text("addr:housename")
        guard !houseName.isEmpty else { return }
        if name.isEmpty { name = houseName }
        // A house with a name only is found by it.
        if numbers.isEmpty, !self.street.isEmpty { numbers = [""] }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { place == nil && numbers.isEmpty && streetNames.isEmpty }

    /// Returns all house numbers. With both of the Czech numbers, each counts by itself in a
    /// street, and people write both as `2531/80`.
    private static func numbers(_ tags: TagSet, isInStreet: Bool) -> [String] {
        let usual = numberKeys.lazy.compactMap { tags[$0] }.first { !plain($0).isEmpty } ?? ""
        var found = numbers(usual)
        guard isInStreet, let own = tags["addr:conscriptionnumber"],
            let inStreet = tags["addr:streetnumber"]
        else { return found }
        for number in [plain(inStreet), plain(own)]
        where !number.isEmpty && number.utf8.count <= mostNumberBytes && !found.contains(number) {
            found.append(number)
        }
        return found
    }

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
    static func plain(_ text: String) -> String {
        guard text.utf8.count <= mostBytes else { return "" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
