// Reads the public problem collections that are used for benchmarks.

import Foundation
import Testing

@testable import Sequencing

/// A problem of a public collection with its best known value, or a ring of which that is proven.
struct BenchmarkProblem: Sendable, CustomTestStringConvertible {
    let name: String
    let best: Int64
    /// The soonest known end of a tour with windows.
    var soonestEnd: Int64?
    /// How far above the best value a found one may be, as a share of it.
    var tolerance: Double
    /// The problem in the format of its collection.
    let text: @Sendable () throws -> String

    var testDescription: String { name }

    /// Where the collections are: in the shared data folder, when present.
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data")

    /// TSPLIB: G. Reinelt, *TSPLIB – a traveling salesman problem library*, ORSA Journal on
    /// Computing 3 (1991).
    static let tsplib: [BenchmarkProblem] = rows(of: "tsp/optimal.csv").compactMap { row in
        guard row.count == 3, let best = Int64(row[2]) else { return nil }
        let file = folder.appending(path: "tsp/\(row[0])/\(row[1]).\(row[0])")
        return BenchmarkProblem(name: row[1], best: best, tolerance: 0.05) {
            try String(contentsOf: file, encoding: .utf8)
        }
    }

    /// Problems with windows of up to 60 stops; the best value is the sum of the legs.
    static let tsptw: [BenchmarkProblem] = rows(of: "tsptw/best_known.csv").compactMap {
        row in
        guard row.count >= 5, ["Dumas", "AFG", "GendreauDumasExtended"].contains(row[0]),
            Int(row[2]) ?? .max <= 60,
            let best = Int64(row[3])
        else { return nil }
        let file = folder.appending(path: "tsptw/\(row[0])/\(row[1])")
        return BenchmarkProblem(
            name: row[1], best: best, soonestEnd: Int64(row[4]), tolerance: 0.01
        ) { try String(contentsOf: file, encoding: .utf8) }
    }

    private static func rows(of path: String) -> [[String]] {
        let url = folder.appending(path: path)
        guard FileManager.default.fileExists(atPath: url.path()) else { return [] }
        do {
            return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
                .dropFirst()
                .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        } catch {
            Issue.record("\(url.lastPathComponent) is there and cannot be read: \(error)")
            return []
        }
    }

    /// The round trip as a path: node 0 first and, as a stop of its own, last.
    func roundTrip() throws -> TourProblem {
        let matrix = try TSPLIBFile(try text()).matrix()
        let count = matrix.count
        var costs = matrix.map { $0 + [$0[0]] }
        costs.append(costs[0])
        return TourProblem(costs: costs, firstStop: 0, lastStop: count)
    }

    /// The same with windows: a count, a matrix, and a line "ready due" for each node.
    func windowedRoundTrip(_ goal: TourGoal.Cost) throws -> TourProblem {
        let numbers = try text().split(whereSeparator: \.isNewline).flatMap { line in
            line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        }.compactMap { Int64($0) }
        let count = Int(numbers[0])
        var costs = (0..<count).map { row in
            numbers[(1 + row * count)..<(1 + (row + 1) * count)].map { UInt32($0) }
        }
        costs = costs.map { $0 + [$0[0]] }
        costs.append(costs[0])
        var windows = (0..<count).map { stop in
            let place = 1 + count * count + 2 * stop
            return TimeWindow(opens: numbers[place], closes: numbers[place + 1])
        }
        windows.append(TimeWindow(opens: windows[0].opens, closes: windows[0].closes))
        return TourProblem(
            costs: costs, firstStop: 0, lastStop: count, windows: windows, start: windows[0].opens,
            goal: TourGoal(cost: goal))
    }
}

/// A TSPLIB file: `KEY: value` lines, then sections of numbers.
private struct TSPLIBFile {
    private struct Malformed: Error {}

    private var keys: [String: String] = [:]
    private var weights: [Double] = []
    private var places: [(x: Double, y: Double)] = []

    init(_ text: String) throws {
        var section = ""
        for line in text.split(whereSeparator: \.isNewline).map({
            $0.trimmingCharacters(in: .whitespaces)
        }) {
            if line.hasSuffix("SECTION") || line == "EOF" {
                section = line
            } else if let colon = line.firstIndex(of: ":") {
                let key = line[..<colon].trimmingCharacters(in: .whitespaces)
                keys[key] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            } else {
                let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
                if section.hasPrefix("EDGE_WEIGHT") { weights += numbers }
                if section.hasPrefix("NODE_COORD"), numbers.count == 3 {
                    places.append((numbers[1], numbers[2]))
                }
            }
        }
    }

    func matrix() throws -> [[UInt32]] {
        guard let count = Int(keys["DIMENSION"] ?? "") else { throw Malformed() }
        switch (keys["EDGE_WEIGHT_TYPE"], keys["EDGE_WEIGHT_FORMAT"]) {
        case ("EXPLICIT", "FULL_MATRIX"):
            guard weights.count == count * count else { throw Malformed() }
            return (0..<count).map { row in
                weights[row * count..<(row + 1) * count].map { UInt32($0) }
            }
        case ("EXPLICIT", "LOWER_DIAG_ROW"):
            guard weights.count == count * (count + 1) / 2 else { throw Malformed() }
            return (0..<count).map { row in
                (0..<count).map { column in
                    let (high, low) = (max(row, column), min(row, column))
                    return UInt32(weights[high * (high + 1) / 2 + low])
                }
            }
        case ("EUC_2D", _):
            return distances { a, b in
                ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot().rounded()
            }
        case ("GEO", _):
            return distances(Self.geographical)
        default: throw Malformed()
        }
    }

    private func distances(
        _ distance: ((x: Double, y: Double), (x: Double, y: Double)) -> Double
    ) -> [[UInt32]] {
        places.map { a in places.map { b in UInt32(distance(a, b)) } }
    }

    /// TSPLIB 95, section 2.4: degrees and minutes, pi cut short, kilometers rounded up.
    private static func geographical(
        _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
    ) -> Double {
        func radians(_ value: Double) -> Double {
            let degrees = value.rounded(.towardZero)
            return 3.141592 * (degrees + 5 * (value - degrees) / 3) / 180
        }
        let (q1, q2) = (cos(radians(a.y) - radians(b.y)), cos(radians(a.x) - radians(b.x)))
        let q3 = cos(radians(a.x) + radians(b.x))
        return (6_378.388 * acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1).rounded(.down)
    }
}
