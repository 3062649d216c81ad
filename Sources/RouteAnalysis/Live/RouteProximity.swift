// How far a path leads away from a route.

import Geo
import PathFinding
import RoadNetwork

/// A route's line, for measuring the distance to places.
struct RouteProximity {
    /// An edge's line with its bounding box.
    private struct Piece {
        var line: [Coordinate]
        var box: Envelope
    }

    private let network: NetworkDataset
    private let pieces: [Piece]
    private let segments: Set<Int>

    /// Reads a route's line.
    ///
    /// - Complexity: O(*n*) for *n* vertices.
    init(_ route: [PathMeasure.Piece], on network: NetworkDataset) {
        self.network = network
        pieces = route.map { piece in
            let line = Self.line(of: piece.edge, from: piece.from, to: piece.to, network)
            return Piece(line: line, box: Envelope(line))
        }
        segments = Set(
            route.filter { $0.from == 0 && $0.to == 1 }.map(\.edge.segment))
    }

    /// The greatest distance between the tested places on a path, in meters.
    private static let stepMeters = 100.0

    /// Returns a path's greatest distance from the route in meters, at its vertices and at places
    /// between them.
    ///
    /// Method: the directed Hausdorff distance; a place is given up as soon as it is nearer than
    /// the farthest one so far. Taha and Hanbury, *An Efficient Algorithm for Calculating the Exact
    /// Hausdorff Distance*, IEEE TPAMI 37 (2015), doi:10.1109/TPAMI.2015.2408351.
    ///
    /// - Complexity: O(*n* · *m*) for *n* path vertices and *m* route edges.
    func farthestMeters(of path: NetworkPath) -> Double {
        var (farthest, near) = (0.0, 0)
        for element in path.elements where !segments.contains(element.edge.segment) {
            let line = Self.line(
                of: element.edge, from: element.from, to: element.to, network)
            for (from, to) in zip(line, line.dropFirst()) {
                let steps = (Geodesic.distanceMeters(from: from, to: to) / Self.stepMeters)
                    .rounded(.up)
                for step in 0..<max(1, Int(min(steps, 1e6))) {
                    let share = Double(step) / max(1, steps)
                    let place = Coordinate(
                        x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
                    farthest = max(farthest, meters(of: place, above: farthest, &near))
                }
            }
            if let last = line.last {
                farthest = max(farthest, meters(of: last, above: farthest, &near))
            }
        }
        return farthest
    }

    /// Returns a place's distance from the route; stops early, with any lower value, once it is at
    /// most `least`.
    ///
    /// - Parameter near: The piece the place is likely to be near; set to the nearest one found.
    private func meters(of place: Coordinate, above least: Double, _ near: inout Int) -> Double {
        guard !pieces.isEmpty else { return 0 }
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        var best = LineMeasure.leastMeters(from: place, to: pieces[near].line, scale: scale)
        for (index, piece) in pieces.enumerated() {
            if best <= least { break }
            let dx = max(piece.box.minX - place.x, place.x - piece.box.maxX, 0) * scale.x
            let dy = max(piece.box.minY - place.y, place.y - piece.box.maxY, 0) * scale.y
            guard dx * dx + dy * dy < best * best else { continue }
            let found = LineMeasure.leastMeters(from: place, to: piece.line, scale: scale)
            if found < best { (best, near) = (found, index) }
        }
        return best
    }

    private static func line(
        of edge: EdgeID, from: Double, to: Double, _ network: NetworkDataset
    ) -> [Coordinate] {
        let shape = network.shape(of: edge)
        return from == 0 && to == 1 ? shape : LineMeasure(shape).part(from: from, to: to)
    }
}
