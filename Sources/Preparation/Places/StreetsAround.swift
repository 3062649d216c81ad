// Messages about streets near an input without a place: how far the nearest usable street is, and
// which street a single rule excludes.

import Geo
import RoadNetwork
import RouteAPI

/// Describes the streets near an input without a place.
package struct StreetsAround {
    /// How far to search for streets, in meters.
    package static let farthestMeters = 200_000.0
    /// The most characters of a condition to quote.
    private static let shownLength = 100

    let locator: StopLocator
    /// The rules under which no street was found.
    let options: StopLocator.Options
    /// The greatest tolerance a request may set, in meters.
    let allowedMeters: Double

    /// The streets near an input.
    struct Findings {
        /// Sentences; ArcGIS clients look for the first.
        var text: String
        /// Meters to the nearest street that fails no rule but the tolerance.
        var nearestMeters: Double?
    }

    /// Searches for streets near a coordinate.
    func findings(near coordinate: Coordinate) -> Findings {
        let meters = locator.nearestMeters(to: coordinate, within: Self.farthestMeters, options)
        let without = withoutRules(coordinate)
        var sentences = ["is unlocated.", none]
        if let meters {
            let helps =
                meters.rounded(.up) <= allowedMeters
                ? "; a tolerance of that distance would reach it (locateSettings)."
                : ", and this service allows a tolerance of "
                    + "\(allowedMeters.formattedForMessage) m (maxSnapTolerance)."
            sentences.append("The nearest is \(Self.whole(meters)) m away" + helps)
        } else if selectsNoStreet {
            sentences.append("No street of the network meets the condition.")
        }
        if let without {
            sentences.append(without)
        } else if meters == nil {
            sentences.append(farAway(coordinate))
        }
        return Findings(text: sentences.joined(separator: " "), nearestMeters: meters)
    }

    /// The sentence saying that no street is within the tolerance.
    private var none: String {
        let direction =
            options.bearing.map {
                " in the direction \($0.degrees.formattedForMessage)° ± "
                    + "\(($0.width / 2).formattedForMessage)° (Bearing)"
            } ?? ""
        let condition =
            options.streets.map {
                " and that meets the condition in locateSettings (\(Self.shown($0)))"
            } ?? ""
        return "No street that this request may use\(direction)\(condition) lies within "
            + "\(options.toleranceMeters.formattedForMessage) m."
    }

    /// Whether no street meets the condition.
    private var selectsNoStreet: Bool {
        options.streets?.evaluateAll { locator.shouldStop }?.streetCount == 0
    }

    /// Writes the sentence about a street within the tolerance a rule excludes.
    private func withoutRules(_ coordinate: Coordinate) -> String? {
        for (subject, options) in withoutRules {
            guard let place = locator.locate(coordinate, options) else { continue }
            let name = locator.streetName(ofSegment: place.segment)
            return "\(subject) lies \(Self.shown(place.distanceMeters)) m away"
                + (name.isEmpty ? "." : " (\(name)).")
        }
        return nil
    }

    /// The street rules that may be lifted: each alone, then both.
    private var withoutRules: [(subject: String, options: StopLocator.Options)] {
        var undirected = options
        undirected.bearing = nil
        var rules: [(subject: String, options: StopLocator.Options)] = []
        if options.bearing != nil { rules.append(("Without Bearing, a street", undirected)) }
        guard options.streets != nil else {
            guard !options.withoutStops.isEmpty else { return rules }
            var all = options
            all.withoutStops = .allStreets
            return rules + [("A street that takes stops only on request (where 1=1)", all)]
        }
        rules.append(("Without the condition, a street", options.within(nil)))
        guard options.bearing != nil else { return rules }
        return rules + [("Without Bearing and the condition, a street", undirected.within(nil))]
    }

    /// Writes the sentence if no street is within the tolerance even without the street rules.
    private func farAway(_ coordinate: Coordinate) -> String {
        var undirected = options
        undirected.bearing = nil
        let any = undirected.within(nil)
        var rules: [(subject: String, options: StopLocator.Options)] = []
        if options.bearing != nil { rules.append(("Without Bearing", undirected)) }
        if options.streets != nil {
            rules.append(("Without the condition", options.within(nil)))
            if options.bearing != nil { rules.append(("Without Bearing and the condition", any)) }
        }
        for (subject, options) in rules {
            guard
                let meters = locator.nearestMeters(
                    to: coordinate, within: Self.farthestMeters, options)
            else { continue }
            return "\(subject), the nearest is \(Self.shown(meters)) m away."
        }
        if let closed = closedStreets(any, coordinate) { return closed }
        return "The nearest is more than 200 km away; "
            + (mistaken(coordinate, any) ?? "the network covers another region.")
    }

    /// Writes the clause for coordinates that lie near a street if they are read in another way, as
    /// clients often mean them.
    private func mistaken(_ coordinate: Coordinate, _ options: StopLocator.Options) -> String? {
        func distance(_ x: Double, _ y: Double) -> Int? {
            guard abs(x) <= 180, abs(y) <= 90 else { return nil }
            return locator.nearestMeters(
                to: Coordinate(x: x, y: y), within: options.toleranceMeters, options
            ).map(Self.shown)
        }
        if let meters = distance(coordinate.y, coordinate.x) {
            return "with x and y swapped, a street lies \(meters) m away."
        }
        // Degrees that are said to be meters of Web Mercator lie within 200 m of 0,0.
        let scale = Self.metersPerMercatorDegree
        guard coordinate != Coordinate(x: 0, y: 0),
            let meters = distance(coordinate.x * scale, coordinate.y * scale)
        else { return nil }
        return "if x and y are degrees, a street lies \(meters) m away; leave out the spatial "
            + "reference then, or send 4326."
    }

    /// EPSG Guidance Note 7-2, *Popular Visualisation Pseudo Mercator*, along the equator.
    private static let metersPerMercatorDegree = 6_378_137.0 * .pi / 180

    /// Writes the sentence if all near streets are closed, for example by a barrier over a whole
    /// town.
    private func closedStreets(
        _ options: StopLocator.Options, _ coordinate: Coordinate
    ) -> String? {
        var barred = options
        barred.skipsBarred = false
        var restricted = options
        restricted.skipsRestricted = false
        var both = barred
        both.skipsRestricted = false
        for (what, options) in [
            ("barriers", barred), ("restrictions", restricted), ("restrictions and barriers", both),
        ] {
            guard
                let meters = locator.nearestMeters(
                    to: coordinate, within: Self.farthestMeters, options)
            else { continue }
            return "All streets within 200 km are closed by \(what); the nearest is "
                + "\(Self.shown(meters)) m away."
        }
        return nil
    }

    /// Rounds meters up, so that they suffice as a tolerance.
    private static func whole(_ meters: Double) -> Int { Int(meters.rounded(.up)) }

    /// Rounds meters up for messages, after subtracting the precision of places.
    private static func shown(_ meters: Double) -> Int {
        max(0, Int((meters - StopLocator.sameMeters).rounded(.up)))
    }

    /// Shortens a condition for messages.
    private static func shown(_ streets: StreetSelection) -> String {
        let text = streets.condition.clause.text
        return text.count <= shownLength ? text : text.prefix(shownLength) + "…"
    }
}
