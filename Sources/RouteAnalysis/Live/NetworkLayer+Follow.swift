// Where a vehicle is on its route, what is left, and what has changed since the last answer.

import Answers
import DataStructures
import Geo
import PathFinding
public import Preparation
import RoadNetwork
public import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Finds where a vehicle is on its route, what is left of it, and what has changed.
    ///
    /// The latest fixes are matched to streets; the vehicle is on the route if it is on one of its
    /// streets ahead, in its direction. The first route of the answer is the rest of the one under
    /// way, with what is closed on it; a second one is proposed as ``better(_:control:)`` does. If
    /// the state that the request sent is still the same, the answer has no routes.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    /// - Complexity: O(*n*) in the route's edges and the fixes, plus the search for another route
    ///   if the rest is delayed or blocked.
    public func follow(
        _ parameters: FollowParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let caller = parameters.better.routeParameters
        return try live(caller, control, isUnderWay: true) { (reading) throws(RouteRequestError) in
            try RouteFollowing(reading: reading, parameters: parameters, caller: caller).answer()
        }
    }
}

/// Follows one vehicle on its route.
struct RouteFollowing {
    let reading: HandleReading
    let parameters: FollowParameters
    /// The request without the handle and the fixes.
    let caller: RouteParameters

    private var network: NetworkDataset { reading.network }

    func answer() throws(RouteRequestError) -> AnalysisResult {
        var (handle, messages) = try reading.handle(parameters.routeHandle, for: caller)
        let vehicle = try VehicleFinder(reading: reading, handle: handle, caller: caller)
            .vehicle(parameters.fixes, from: parameters.progress ?? 0)
        if !vehicle.isOnRoute { messages.append(vehicle.isOffMessage) }
        if vehicle.place == nil { messages.append(vehicle.isLostMessage) }
        let layer = reading.layer.layer
        let better = BetterRoute(
            reading: reading, parameters: layer.resolved(parameters.better), caller: caller)
        let own = layer.resolved(parameters)
        let corridorMeters = own[\.returnCorridor] ? own[\.corridorMeters] : nil
        return try better.answer(on: handle, at: vehicle.position, searches: vehicle.isOnRoute) {
            (rest, found) throws(RouteRequestError) in
            let proposal = rest.decision.reason == nil ? nil : found
            let state = state(of: handle, vehicle, rest, proposal)
            let isUnchanged = state == parameters.since
            var result = try reading.answer(
                isUnchanged ? [] : [rest.followed.given, proposal].compactMap(\.self),
                rest.followed.prepared, messages)
            var following = try following(
                vehicle, rest.followed, isUnchanged: isUnchanged, state)
            following.corridor = corridorMeters.map { meters in
                CorridorSearch(measure: vehicle.measure, costs: vehicle.streets)
                    .corridor(from: vehicle.position.meters, meters: meters)
            }
            if isUnchanged { result.leaveOut() }
            result.messages.append(Message(.informative, following.sentence))
            result.following = following
            return result
        }
    }

    private func following(
        _ vehicle: VehicleOnRoute, _ rest: PathRoute, isUnchanged: Bool, _ state: String
    ) throws(RouteRequestError) -> Following {
        let length = rest.route.legs.reduce(0.0) { sum, leg in
            leg.path.elements.reduce(sum) { sum, element in
                let meters = Double(network.lengthCentimeters(of: element.edge)) / 100
                return sum + meters * (element.to - element.from)
            }
        }
        // The visit at the end comes after the arrival.
        let left = rest.route.schedule.visits.last?.arrivalMilliseconds ?? 0
        return Following(
            isOnRoute: vehicle.isOnRoute, meters: vehicle.position.meters,
            metersFromRoute: vehicle.metersFromRoute,
            place: try vehicle.place.map { (place) throws(RouteRequestError) in
                try projected(place, rest.prepared.request)
            },
            remainingMeters: length, remainingSeconds: Double(left) / 1_000,
            arrival: rest.route.schedule.startClock.map { $0 + left }, state: state,
            isUnchanged: isUnchanged)
    }

    private func projected(
        _ place: Following.Place, _ request: Shared<ResolvedRequest>
    ) throws(RouteRequestError) -> Following.Place {
        guard !request.outputReference.isSame(as: .wgs84) else { return place }
        var moved = place
        moved.coordinate = try OutputProjector(request: request).line([place.coordinate])[0]
        return moved
    }

    /// Returns a digest of all that an answer says besides the position: the costs of the route,
    /// what is closed on the rest, and which other streets the proposal takes. The costs are those
    /// of the whole route, so the digest stays the same while the vehicle moves.
    ///
    /// It is the same on every server with the network.
    private func state(
        of handle: RouteHandle, _ vehicle: VehicleOnRoute, _ rest: BetterRoute.Rest,
        _ proposal: GivenRoute?
    ) -> String {
        var hash = StableHash()
        let costs = rest.followed.prepared.costs
        var own: Set<UInt32> = []
        for leg in handle.legs {
            for edge in leg.edges {
                hash.combine(costs.weight(edge))
                if let passage = costs.nodeCosts[network.edgeHead[edge]] { hash.combine(passage) }
                own.insert(edge)
            }
        }
        hash.combine(UInt8(vehicle.isOnRoute ? 1 : 0))
        for finding in rest.followed.given.findings { hash.combine(finding.edge) }
        for leg in proposal?.route.legs ?? [] {
            for element in leg.path.elements where !own.contains(element.edge.row) {
                hash.combine(element.edge.row)
            }
        }
        return hash.text
    }
}

extension VehicleOnRoute {
    /// Says that the vehicle is off the route.
    fileprivate var isOffMessage: Message {
        let meters = Int(metersFromRoute.rounded())
        return Message(
            .warning,
            meters == 0
                ? "The vehicle goes against the route's direction; rejoin leads back."
                : "The vehicle is not on the route: its street is \(meters) m from it. rejoin "
                    + "leads back.")
    }

    /// Says that no fix could be placed.
    fileprivate var isLostMessage: Message {
        Message(
            .warning,
            "No street is near the fixes, so they say nothing of the vehicle: it is taken to be "
                + "where it had come to (progress). Check their longitudes and latitudes.")
    }
}

extension Following {
    /// Says where the vehicle is and what is left.
    fileprivate var sentence: String {
        let left = Int((remainingSeconds / 60).rounded())
        return "\(isUnchanged ? "Nothing has changed: the" : "The") vehicle is "
            + "\(Int(meters.rounded())) m along the route; \(Int(remainingMeters.rounded())) m and "
            + "\(left) min are left."
    }
}

extension AnalysisResult {
    /// Leaves out all that an unchanged answer need not repeat.
    fileprivate mutating func leaveOut() {
        let (fingerprint, attribution) = (fingerprint, attribution)
        let (traffic, requestID) = (traffic, requestID)
        self = AnalysisResult()
        (self.fingerprint, self.attribution) = (fingerprint, attribution)
        (self.traffic, self.requestID) = (traffic, requestID)
    }
}
