// What lies near an input that no street was found for, in words: how far the nearest street that
// would do is, and which one is there without the rule that leaves it out.

import Geo
import RouteAPI

/// Looks round an input that has no place.
struct NearbyStreets {
    /// How far streets are looked for, in meters.
    static let farthestMeters = 200_000.0
    /// Characters of a condition that messages show.
    private static let shownLength = 100

    let locator: StopLocator
    /// The rules under which no street was found.
    let options: StopLocator.Options
    /// The greatest tolerance that a request may ask for, in meters.
    let allowedMeters: Double

    /// What was seen.
    struct Findings {
        /// Sentences that begin with the one that clients of ArcGIS look for.
        var text: String
        /// Meters to the nearest street that suits everything but the tolerance.
        var nearestMeters: Double?
    }

    /// Looks round a place.
    func look(at coordinate: Coordinate) -> Findings {
        let meters = locator.nearestMeters(to: coordinate, within: Self.farthestMeters, options)
        let without = withoutRules(coordinate)
        var sentences = ["is unlocated.", none]
        if let meters {
            let helps =
                meters.rounded(.up) <= allowedMeters
                ? "; a tolerance of that would reach it (locateSettings)."
                : ", and this service allows a tolerance of "
                    + "\(allowedMeters.formattedForMessage) m (maxSnapTolerance)."
            sentences.append("The nearest is \(Self.whole(meters)) m away" + helps)
        } else if takesNothing {
            sentences.append("No street of the network meets the condition.")
        }
        if let without {
            sentences.append(without)
        } else if meters == nil {
            sentences.append(farAway(coordinate))
        }
        return Findings(text: sentences.joined(separator: " "), nearestMeters: meters)
    }

    /// What there is none of.
    private var none: String {
        let direction =
            options.bearing.map {
                " in the direction \($0.degrees.formattedForMessage) (Bearing, give or take "
                    + "\(($0.width / 2).formattedForMessage))"
            } ?? ""
        let condition =
            options.streets.map {
                " and that meets the condition in locateSettings (\(Self.shown($0)))"
            } ?? ""
        return "No street that this request may use\(direction)\(condition) lies within "
            + "\(options.toleranceMeters.formattedForMessage) m."
    }

    /// Whether the condition is one that no street meets.
    private var takesNothing: Bool {
        options.streets?.judgeAll { locator.shouldStop }?.streetCount == 0
    }

    /// The street that is there without the rule about streets that it does not keep.
    private func withoutRules(_ coordinate: Coordinate) -> String? {
        for (subject, options) in withoutRules {
            guard let place = locator.locate(coordinate, options) else { continue }
            let name = locator.streetName(ofSegment: place.segment)
            return "\(subject) lies \(Self.seen(place.distanceMeters)) m away"
                + (name.isEmpty ? "." : " (\(name)).")
        }
        return nil
    }

    /// The rules about streets that may be given up: each alone, then both.
    private var withoutRules: [(subject: String, options: StopLocator.Options)] {
        var undirected = options
        undirected.bearing = nil
        var rules: [(subject: String, options: StopLocator.Options)] = []
        if options.bearing != nil { rules.append(("Without Bearing one", undirected)) }
        guard options.streets != nil else {
            guard options.withoutStops != 0 else { return rules }
            var all = options
            all.withoutStops = 0
            return rules + [("One that takes stops only when asked for (where 1=1)", all)]
        }
        rules.append(("Without the condition one", options.within(nil)))
        guard options.bearing != nil else { return rules }
        return rules + [("Without Bearing and the condition one", undirected.within(nil))]
    }

    /// What to tell where nothing lies within the tolerance, whatever the rules about streets.
    private func farAway(_ coordinate: Coordinate) -> String {
        var any = options.within(nil)
        any.bearing = nil
        if options.streets != nil,
            let meters = locator.nearestMeters(
                to: coordinate, within: Self.farthestMeters, options.within(nil))
        {
            return "Without the condition the nearest is \(Self.seen(meters)) m away."
        }
        if let closed = closedStreets(any, coordinate) { return closed }
        let swapped = Coordinate(x: coordinate.y, y: coordinate.x)
        let meters =
            abs(swapped.y) > 90
            ? nil : locator.nearestMeters(to: swapped, within: options.toleranceMeters, any)
        return "The nearest is more than 200 km away; "
            + (meters.map { "with x and y swapped one lies \(Self.seen($0)) m away." }
                ?? "the network is of another region.")
    }

    /// The streets that are there, but closed, as when a barrier covers a whole town.
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
                + "\(Self.seen(meters)) m away."
        }
        return nil
    }

    /// Meters that are enough for a tolerance.
    private static func whole(_ meters: Double) -> Int { Int(meters.rounded(.up)) }

    /// Meters as they are told, the centimeter that makes no difference left out.
    private static func seen(_ meters: Double) -> Int {
        max(0, Int((meters - StopLocator.sameMeters).rounded(.up)))
    }

    /// A condition, shortened.
    private static func shown(_ streets: StreetSelection) -> String {
        let text = streets.condition.clause.text
        return text.count <= shownLength ? text : text.prefix(shownLength) + "…"
    }
}
