// Speed, limit and jam for each piece of a route's line.

import RoadNetwork
import RouteAPI

/// Joins conditions on edges to the pieces of a line.
///
/// A piece between two line points may be part of an edge, or several edges after generalization.
/// Its speed is its length divided by the edges' total time, its limit is their lowest, and its jam
/// class compares their time with their time without traffic.
struct PieceConditions {
    private let line: RouteLine
    private let passed: [PassedEdge]
    private let edges: [EdgeConditions]
    private let shares: JamShares
    /// For each step from one vertex to the next, the edge's index; -1 if the line is a single
    /// point.
    private let edgeOfStep: [Int]

    /// - Parameters:
    ///   - line: The line with its step lengths.
    ///   - passed: The route's edges.
    ///   - edges: The conditions on each edge.
    init(of line: RouteLine, _ passed: [PassedEdge], _ edges: [EdgeConditions], _ shares: JamShares)
    {
        var edgeOfStep = [Int](repeating: -1, count: max(0, line.vertices.count - 1))
        for (position, edge) in passed.enumerated() {
            for step in line.steps(ofElement: edge.element, leg: edge.leg) {
                edgeOfStep[step] = position
            }
        }
        self.line = line
        self.passed = passed
        self.edges = edges
        self.shares = shares
        self.edgeOfStep = edgeOfStep
    }

    /// Sums over a piece's edges.
    private struct Sums {
        var meters = 0.0
        /// Hours times 1,000: meters divided by km/h.
        var time = 0.0
        var freeTime = 0.0
        var limit: Int?
        var isClosed = false

        mutating func add(_ edge: EdgeConditions, meters step: Double) {
            if let speed = edge.speed, let free = edge.freeSpeed {
                meters += step
                time += step / speed
                freeTime += step / free
            }
            note(edge)
        }

        mutating func note(_ edge: EdgeConditions) {
            if let known = edge.limit { limit = min(limit ?? known, known) }
            isClosed = isClosed || edge.isClosed
        }
    }

    /// Adds values for every piece between neighboring line points.
    ///
    /// - Parameter points: The points' vertex indices, ascending.
    /// - Complexity: O(*n*) for *n* vertices.
    func add(to route: inout RouteConditions, points: [Int]) {
        for (from, to) in zip(points, points.dropFirst()) {
            var sums = Sums()
            for step in from..<max(from, to) where edgeOfStep[step] >= 0 {
                let meters = line.meters[step + 1] - line.meters[step]
                sums.add(edges[edgeOfStep[step]], meters: meters)
            }
            var speed = sums.meters > 0 ? sums.meters / sums.time : nil
            var share = sums.time > 0 ? sums.freeTime / sums.time : 1
            if sums.meters == 0, let edge = edge(at: from) {
                // The piece is a point: use the speed there.
                sums.note(edge)
                speed = edge.speed
                share = edge.share
            }
            route.speeds.append(speed.map { ($0 * 100).rounded() / 100 })
            route.limits.append(sums.limit)
            route.jams.append(sums.isClosed ? .blocked : shares.jamClass(ofShare: share))
        }
    }

    /// Returns the edge that ends or begins at a vertex, or the only edge if the route is a point.
    private func edge(at vertex: Int) -> EdgeConditions? {
        let near = [vertex - 1, vertex].lazy.filter { edgeOfStep.indices.contains($0) }
            .map { edgeOfStep[$0] }.first { $0 >= 0 }
        if let near { return edges[near] }
        return edges.first
    }
}

extension EdgeConditions {
    /// The speed as a share of free speed; 1 if either is unknown.
    var share: Double {
        guard let speed, let freeSpeed, freeSpeed > 0 else { return 1 }
        return speed / freeSpeed
    }
}
