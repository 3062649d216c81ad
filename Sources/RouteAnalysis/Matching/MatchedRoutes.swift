// Routes along the parts of matched traces.

import Geo
import MapMatching
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import SystemResources

/// The routes along matched traces, with their stops.
struct MatchedRoutes {
    let layer: AnalysisLayer
    let sent: RequestTraces
    /// The points of all traces, in order.
    let points = SpooledArray<MatchedPoint>()
    private(set) var traces: [MatchedTrace] = []
    private(set) var stops: [LocatedStop] = []
    /// Each route's path with the indices of its stops, its trace and its part.
    private(set) var paths: [(given: GivenPath, visits: [Int], trace: Int, part: Int)] = []

    init(_ sent: RequestTraces, on layer: AnalysisLayer) {
        self.sent = sent
        self.layer = layer
    }

    private var network: NetworkDataset { layer.network }

    /// Why points or positions are missing; `nil` if all could be read back.
    var failure: RouteRequestError? {
        sent.failure ?? points.failure.map { .unreadablePositions($0.description) }
    }

    /// Adds a trace, with a route for each of its parts.
    mutating func add(_ result: MatchedTrace) {
        var matched = result
        let name = result.trace.name
        let count = matched.parts.count
        for (number, part) in matched.parts.enumerated() where !part.path.elements.isEmpty {
            matched.parts[number].route = paths.count
            let marks = part.path.marks(from: part.first, to: part.last, stops: part.stops)
            let visits = marks.map { add($0, of: part.path, result.trace) }
            var legs: [GivenLeg] = []
            for place in marks.indices.dropFirst() {
                let leg = part.path.leg(from: marks[place - 1], to: marks[place], on: network)
                guard let from = stops[visits[place - 1]].place,
                    let to = stops[visits[place]].place
                else { continue }
                legs.append(
                    GivenLeg(
                        edges: leg.edges, from: from, to: to, departure: leg.departure,
                        arrival: leg.arrival))
            }
            let title = count == 1 ? name : "\(name), part \(number + 1) of \(count)"
            paths.append((GivenPath(legs: legs, name: title), visits, traces.count, number))
        }
        traces.append(matched)
    }

    /// Adds a mark's stop, and returns its index.
    private mutating func add(
        _ mark: PathMark, of part: MatchedPart, _ trace: RequestTraces.Trace
    ) -> Int {
        let row = stops.count
        let costCount = network.description.costs.count
        if let point = mark.point {
            let fix = sent.fix(point.point, of: trace)
            stops.append(
                LocatedStop(
                    fix?.name ?? "\(trace.name), point \(point.point + 1)", at: point.place,
                    row: row, original: fix?.coordinate ?? point.coordinate,
                    costCount: costCount))
        } else {
            let edge = part.elements[mark.element].edge
            let coordinate = LineMeasure(network.shape(of: edge)).coordinate(at: mark.share)
            let place = NetworkPlace(
                on: edge, at: mark.share, side: .both, coordinate: coordinate, distance: 0)
            stops.append(
                LocatedStop(
                    "Turn", at: place, row: row, original: coordinate, costCount: costCount,
                    type: .waypoint))
        }
        return row
    }
}
