// Routes along the parts of matched traces.

import Geo
import MapMatching
import NetworkAnalysis
import RoadNetwork
import RouteAPI

/// A trace with its result.
struct MatchedTrace {
    let trace: RequestTrace
    let match: TraceMatch
    /// For each part, the position of its route among all; `nil` where it has none.
    var routes: [Int?] = []
}

/// The routes along matched traces, with their stops.
struct MatchedRoutes {
    let layer: AnalysisLayer
    private(set) var traces: [MatchedTrace] = []
    private(set) var stops: [LocatedStop] = []
    /// The path of each route with the positions of its stops, its trace and its part.
    private(set) var paths: [(given: GivenPath, visits: [Int], trace: Int, part: Int)] = []

    init(layer: AnalysisLayer) { self.layer = layer }

    private var network: NetworkDataset { layer.network }

    /// Adds a trace, with a route for each of its parts.
    mutating func add(_ trace: RequestTrace, _ match: TraceMatch) {
        var matched = MatchedTrace(trace: trace, match: match)
        for (number, part) in match.parts.enumerated() {
            guard !part.elements.isEmpty, let ends = Self.ends(of: part, in: match) else {
                matched.routes.append(nil)
                continue
            }
            matched.routes.append(paths.count)
            let inner = match.points[part.points].dropFirst().dropLast().filter { point in
                trace.fixes[point.point].isStop && point.part == number
            }
            let marks = part.marks(from: ends.first, to: ends.last, stops: Array(inner))
            let visits = marks.map { add($0, of: part, trace) }
            var legs: [GivenLeg] = []
            for place in marks.indices.dropFirst() {
                let leg = part.leg(from: marks[place - 1], to: marks[place], on: network)
                guard let from = stops[visits[place - 1]].place,
                    let to = stops[visits[place]].place
                else { continue }
                legs.append(
                    GivenLeg(
                        edges: leg.edges, from: from, to: to, departure: leg.departure,
                        arrival: leg.arrival))
            }
            let count = match.parts.count
            let name =
                count == 1 ? trace.name : "\(trace.name), part \(number + 1) of \(count)"
            paths.append((GivenPath(legs: legs, name: name), visits, traces.count, number))
        }
        traces.append(matched)
    }

    /// The first and the last point that a part was made from.
    private static func ends(
        of part: MatchedPart, in match: TraceMatch
    ) -> (first: MatchedPoint, last: MatchedPoint)? {
        let placed = match.points[part.points].filter { $0.part != nil }
        guard let first = placed.first, let last = placed.last else { return nil }
        return (first, last)
    }

    /// Adds the stop of a mark, and returns its position.
    private mutating func add(
        _ mark: PathMark, of part: MatchedPart, _ trace: RequestTrace
    ) -> Int {
        let row = stops.count
        let costCount = network.description.costs.count
        if let point = mark.point {
            let fix = trace.fixes[point.point]
            stops.append(
                LocatedStop(
                    fix.name ?? "\(trace.name), point \(point.point + 1)", at: point.place,
                    row: row, original: fix.coordinate, costCount: costCount))
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
