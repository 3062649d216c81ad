// Layers, as far as requests in OSRM's form need to know them.

import Geo
package import RouteAPI

/// A layer as requests in OSRM's form see it: with travel modes under OSRM's profile names.
package struct OSRMLayer: Sendable {
    private let description: LayerDescription
    /// Returns a street's name by its element, or an empty text.
    let streetName: @Sendable (Int) -> String
    /// The first letters of the network's fingerprint. A hint is valid only if it begins with the
    /// same letters.
    let mark: String

    /// Describes a layer.
    ///
    /// - Parameter streetName: Returns the name of the street with an id, as rows have it in
    ///   `SourceOID`; empty if the street has none.
    package init(
        _ description: LayerDescription, streetName: @escaping @Sendable (Int) -> String
    ) {
        self.description = description
        self.streetName = streetName
        let letters = description.fingerprint.utf8.lazy.filter { byte in
            UnicodeScalar(byte).properties.isASCIIHexDigit
        }
        mark = String(decoding: letters.prefix(8), as: UTF8.self)
    }

    var configuration: RouteLayerConfiguration { description.configuration }
    /// Whether the curb is on the left.
    var drivesOnLeft: Bool { description.drivesOnLeft }
    /// Returns the travel mode for a profile or `travelMode`.
    ///
    /// If the layer has no travel modes, its own settings apply and the result is `nil`.
    ///
    /// - Throws: ``OSRMError`` if no mode has this name; the message lists the modes.
    func mode(named name: String) throws(OSRMError) -> TravelMode? {
        let modes = configuration.travelModes
        let wanted = Self.folded(name)
        let exact = modes.first { Self.folded($0.name) == wanted || $0.id == name }
        if let exact { return exact }
        switch wanted {
        case "driving", "car", "auto":
            return modes.first { $0.id == configuration.defaultTravelMode }
                ?? modes.first { $0.type == "AUTOMOBILE" } ?? modes.first
        case "walking", "foot", "pedestrian":
            if let mode = quickest(where: { $0.type == "WALK" }) { return mode }
        case "bike", "bicycle", "cycling":
            if let mode = quickest(where: Self.isBicycle) { return mode }
        case "truck":
            if let mode = quickest(where: { $0.type == "TRUCK" }) { return mode }
        default: break
        }
        let names = ["driving"] + modes.map(\.name)
        throw OSRMError(
            .invalidQuery,
            "\"\(name.excerpt(40))\" is no profile of this layer; it has "
                + "\(names.joined(separator: ", ")).")
    }

    /// Returns the first mode to meet a condition. Modes with time as their impedance come first.
    private func quickest(where isMeant: (TravelMode) -> Bool) -> TravelMode? {
        let meant = configuration.travelModes.filter(isMeant)
        return meant.first { $0.impedanceAttributeName == $0.timeAttributeName } ?? meant.first
    }

    static func isBicycle(_ mode: TravelMode) -> Bool {
        mentionsCycling(mode.name)
            || mode.restrictionAttributeNames.contains(where: mentionsCycling)
    }

    /// Whether a name has a word for cycling, in letters of either case.
    private static func mentionsCycling(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { letters in
            cyclingWords.contains { word in
                guard letters.count >= word.count else { return false }
                // By loops: each request looks at all names, and generic calls took a tenth of it.
                for start in 0...letters.count - word.count {
                    var place = 0
                    while place < word.count, letters[start + place] | 0x20 == word[place] {
                        place += 1
                    }
                    if place == word.count { return true }
                }
                return false
            }
        }
    }

    private static let cyclingWords = [Array("bicycl".utf8), Array("cycling".utf8)]

    /// Returns a name's letters and digits in lower case.
    static func folded(_ name: String) -> String {
        // Nearly all names are ASCII, and each request compares with all of them.
        var kept: [UInt8] = []
        kept.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                kept.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): kept.append(byte | 0x20)
            case 0x80...: return name.lowercased().filter { $0.isLetter || $0.isNumber }
            default: break
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Returns the restrictions to apply so that a route avoids the classes in `exclude`.
    ///
    /// - Throws: ``OSRMError`` if a class is unknown; the message lists the classes and
    ///   restrictions.
    func restrictions(excluding classes: [String]) throws(OSRMError) -> [String] {
        let known = description.attributes.filter { $0.usage == .restriction }.map(\.name)
        var found: [String] = []
        for name in classes {
            let wanted = Self.classes[name.lowercased()] ?? name
            guard let match = known.first(where: { Self.folded($0) == Self.folded(wanted) }) else {
                let names = Self.classes.keys.sorted() + known
                throw OSRMError(
                    .invalidValue,
                    "exclude has \"\(name.excerpt(40))\"; it may have "
                        + "\(names.joined(separator: ", ")), as far as the network has them.")
            }
            if !found.contains(match) { found.append(match) }
        }
        return found
    }

    /// OSRM's street classes, each with the restriction to avoid it.
    private static let classes = [
        "toll": "Avoid Toll Roads", "motorway": "Avoid Limited Access Roads",
        "ferry": "Avoid Ferries", "unpaved": "Avoid Unpaved Roads",
        "private": "Avoid Private Roads",
    ]

    func unit(of cost: String) -> NetworkUnit {
        let known = description.attributes
        let found =
            known.first { $0.name == cost }
            ?? known.first { $0.name.lowercased() == cost.lowercased() }
        return found?.units ?? .unknown
    }

    /// The name of the first cost in a unit of length; `nil` if there is none.
    var lengthName: String? {
        description.attributes.first { $0.usage == .cost && $0.units.meters != nil }?.name
    }
}
