// Stops with their places on the network.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A stop and what became of it.
struct LocatedStop: Sendable {
    var input: StopInput
    var place: NetworkPlace?
    var status = LocationStatus.ok
    /// Why the stop cannot be used, as a sentence; `nil` for a usable one.
    var problem: String?

    /// Whether routes may visit the stop.
    var isValid: Bool { place != nil && problem == nil }

    /// The extended code of an error about this stop.
    var extendedCode: Int {
        if let code = input.problemCode { return code }
        return switch status {
        case .invalidFieldValues, .elementNotLocated: -2_147_200_980
        case .elementNotTraversable: -2_147_201_017
        default: -2_147_201_018
        }
    }
}

/// Places the stops of a request.
struct StopPlacer {
    let locator: StopLocator
    let settings: LocateSettings
    let skipsRestricted: Bool
    /// The streets that stops may be placed on; `nil` for all.
    var streets: StreetCondition?

    /// Places one stop. A stop that cannot be placed says why and what would work.
    func place(_ stop: StopInput) -> LocatedStop {
        var located = LocatedStop(input: stop)
        if let problem = stop.problem {
            located.status = problem.status
            located.problem = Self.sentence(stop, Sentence.ended("is not used: \(problem.text)"))
            return located
        }
        if let stored = stop.storedLocation {
            return placeStored(stored, located)
        }
        guard let coordinate = stop.coordinate else {
            preconditionFailure("a stop without a place has a problem")
        }
        var options = StopLocator.Options(toleranceMeters: settings.toleranceMeters)
        options.skipsRestricted = skipsRestricted
        options.streets = streets
        options.skipsBarred = settings.allowAutoRelocate
        if let bearing = stop.bearing {
            options.bearing = (bearing, stop.bearingTolerance ?? 30)
        }
        guard let place = locator.locate(coordinate, options) else {
            located.status = .notLocated
            located.problem = unlocated(stop, coordinate, options)
            return located
        }
        located.place = place
        if stop.bearing != nil, stop.bearingTolerance != nil, let quanta = stop.latencyQuanta {
            var moved = locator.moved(place, by: quanta)
            moved.distanceMeters = Geodesic.distanceMeters(from: coordinate, to: moved.coordinate)
            located.place = moved
        }
        located.status = place.isRelocated ? .notLocatedOnClosest : .ok
        checkUsable(&located)
        return located
    }

    /// Places a stop on the street it names, or, where that may not be travelled, near it.
    private func placeStored(
        _ stored: StoredLocation, _ located: LocatedStop
    ) -> LocatedStop {
        var located = located
        guard stored.element != nil else {
            located.status = .elementNotLocated
            located.problem = Self.sentence(
                located.input,
                "names a place that the network does not have (\(stored.given)); the network may "
                    + "have been rebuilt. Without SourceOID the stop is located by its shape.")
            return located
        }
        var options = StopLocator.Options(toleranceMeters: settings.toleranceMeters)
        options.skipsBarred = settings.allowAutoRelocate
        let input = located.input.coordinate
        if let place = locator.place(stored, seenFrom: input, options) {
            located.place = place
            checkUsable(&located)
        } else if settings.allowAutoRelocate,
            let coordinate = locator.coordinate(of: stored),
            var place = locator.locate(coordinate, options.within(streets))
        {
            if let input {
                place.distanceMeters = Geodesic.distanceMeters(from: input, to: place.coordinate)
            }
            located.place = place
            located.status = .notLocatedOnClosest
            checkUsable(&located)
        } else {
            located.status = .elementNotTraversable
            located.problem = Self.sentence(
                located.input,
                "is on a non-traversable network element position: a restriction or a barrier "
                    + "closes the place that SourceOID names. allowAutoRelocate=true "
                    + "(locateSettings) would place it on the nearest open street.")
        }
        return located
    }

    /// Marks a stop whose edges the request may not use, or that lacks its curb.
    private func checkUsable(_ located: inout LocatedStop) {
        guard let place = located.place else { return }
        let stop = located.input
        guard place.candidates.contains(where: { locator.isUsable($0) }) else {
            located.status = .elementNotTraversable
            located.problem = Self.sentence(
                stop,
                "is on a non-traversable network element position: the request's restrictions "
                    + "close it. doNotLocateOnRestrictedElements=true would place it on the "
                    + "nearest open street.")
            return
        }
        guard !place.candidates.contains(where: { $0.suits(stop.curbApproach) }) else { return }
        located.status = .elementNotTraversable
        let side = stop.curbApproach == .rightSide ? "right" : "left"
        located.problem = Self.sentence(
            stop,
            "lies on the other side of a street open in one direction: CurbApproach "
                + "\(stop.curbApproach.rawValue) (\(side) side) cannot be met; 0 (either side) can."
        )
    }

    private func unlocated(
        _ stop: StopInput, _ coordinate: Coordinate, _ options: StopLocator.Options
    ) -> String {
        let tolerance = settings.toleranceMeters.formattedForMessage
        let direction =
            options.bearing.map {
                " in the direction \($0.degrees.formattedForMessage) (Bearing, give or take "
                    + "\(($0.width / 2).formattedForMessage))"
            } ?? ""
        // The first sentence is the one that clients of ArcGIS look for.
        let text =
            "is unlocated. No street that this request may use\(direction)"
            + (streets == nil ? "" : " and the condition in locateSettings takes")
            + " lies within \(tolerance) m."
        guard let meters = locator.nearestMeters(to: coordinate, within: 200_000, options) else {
            var anyDirection = options
            anyDirection.bearing = nil
            if options.bearing != nil,
                let meters = locator.nearestMeters(
                    to: coordinate, within: settings.toleranceMeters, anyDirection)
            {
                return Self.sentence(
                    stop,
                    text + " Without Bearing one lies \(Int(meters.rounded(.up))) m away.")
            }
            let swapped = Coordinate(x: coordinate.y, y: coordinate.x)
            let swappedMeters =
                abs(swapped.y) > 90
                ? nil
                : locator.nearestMeters(
                    to: swapped, within: settings.toleranceMeters, anyDirection)
            let hint =
                swappedMeters.map {
                    "; with x and y swapped one lies \(Int($0.rounded(.up))) m away."
                } ?? "; the network is of another region."
            return Self.sentence(stop, text + " The nearest is more than 200 km away" + hint)
        }
        return Self.sentence(
            stop,
            text + " The nearest is \(Int(meters.rounded(.up))) m away; a tolerance of that would "
                + "do (locateSettings).")
    }

    /// The words ArcGIS clients know, then the cause.
    static func sentence(_ stop: StopInput, _ text: String) -> String {
        "Location \"\(stop.name)\" in \"Stops\" \(text)"
    }
}
