// Finds the directed edges on which a route may arrive at a place, or leave it.

import Foundation
import Geo
import RoadNetwork
import RoutingEngine

extension StopLocator {
    func place(
        _ hits: [Hit], _ coordinate: Coordinate, _ options: Options
    ) -> NetworkPlace? {
        guard let first = hits.first else { return nil }
        var candidates: [PlaceCandidate] = []
        for hit in hits {
            let side = side(of: coordinate, hit)
            let forward = PlaceCandidate(
                edge: EdgeID(row: UInt32(2 * hit.segment)), fraction: hit.share, side: side)
            if hit.share == 0 || hit.share == 1 {
                let edge = hit.share == 0 ? forward.edge.twin : forward.edge
                candidates += meeting(at: network.head(of: edge), seenFrom: coordinate)
            } else {
                candidates.append(forward)
                candidates.append(
                    PlaceCandidate(
                        edge: forward.edge.twin, fraction: 1 - hit.share, side: side.opposite))
            }
        }
        if options.ignoresCurbsOfOneWays { ignoreCurbsOfOneWays(&candidates) }
        // A junction of a street with a motorway is a place on the street.
        let most = hits.map { stopMeters(ofSegment: $0.segment, options) }.max() ?? 0
        candidates = Self.distinct(
            candidates.filter {
                accepts($0, options) && stopMeters(of: $0.edge.row, options) <= most
            })
        guard !candidates.isEmpty else { return nil }
        return NetworkPlace(
            coordinate: first.coordinate, distanceMeters: first.meters, segment: first.segment,
            share: first.share, side: side(of: coordinate, first), candidates: candidates,
            isRelocated: false)
    }

    /// Puts the input on both sides of each street that is open in one direction.
    func ignoreCurbsOfOneWays(_ candidates: inout [PlaceCandidate]) {
        for index in candidates.indices
        where !costs.isUsable(candidates[index].edge.twin.row) {
            candidates[index].side = .both
        }
    }

    /// Removes duplicates and sorts candidates by edge.
    private static func distinct(_ candidates: [PlaceCandidate]) -> [PlaceCandidate] {
        var distinct: [PlaceCandidate] = []
        distinct.reserveCapacity(candidates.count)
        for candidate in candidates where !distinct.contains(candidate) {
            distinct.append(candidate)
        }
        return distinct.sorted {
            ($0.edge, $0.fraction, $0.side) < ($1.edge, $1.fraction, $1.side)
        }
    }

    private func accepts(_ candidate: PlaceCandidate, _ options: Options) -> Bool {
        guard costs.isUsable(candidate.edge.row) || !options.skipsRestricted else { return false }
        if let streets = options.streets, !streets.holds(segment: Int(candidate.edge.segment)) {
            return false
        }
        if options.skipsBarred, let effects = barriers.segments[candidate.edge.segment] {
            let along = candidate.edge.isForward ? candidate.fraction : 1 - candidate.fraction
            if effects.isBarred(at: along) { return false }
        }
        return keepsBearing(candidate.edge, at: candidate.fraction, options)
    }

    /// Whether travel along an edge has an accepted bearing at a place.
    private func keepsBearing(_ edge: EdgeID, at fraction: Double, _ options: Options) -> Bool {
        guard let bearing = options.bearing else { return true }
        let measure = LineMeasure(network.shape(of: edge))
        let step = measure.step(at: fraction)
        let travel = Geodesic.bearingDegrees(
            from: measure.line[step], to: measure.line[min(step + 1, measure.line.count - 1)])
        let turned = abs(travel - bearing.degrees).truncatingRemainder(dividingBy: 360)
        return min(turned, 360 - turned) <= bearing.width / 2
    }

    /// If a street lies within the tolerance, its direction on a plane differs from its bearing by
    /// at most this many degrees.
    private static let planarDegrees = 5.0
    /// The latitude up to which they differ by less.
    private static let planarLatitude = 80.0

    /// Whether some piece of a line may have an accepted bearing, in either direction.
    ///
    /// If a bearing fits no street, all streets within the tolerance are tried: this takes a
    /// fraction of the time in which a line is measured.
    func mayKeepBearing(
        _ line: [Coordinate], from place: Coordinate, _ scale: (x: Double, y: Double),
        _ options: Options
    ) -> Bool {
        guard let bearing = options.bearing, abs(place.y) < Self.planarLatitude,
            case let widest = bearing.width / 2 + Self.planarDegrees, widest < 90
        else { return true }
        let angle = bearing.degrees * .pi / 180
        let (east, north) = (sin(angle), cos(angle))
        let least = cos(widest * .pi / 180)
        return zip(line, line.dropFirst()).contains { from, to in
            let (x, y) = ((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
            let along = x * east + y * north
            return along * along >= least * least * (x * x + y * y)
        }
    }

    /// Whether some usable direction of a street has an accepted bearing.
    func keepsBearing(_ hit: Hit, _ options: Options) -> Bool {
        guard options.bearing != nil else { return true }
        let edge = EdgeID(row: UInt32(2 * hit.segment))
        return [(edge, hit.share), (edge.twin, 1 - hit.share)].contains { edge, fraction in
            (costs.isUsable(edge.row) || !options.skipsRestricted)
                && keepsBearing(edge, at: fraction, options)
        }
    }

    /// Returns every edge at a node, with the side on which a coordinate lies.
    private func meeting(at node: NodeID, seenFrom coordinate: Coordinate) -> [PlaceCandidate] {
        network.edges(leaving: node).flatMap { row -> [PlaceCandidate] in
            let edge = EdgeID(row: network.outEdges[row])
            let measure = LineMeasure(network.shape(of: edge))
            let hit = Hit(
                segment: edge.segment, share: 0, coordinate: measure.line[0], meters: 0,
                measure: measure)
            let side = side(of: coordinate, hit)
            return [
                PlaceCandidate(edge: edge, fraction: 0, side: side),
                PlaceCandidate(edge: edge.twin, fraction: 1, side: side.opposite),
            ]
        }
    }

    /// Finds on which side of a line a coordinate lies, at the line's nearest piece.
    private func side(of coordinate: Coordinate, _ hit: Hit) -> RoadSide {
        let line = hit.measure.line
        guard line.count > 1 else { return .both }
        let scale = Geodesic.metersPerDegree(atLatitude: coordinate.y)
        let step = hit.measure.step(at: hit.share)
        let (from, to) = (line[step], line[step + 1])
        let (dx, dy) = ((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
        let (px, py) = ((coordinate.x - from.x) * scale.x, (coordinate.y - from.y) * scale.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return .both }
        let left = (dx * py - dy * px) / length
        if abs(left) <= Self.onLineMeters { return .both }
        return left > 0 ? .left : .right
    }
}
