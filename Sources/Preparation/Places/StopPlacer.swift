// Places stops on the network.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Places a request's stops.
///
///     let placer = StopPlacer(locator: locator, rules: group.rules, allowedMeters: 20_000)
///     let stop = placer.place(input)
///     stop.place?.candidates       // the directed edges to arrive on and to leave by
///     stop.problem                 // or why it has no usable place, as a sentence
///
/// **Where a stop lies.** If reading found a problem in the row, the stop keeps it and has no
/// place. If the row names a street (`SourceOID`), the stop lies there, without a search; if that
/// street is closed and `allowAutoRelocate` is set, on the nearest open one. Otherwise
/// ``StopLocator`` finds the street nearest to the coordinate. A vehicle's position with a bearing
/// then moves on along its street, as far as it has driven since (`latencyQuanta`).
///
/// **Whether it can be used.** A place may lie on a street that the request closes, and a curb
/// approach may not suit a street open in one direction. Both are checked last; such a stop keeps
/// its place, for answers and maps, and gets a problem:
///
///     status                   place        problem
///     ok                       yes          no
///     notLocatedOnClosest      yes          no           a nearer street is closed or barred
///     notLocated               no           yes          nothing usable within the tolerance
///     elementNotLocated        no           yes          the named street is not in the network
///     elementNotTraversable    yes or no    yes          closed, or on the wrong side
///     as reading said          no           yes          the row cannot be read
///
/// What you may rely on:
///
/// - A stop has a usable place exactly if it has no problem (`LocatedStop.isValid`).
/// - A place depends on the row, the rules, the metric and the barriers, never on other stops. So
///   stops may be placed in any order, and places may be cached (``PlaceCache``).
/// - Barriers only take streets away. If they leave a known place's streets as they are, it is
///   still the nearest and is used without a search.
/// - A problem begins as ArcGIS's sentences do, names the row and says what would work. If
///   ``explains`` is false, as in trials, the streets nearby are not searched for advice.
///
/// The search for the nearest street is G. R. Hjaltason and H. Samet's, *Distance Browsing in
/// Spatial Databases*, ACM TODS 24 (1999),
/// [doi:10.1145/320248.320255](https://doi.org/10.1145/320248.320255), on a packed R-tree.
package struct StopPlacer {
    package let locator: StopLocator
    package let rules: PlacingRules
    /// The greatest tolerance a request may set, in meters.
    package let allowedMeters: Double
    /// Whether to describe the streets near a stop that gets no place.
    package var explains = true

    /// Returns the rules by which the cache finds many locations; `nil` for few locations, or under
    /// a street condition.
    func cacheRules(under metric: MetricKey, count: Int) -> PlaceCache.Rules? {
        guard count >= PlaceCache.leastLocations, rules.streets == nil else { return nil }
        return PlaceCache.Rules(
            metric: metric.withoutSpeeds, toleranceMeters: rules.settings.toleranceMeters,
            skipsRestricted: rules.skipsRestricted, skipsBarred: rules.settings.allowAutoRelocate,
            withoutStops: rules.withoutStops,
            ignoresCurbsOfOneWays: rules.ignoresCurbsOfOneWays)
    }

    /// Returns the stop's coordinate if its place depends on nothing but that and the rules.
    func cacheableCoordinate(of stop: Shared<StopInput>) -> Coordinate? {
        let isPlain = stop.problem == nil && stop.storedLocation == nil && stop.bearing == nil
        return isPlain ? stop.coordinate : nil
    }

    /// Places one stop. If it cannot be placed, its problem says what would work.
    ///
    /// - Parameter known: The stop's place under the same rules without barriers.
    package func place(_ stop: Shared<StopInput>, known: NetworkPlace? = nil) -> LocatedStop {
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
        let options = rules.options(for: stop.value)
        let untouched = known.flatMap { locator.isUntouched($0) ? $0 : nil }
        guard let place = untouched ?? locator.locate(coordinate, options) else {
            located.status = .notLocated
            guard explains else {
                located.problem = Self.sentence(stop, "is unlocated.")
                return located
            }
            let near = StreetsAround(
                locator: locator, options: options, allowedMeters: allowedMeters
            ).findings(near: coordinate)
            located.problem = Self.sentence(stop, near.text)
            located.nearestMeters = near.nearestMeters
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

    /// Places a stop on the street it names, or near it if that street is closed.
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
        var options = StopLocator.Options(toleranceMeters: rules.settings.toleranceMeters)
        options.skipsBarred = rules.settings.allowAutoRelocate
        options.ignoresCurbsOfOneWays = rules.ignoresCurbsOfOneWays
        options.withoutStops = rules.withoutStops
        let input = located.input.coordinate
        if let place = locator.place(stored, seenFrom: input, options) {
            located.place = place
            checkUsable(&located)
        } else if rules.settings.allowAutoRelocate,
            let coordinate = locator.coordinate(of: stored),
            var place = locator.locate(coordinate, options.within(rules.streets))
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
                    + "closes the place that SourceOID names"
                    + elsewhere(stored, options))
        }
        return located
    }

    /// Writes the clause about streets near a stored place that is closed.
    private func elsewhere(_ stored: StoredLocation, _ options: StopLocator.Options) -> String {
        guard explains else { return "." }
        var moving = options.within(rules.streets)
        moving.skipsBarred = true
        let isOpenNearBy =
            locator.coordinate(of: stored).flatMap { locator.locate($0, moving) } != nil
        guard !isOpenNearBy else {
            return ". allowAutoRelocate=true (locateSettings) would place it on the nearest open "
                + "street."
        }
        return ", and no open street"
            + (rules.streets == nil ? "" : " that meets the condition in locateSettings")
            + " lies within \(rules.settings.toleranceMeters.formattedForMessage) m of it."
    }

    /// Marks a stop if the request may not use its edges, or its curb approach is impossible.
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

    /// Writes a sentence that begins as in ArcGIS, followed by the cause.
    package static func sentence(_ stop: Shared<StopInput>, _ text: String) -> String {
        "Location \"\(stop.named.name)\" in \"\(stop.className)\" \(text)"
    }
}
