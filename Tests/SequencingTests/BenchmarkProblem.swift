// Reads public benchmark collections.

import Foundation
import Testing

@testable import Sequencing

/// A problem from a public collection with its best known value, or a ring with a proven one.
struct BenchmarkProblem: Sendable, CustomTestStringConvertible {
    let name: String
    let best: Int64
    /// The earliest known end for a tour with windows.
    var soonestEnd: Int64?
    /// How far a found value may exceed the best one, as a share of it.
    var tolerance: Double
    /// The problem in its collection's format.
    let text: @Sendable () throws -> String

    var testDescription: String { name }

    /// The collections in the shared data folder, if present.
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

    /// Problems with windows and up to 60 stops; the best value is the sum of the legs.
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

    /// A CSV file's rows as cells; none if the collection is missing.
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

    /// The round trip as a path: node 0 comes first and, as an extra stop, last.
    func roundTrip() throws -> TourProblem {
        try SequenceInstance(text: try text(), goal: TourGoal()).problem
    }

    /// The same with windows.
    func windowedRoundTrip(_ cost: TourGoal.Cost) throws -> TourProblem {
        try SequenceInstance(text: try text(), goal: TourGoal(cost: cost)).problem
    }
}
