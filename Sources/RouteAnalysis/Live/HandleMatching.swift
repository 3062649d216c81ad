// Places a handle's line on a network that was rebuilt since the handle was made.

import Geo
import MapMatching
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Places a handle's lines on a request's network.
struct HandleMatching {
    /// The request for a route through the handle's stops.
    let prepared: PreparedAnalysis
    let layer: AnalysisLayer
    let control: SolveControl

    private var network: NetworkDataset { layer.network }

    /// How far a line may lie from its streets, because networks differ.
    private static let accuracyMeters = 5.0
    /// The farthest that any vertex may lie from its street.
    private static let mostMeters = 30.0

    /// Returns the handle with this network's edges.
    ///
    /// - Throws: If a leg's path is not found.
    func matched(_ handle: RouteHandle) throws(RouteRequestError) -> RouteHandle {
        var matched = handle
        matched.fingerprint = network.fingerprint
        var options = MatchOptions()
        options.gpsAccuracyMeters = Self.accuracyMeters
        // A closure must not send the route round it.
        let open = try RequestPreparation(layer: layer, control: control, explains: false)
            .openStreets(of: prepared)
        let matcher = MapMatcher(
            costs: open.costs, options: options, monitor: SolveMonitor(control: control))
        for (number, leg) in handle.legs.enumerated() {
            let trace = leg.shape.map { TracePoint(coordinate: $0) }
            let match: TraceMatch
            do throws(MatchStopped) {
                match = try matcher.match(trace)
            } catch {
                throw control.stopReason
            }
            guard match.parts.count == 1, match.gaps.isEmpty, let part = match.parts.first,
                !part.edges.isEmpty, part.turningElements.isEmpty,
                match.points.allSatisfy({ $0.part == 0 && $0.distanceMeters <= Self.mostMeters })
            else { throw Self.notFound(leg: number) }
            matched.legs[number] = placed(leg, on: part, number)
        }
        for index in matched.stops.indices { place(&matched.stops[index], index, matched.legs) }
        try check(matched)
        return matched
    }

    private static func notFound(leg: Int) -> RouteRequestError {
        RouteRequestError(
            .noSolution, extendedCode: .noSolution,
            details: [
                "The path of routeHandle was not found on this version of the network: leg "
                    + "\(leg + 1) leads over streets that it does not have. Solve the route again."
            ])
    }

    /// Puts a leg on its new edges. If it begins or ends at a stop's place on this network, it does
    /// so exactly. Edges it only touches at its ends are left out.
    private func placed(
        _ leg: RouteHandle.Leg, on part: MatchedPart, _ number: Int
    ) -> RouteHandle.Leg {
        var elements = part.elements[...]
        while elements.count > 1, let first = elements.first, isTouched(first) {
            elements.removeFirst()
        }
        while elements.count > 1, let last = elements.last, isTouched(last) {
            elements.removeLast()
        }
        guard let first = elements.first, let last = elements.last else { return leg }
        var placed = leg
        placed.edges = elements.map(\.edge.row)
        placed.shape = []
        placed.departure = fraction(ofStop: number, on: first.edge.row) ?? first.from
        placed.arrival = fraction(ofStop: number + 1, on: last.edge.row) ?? last.to
        if elements.count == 1, placed.departure > placed.arrival {
            (placed.departure, placed.arrival) = (first.from, last.to)
        }
        return placed
    }

    /// Whether an element is so short that the path only touches its edge: line coordinates are
    /// rounded to 11 cm.
    private func isTouched(_ element: NetworkPath.Element) -> Bool {
        let length = Double(network.lengthCentimeters(of: element.edge))
        return (element.to - element.from) * length < Self.touchedCentimeters
    }

    private static let touchedCentimeters = 20.0

    private func fraction(ofStop stop: Int, on edge: UInt32) -> Double? {
        guard stop < prepared.stops.count, prepared.stops[stop].isValid else { return nil }
        return prepared.stops[stop].place?.candidates.first { $0.edge.row == edge }?.fraction
    }

    /// Puts a stop at the end of its leg, unless the request places it there.
    private func place(_ stop: inout RouteHandle.Stop, _ index: Int, _ legs: [RouteHandle.Leg]) {
        let (edge, fraction) =
            index < legs.count
            ? (legs[index].edges[0], legs[index].departure)
            : (legs[index - 1].edges[legs[index - 1].edges.count - 1], legs[index - 1].arrival)
        let known = prepared.stops[index].isValid ? prepared.stops[index].place : nil
        let place =
            known.flatMap { place in
                place.candidates.contains { $0.edge.row == edge && $0.fraction == fraction }
                    ? place : nil
            }
            ?? NetworkPlace(
                on: EdgeID(row: edge), at: fraction, of: network,
                seenFrom: prepared.stops[index].input.coordinate)
        stop.place = RouteHandle.Place(place)
    }

    /// Checks that each leg is connected.
    private func check(_ handle: RouteHandle) throws(RouteRequestError) {
        let path = handle.path(placing: prepared.stops, on: network)
        for (number, leg) in path.legs.enumerated() {
            do throws(GivenPathError) {
                _ = try leg.path(on: network, leg: number)
            } catch {
                throw Self.notFound(leg: number)
            }
        }
    }
}
