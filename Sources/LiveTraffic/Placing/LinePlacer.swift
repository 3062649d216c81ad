// Drawn lines on the streets, by the matcher.

import Geo
import MapMatching
import RoadNetwork
import RoutingEngine

/// Places lines on the edges that they follow.
///
/// The lines of a feed belong to no request, so that no restriction counts but the direction of
/// one-way streets, which distinguishes parallel carriageways.
final class LinePlacer {
    /// The greatest distance of a street from a line in meters.
    static let radiusMeters = 50.0
    /// The standard deviation of the vertices of a line across its street in meters.
    private static let accuracyMeters = 8.0
    /// The greatest distance between two points that the matcher gets, in meters.
    private static let stepMeters = 100.0
    /// The greatest length of a line in meters.
    private static let longestMeters = 1_000_000.0

    private let network: NetworkDataset
    private let matcher: MapMatcher

    /// - Parameters:
    ///   - costs: Those of ``costs(on:)``.
    ///   - monitor: Stops the placing of a line.
    init(costs: RequestCosts, monitor: some SearchMonitor) {
        network = costs.network
        var options = MatchOptions()
        options.gpsAccuracyMeters = Self.accuracyMeters
        options.searchRadiusMeters = Self.radiusMeters
        matcher = MapMatcher(costs: costs, options: options, monitor: monitor)
    }

    /// The costs under which lines are matched on a network: lengths, under the direction rule of
    /// the first family that traffic concerns.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    static func costs(on network: NetworkDataset) -> RequestCosts {
        let description = network.description
        let family = description.families.indices.first { description.hasTraffic(family: $0) } ?? 0
        let direction = description.families[family].directionRestriction
            .flatMap { description.restriction(named: $0)?.mask }
        let column =
            description.costs.first { $0.kind == .length && $0.isStored }?.column
            ?? description.liveColumns.first?.column ?? 0
        let key = MetricKey(
            column: column, family: family,
            restrictions: direction.map { [ActiveRestriction(mask: $0, effect: .prohibits)] } ?? [],
            uTurns: .deadEnds)
        return RequestCosts(network: network, metric: Metric(key: key, network: network))
    }

    /// The shares of edges that a line covers, in the order of travel; every edge once.
    ///
    /// - Throws: ``RowProblem`` for a line that follows no streets, or the end of the work.
    func cover(_ line: [Coordinate]) throws(PlacingFailure) -> [PlacedPiece] {
        let meters = Geodesic.lengthMeters(of: line)
        guard meters > 0, meters <= Self.longestMeters else {
            throw .row(
                RowProblem("is a line of \(Int(meters)) m; up to 1,000 km are placed"))
        }
        let match: TraceMatch
        do throws(MatchStopped) {
            match = try matcher.match(trace(of: line))
        } catch {
            throw .stopped
        }
        var covered = 0.0
        var rows: [UInt32: Int] = [:]
        var pieces: [PlacedPiece] = []
        for element in match.parts.flatMap(\.elements) {
            let edge = element.edge.row
            let share = max(0, element.to - element.from)
            covered += share * length(of: edge)
            if let row = rows[edge] {
                pieces[row].share = min(1, pieces[row].share + Float(share))
            } else {
                rows[edge] = pieces.count
                pieces.append(PlacedPiece(edge: edge, share: Float(share)))
            }
        }
        guard !pieces.isEmpty else {
            throw .row(
                RowProblem(
                    "is a line that follows no street within \(Int(Self.radiusMeters)) m"))
        }
        guard covered >= meters / 2, covered <= 2 * meters + 100 else {
            throw .row(
                RowProblem(
                    "is a line of \(Int(meters)) m, of which streets follow \(Int(covered)) m; "
                        + "draw it along the streets, in the direction of travel"))
        }
        return pieces
    }

    /// The length of an edge in meters.
    func length(of edge: UInt32) -> Double {
        Double(network.lengthCentimeters(of: EdgeID(row: edge))) / 100
    }

    /// The vertices of a line, and points between those that are far apart.
    private func trace(of line: [Coordinate]) -> [TracePoint] {
        var points: [TracePoint] = []
        var last: Coordinate?
        for vertex in line where vertex != last {
            if let last {
                let meters = Geodesic.distanceMeters(from: last, to: vertex)
                let steps = Int((meters / Self.stepMeters).rounded(.up))
                for step in 1..<max(1, steps) {
                    let share = Double(step) / Double(steps)
                    points.append(
                        TracePoint(
                            coordinate: Coordinate(
                                x: last.x + (vertex.x - last.x) * share,
                                y: last.y + (vertex.y - last.y) * share)))
                }
            }
            points.append(TracePoint(coordinate: vertex))
            last = vertex
        }
        return points
    }
}

/// Why a row is not placed.
enum PlacingFailure: Error {
    /// The row fits nowhere.
    case row(RowProblem)
    /// The whole feed takes too long.
    case stopped
}
