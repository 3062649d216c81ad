// Matches traces from a table, and writes the data for comparing peers.

import Foundation
import Geo
import MapMatching
import RoadNetwork
import RoutingEngine

/// Matches the traces in a CSV file with the columns `trip,seconds,lon,lat`.
struct TraceBench {
    private let network: NetworkDataset
    private let costs: RequestCosts
    private let options: MatchOptions

    /// Uses the usual travel mode by car.
    init(network: NetworkDataset, accuracy: Double?) {
        self.network = network
        let description = network.description
        let names = ["Driving an Automobile", "Through Traffic Prohibited"]
        let restrictions = description.includingImplied(names).map {
            ActiveRestriction(
                mask: $0.mask, effect: .prohibits, isThroughTraffic: $0.rule == .throughTraffic)
        }
        let key = MetricKey(
            column: description.cost(named: "TravelTime")?.column ?? 0,
            family: description.familyIndex(named: "motor") ?? 0, restrictions: restrictions,
            uTurns: .deadEndsAndIntersections)
        costs = RequestCosts(network: network, metric: Metric(key: key, network: network))
        var options = MatchOptions()
        options.gpsAccuracyMeters = accuracy
        self.options = options
    }

    /// A file's traces, in its order.
    static func traces(in file: String) throws -> [[TracePoint]] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var traces: [[TracePoint]] = []
        var last: Substring?
        for row in text.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: ",")
            guard cells.count >= 4, let seconds = Double(cells[1]), let x = Double(cells[2]),
                let y = Double(cells[3])
            else { continue }
            if cells[0] != last { traces.append([]) }
            last = cells[0]
            traces[traces.count - 1].append(
                TracePoint(coordinate: Coordinate(x: x, y: y), time: seconds))
        }
        return traces
    }

    /// Matches every trace and writes one line of JSON for each: milliseconds (the least of some
    /// passes), the parts' lines, and each point's place and confidence.
    func run(_ traces: [[TracePoint]], passes: Int, write: (String) -> Void) throws {
        let matcher = MapMatcher(costs: costs, options: options)
        for trace in traces {
            var milliseconds = Double.infinity
            var match = TraceMatch()
            for _ in 0..<passes {
                let start = ContinuousClock.now
                match = try matcher.match(trace)
                let taken = ContinuousClock.now - start
                let (seconds, rest) = taken.components
                milliseconds = min(milliseconds, Double(seconds) * 1_000 + Double(rest) / 1e15)
            }
            write(json(match, milliseconds))
        }
    }

    /// Matches every trace and writes a CSV row, `trace,point,confidence,edge`, for each point on a
    /// street with a confidence below a limit.
    func writeUnsurePoints(
        of traces: [[TracePoint]], below limit: Double, write: (String) -> Void
    ) throws {
        let matcher = MapMatcher(costs: costs, options: options)
        write("trace,point,confidence,edge")
        for (row, trace) in traces.enumerated() {
            for (index, point) in try matcher.match(trace).points.enumerated()
            where point.part != nil && point.confidence < limit {
                write("\(row),\(index),\(point.confidence),\(point.edge)")
            }
        }
    }

    private func json(_ match: TraceMatch, _ milliseconds: Double) -> String {
        let lines = match.parts.map { part in
            let places = line(of: part).map { "[\($0.x),\($0.y)]" }
            return "[\(places.joined(separator: ","))]"
        }
        let points = match.points.map { point in
            "[\(point.coordinate.x),\(point.coordinate.y),\"\(point.status.rawValue)\","
                + "\(point.confidence),\(point.part == nil ? -1 : Int(point.edge))]"
        }
        let rules = match.parts.flatMap { causes(on: $0) }.map { "\"\($0)\"" }
        return "{\"ms\":\(milliseconds),\"accuracy\":\(match.accuracyMeters),\"gaps\":"
            + "\(match.gaps.count),\"rules\":[\(rules.joined(separator: ","))],\"lines\":["
            + "\(lines.joined(separator: ","))],\"points\":[\(points.joined(separator: ","))]}"
    }

    /// The rules that a part breaks. A vehicle that turned round between two junctions broke no
    /// rule there.
    private func causes(on part: MatchedPart) -> [PathClosure.Cause] {
        let turned = Set(part.turningElements.map { $0 + 1 })
        return costs.follow(NetworkPath(elements: part.elements)).closures
            .filter { $0.cause != .uTurn || !turned.contains($0.element) }
            .map(\.cause)
    }

    /// A part's drawn line.
    private func line(of part: MatchedPart) -> [Coordinate] {
        part.elements.flatMap { element in
            LineMeasure(network.shape(of: element.edge)).part(from: element.from, to: element.to)
        }
    }
}
