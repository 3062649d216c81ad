// A path from a place off a route back to it, and on along it.

import Geo
import PathFinding
public import Preparation
import RoadNetwork
public import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Leads a vehicle from a place off its route back to it, and on along it.
    ///
    /// If the vehicle has not been on the route yet, the path leads to its start. If it has left
    /// it, the next kilometer of the route is given up, doubled with each deviation, and the path
    /// leads to the cheapest place beyond, weighing what is skipped. Stops not visited yet stay.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func rejoin(
        _ parameters: RejoinParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let caller = parameters.routeParameters
        return try live(caller, control, isUnderWay: true) { (reading) throws(RouteRequestError) in
            try RouteRejoining(reading: reading, parameters: parameters, caller: caller).answer()
        }
    }
}

/// Leads back to one request's route.
struct RouteRejoining {
    let reading: HandleReading
    let parameters: RejoinParameters
    /// The request without the handle and the position.
    let caller: RouteParameters

    private var network: NetworkDataset { reading.network }

    /// How much of a route is given up at the first deviation, in meters.
    static let firstCutoffMeters = 1_000.0

    /// Makes the answer: the route from the position, and the decision.
    func answer() throws(RouteRequestError) -> AnalysisResult {
        let (handle, messages) = try reading.handle(parameters.routeHandle, for: caller)
        let measure = PathMeasure(handle, on: network)
        let start = parameters.progress.map { measure.position(at: $0) }
        let rest = rest(of: handle, from: start)
        let vehicle = try vehicle()
        let request = try reading.request(rest.handle, for: caller) { whole in
            whole.stops?.features.put(vehicle.features, asRow: 0)
        }
        let (result, decision) = try reading.solver.prepared(request) {
            (prepared) throws(RouteRequestError)
                -> (result: (AnalysisResult, Replanning), longest: Int64) in
            let found: PathRoute
            let decision: Replanning
            do throws(RouteRequestError) {
                if let open = try routeAtStart(rest, from: start, under: prepared) {
                    (found, decision) = open
                } else {
                    (found, decision) = try route(
                        rest, from: start, under: prepared, searching: prepared)
                }
            } catch {
                throw try explained(error, handle.name, prepared)
            }
            let answer = try reading.answer(
                [found.given], prepared, messages + Self.messages(about: decision))
            return ((answer, decision), found.route.totalMilliseconds)
        }.result
        var answer = result
        answer.replanning = decision
        return answer
    }

    /// Adds to the error about a missing path the rules that prevent one from the position to the
    /// next stop.
    private func explained(
        _ error: RouteRequestError, _ name: String, _ prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> RouteRequestError {
        guard error.identifier == .noSolution, prepared.stops.count > 1 else { return error }
        let control = reading.control
        try control.beginLongWork()
        var explainer = RouteExplainer(
            of: prepared, on: reading.layer.layer, control: control)
        let found = explainer.explain(
            RouteGroup(name: name, stops: [0, 1]),
            gap: RouteGap(routeName: name, order: [0, 1], position: 0))
        try control.check()
        var explained = error
        explained.reasons = found.reasons
        if !found.reasons.isEmpty, let sentence = found.sentence {
            explained.details.append(Sentence.begun(sentence))
        }
        return explained
    }

    private static func messages(about decision: Replanning) -> [Message] {
        var texts: [String] = []
        if decision.turnsBack {
            texts.append(
                "The path leads back to where the route was left: every other one takes much "
                    + "longer.")
        }
        if let farthest = decision.farthestMeters, let cutoff = decision.cutoffMeters,
            farthest > cutoff
        {
            texts.append(
                "The path leads up to \(Int(farthest.rounded())) m away from the route before it "
                    + "rejoins it, farther than the \(Int(cutoff)) m of the route that it skips.")
        }
        return texts.map { Message(.informative, $0) }
    }

    /// Returns the vehicle's position as an input with one row.
    private func vehicle() throws(RouteRequestError) -> LocationInput {
        let name = RejoinParameters.positionName
        // Only the number of rows and the shape are checked here; the row itself is placed later.
        guard try reading.place(parameters.position, name) != nil, let input = parameters.position
        else {
            throw .invalidParameter(
                name,
                "is missing; send the place of the vehicle as one point, such as 7.42,43.73, with "
                    + "Bearing where its direction is known")
        }
        return input
    }

    /// The remaining stops and legs, after a first stop for the vehicle.
    private struct Rest {
        /// The remaining stops after the vehicle's own. The first leg is the one on which the route
        /// was left; it is not traveled from its beginning.
        var handle: RouteHandle
        /// The first leg from where the route was left; empty if the vehicle has not been on it.
        var pieces: [PathMeasure.Piece]
        /// The whole route.
        var route: [PathMeasure.Piece] = []
    }

    private func rest(of handle: RouteHandle, from start: PathPosition?) -> Rest {
        let measure = PathMeasure(handle, on: network)
        guard let start else {
            // The route's first stop still has to be visited.
            var whole = handle
            let vehicle = handle.rest(from: measure.position(at: 0), on: network).stops[0]
            whole.stops = [vehicle] + handle.stops
            whole.legs = [handle.legs[0]] + handle.legs
            return Rest(handle: whole, pieces: [])
        }
        return Rest(
            handle: handle.rest(from: start, on: network),
            pieces: measure.pieces.filter { $0.leg == start.leg }, route: measure.pieces)
    }

    // MARK: - The route

    /// Finds a route whose path back is open at departure. Returns `nil` if there is none, or if
    /// no condition or closure changes during travel.
    ///
    /// A search under a clock would also find a path back that opens later. But it takes only one
    /// destination, and a vehicle may rejoin at many places; the path back is short anyway.
    private func routeAtStart(
        _ rest: Rest, from start: PathPosition?, under prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> (PathRoute, Replanning)? {
        guard prepared.request.timedConditions != nil else { return nil }
        var request = prepared.request
        request.settings.key.traffic = request.traffic?.epoch(family: request.settings.key.family)
        request = TravelPeriod.atStart(of: request, on: network)
        let costs = try reading.solver.prepare(request, reusing: prepared).costs
        do throws(RouteRequestError) {
            return try route(
                rest, from: start, under: prepared, searching: prepared.with(costs: costs))
        } catch {
            guard error.identifier == .noSolution else { throw error }
            return nil
        }
    }

    /// Finds the route over the best path.
    ///
    /// - Parameter searched: The request with the costs under which to search.
    private func route(
        _ rest: Rest, from start: PathPosition?, under prepared: PreparedAnalysis,
        searching searched: PreparedAnalysis
    ) throws(RouteRequestError) -> (PathRoute, Replanning) {
        let vehicle = prepared.stops[0]
        guard vehicle.isValid else {
            throw RouteRequestError(
                .notLocated, extendedCode: vehicle.extendedCode,
                details: [vehicle.problem ?? "The position is not on a street."])
        }
        let search = RejoinSearch(
            reading: reading, prepared: searched, origins: LegChain.usable(vehicle))
        var decision = Replanning()
        decision.reason = .deviated
        decision.isSearched = true
        guard let start else {
            decision.rejoinMeters = 0
            decision.skippedMeters = 0
            return (try toStart(rest.handle, search, prepared), decision)
        }
        let path = rest.handle.path(placing: prepared.stops, on: network)
        var legs = path.legs
        let asked = reading.layer.layer.resolved(parameters)[\.deviations]
        let deviations = max(1, min(asked, 20))
        let cutoff = Self.firstCutoffMeters * Double(1 << (deviations - 1))
        let targets = RejoinTargets(
            pieces: rest.pieces, start: start, cutoffMeters: cutoff, leg: legs[0],
            lastArrival: rest.handle.legs[0].arrival,
            otherArrivals: otherArrivals(
                rest.handle, before: legs.count > 1 ? legs[1].fromJunction : nil,
                prepared.stops[1]),
            costs: prepared.costs)
        let found = try search.best(of: targets)
        let isReachedByRoute = targets[found.target].edge == legs[0].edges.last
        if legs.count > 1, !isReachedByRoute, targets.isAtStop(found.target) {
            legs[1] = legs[1].fromJunction
        }
        legs[0] = targets.leg(
            joining: found.target, from: vehicle.place ?? legs[0].from, by: found.leg)
        decision.positionMeters = start.meters
        decision.cutoffMeters = cutoff
        decision.rejoinMeters = targets[found.target].meters
        decision.skippedMeters = max(0, targets[found.target].meters - start.meters)
        decision.turnsBack = found.turnsBack
        decision.farthestMeters = RouteProximity(rest.route, on: network)
            .farthestMeters(of: found.leg.path)
        return (try follow(legs, path, prepared), decision)
    }

    /// Finds the path to a route's start, and appends the route.
    private func toStart(
        _ whole: RouteHandle, _ search: RejoinSearch, _ prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> PathRoute {
        var handle = whole
        handle.stops.removeFirst()
        handle.legs.removeFirst()
        var path = handle.path(placing: Array(prepared.stops.dropFirst()), on: network)
        let found = try search.leg(toLeave: path.legs[0], prepared.stops[1])
        let elements = found.path.elements
        let first = GivenLeg(
            edges: elements.map(\.edge.row),
            from: prepared.stops[0].place ?? path.legs[0].from, to: path.legs[0].from,
            departure: elements[0].from, arrival: elements[elements.count - 1].to)
        path.statuses.insert(.ok, at: 0)
        return try follow([first] + path.legs, path, prepared)
    }

    /// Returns the arrivals at the next stop, before a leg, other than the route's own.
    private func otherArrivals(
        _ handle: RouteHandle, before leg: GivenLeg?, _ stop: LocatedStop
    ) -> [PlaceCandidate] {
        let departure = leg.flatMap { leg -> PlaceCandidate? in
            guard let edge = leg.edges.first, let fraction = leg.departure else { return nil }
            return leg.from.candidate(on: EdgeID(row: edge), at: fraction)
        }
        let own = handle.legs[0]
        return RejoinSearch.arrivals(at: stop, before: departure).filter {
            $0.edge.row != own.edges.last || $0.fraction != own.arrival
        }
    }

    private func follow(
        _ legs: [GivenLeg], _ path: GivenPath, _ prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> PathRoute {
        var statuses = path.statuses
        if !statuses.isEmpty { statuses[0] = prepared.stops[0].status }
        return try reading.follow(
            GivenPath(legs: legs, name: path.name, statuses: statuses), under: prepared)
    }
}

extension GivenLeg {
    /// The same leg without an edge it only touches at its end: a junction may be reached over any
    /// street.
    fileprivate var fromJunction: GivenLeg {
        guard departure == 1, edges.count > 1 else { return self }
        var leg = self
        leg.edges.removeFirst()
        leg.departure = 0
        return leg
    }
}

extension FeatureSet {
    /// Replaces a row's shape, and any attribute the other set's first row has.
    fileprivate mutating func put(_ other: FeatureSet, asRow row: Int) {
        guard features.indices.contains(row), let source = other.features.first else { return }
        let kept = [
            "Name", "Bearing", "BearingTol", "CurbApproach", "SourceID", "SourceOID", "PosAlong",
            "SideOfEdge",
        ]
        features[row].geometry = source.geometry
        features[row].spatialReference = source.spatialReference ?? other.spatialReference
        for (place, field) in fields.enumerated() {
            if kept.contains(field.name), let value = other.value(field.name, of: source),
                value != .null
            {
                features[row].values[place] = value
            }
        }
    }
}
