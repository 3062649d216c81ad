// What a request in OSRM's form needs to know about a layer.

import Geo
package import RouteAPI

/// A layer as requests in OSRM's form see it: its travel modes under OSRM's names of profiles.
package struct OSRMLayer: Sendable {
    private let description: LayerDescription

    /// Describes a layer.
    package init(_ description: LayerDescription) {
        self.description = description
    }

    var configuration: RouteLayerConfiguration { description.configuration }
    /// Whether the curb is on the left.
    var drivesOnLeft: Bool { description.drivesOnLeft }
    /// The first letters of the network's fingerprint, which hints are valid for.
    var mark: String { String(description.fingerprint.filter(\.isHexDigit).prefix(8)) }

    /// Returns the travel mode that a profile or `travelMode` names; `nil` if the layer's own
    /// settings apply, because it has no travel modes.
    ///
    /// - Throws: ``OSRMError`` naming the modes that there are.
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

    /// Returns the first mode of a kind, if possible one that minimizes time.
    private func quickest(where isMeant: (TravelMode) -> Bool) -> TravelMode? {
        let meant = configuration.travelModes.filter(isMeant)
        return meant.first { $0.impedanceAttributeName == $0.timeAttributeName } ?? meant.first
    }

    static func isBicycle(_ mode: TravelMode) -> Bool {
        let words = ([mode.name] + mode.restrictionAttributeNames).joined(separator: " ")
            .lowercased()
        return words.contains("bicycl") || words.contains("cycling")
    }

    /// A name's letters and digits in lower case.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the restrictions that avoid the classes of streets that `exclude` names.
    ///
    /// - Throws: ``OSRMError`` naming the classes and restrictions that there are.
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

    /// OSRM's classes of streets, and the restrictions that avoid them.
    private static let classes = [
        "toll": "Avoid Toll Roads", "motorway": "Avoid Limited Access Roads",
        "ferry": "Avoid Ferries", "unpaved": "Avoid Unpaved Roads",
        "private": "Avoid Private Roads",
    ]

    /// The unit of a cost.
    func unit(of cost: String) -> NetworkUnit {
        description.attributes.first { $0.name.lowercased() == cost.lowercased() }?.units
            ?? .unknown
    }

    /// The name of the first cost that is a length; `nil` if there is none.
    var lengthName: String? {
        description.attributes.first { $0.usage == .cost && $0.units.meters != nil }?.name
    }
}
