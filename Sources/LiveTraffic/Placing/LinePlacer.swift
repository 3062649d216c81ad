// Places drawn lines on streets, using the matcher.

import Geo
import MapMatching
import RoadNetwork
import RoutingEngine

/// Places lines on the edges they follow.
///
/// A feed's lines belong to no request, so the only restriction applied is the direction of one-way
/// streets, which tells parallel carriageways apart.
final class LinePlacer {
    /// How far a street may be from a line, in meters.
    static let radiusMeters = 50.0
    /// How far vertices stray across their street: one standard deviation in meters.
    private static let accuracyMeters = 8.0
    /// The longest gap between points given to the matcher, in meters.
    private static let stepMeters = 100.0
    /// The longest line accepted, in meters.
    private static let longestMeters = 1_000_000.0

    private let network: NetworkDataset
    private let matcher: MapMatcher

    /// Prepares to match lines.
    ///
    /// - Parameters:
    ///   - costs: The result of ``costs(on:)``, shared by all threads.
    ///   - monitor: Stops the placing of a line.
    init(costs: RequestCosts, monitor: some SearchMonitor) {
        network = costs.network
        var options = MatchOptions()
        options.gpsAccuracyMeters = Self.accuracyMeters
        options.searchRadiusMeters = Self.radiusMeters
        matcher = MapMatcher(costs: costs, options: options, monitor: monitor)
    }

    /// Makes the costs to match lines with: lengths, under the direction rule of the first family
    /// with traffic.
    ///
    /// - Complexity: O(*n*) for *n* edges.
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

    /// Returns the edges that a line covers, with their shares, in the order of travel and each
    /// edge once.
    ///
    /// - Throws: ``RowProblem`` if the line follows no streets, or an error if the work was
    ///   stopped.
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

    func length(of edge: UInt32) -> Double {
        Double(network.lengthCentimeters(of: EdgeID(row: edge))) / 100
    }

    /// Returns the line's vertices, with points added where they are far apart.
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
    /// The row fits nowhere on the network.
    case row(RowProblem)
    /// The whole feed takes too long.
    case stopped
}
