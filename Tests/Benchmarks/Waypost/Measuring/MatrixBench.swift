// Measures large matrices: their time, and how long they continue after being cancelled.

import Foundation
import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteTesting
import Synchronization

/// Matrices under measurement.
struct MatrixBench {
    /// How many matrices are cancelled, each after another share of its rows.
    private static let turns = 20
    /// How often the whole matrix is timed.
    private static let passes = 5
    /// The number of origins, also of destinations.
    private static let places = 1_000

    let layer: NetworkLayer
    let requests: PreparedRequests

    /// Measures a 1,000 × 1,000 cost matrix, and the parts of its solve.
    func measure() throws {
        let parameters = parameters
        _ = try layer.solve(parameters)
        var (latencies, parts) = (Latencies(), SolveParts())
        for _ in 0..<Self.passes {
            let control = SolveControl()
            let (time, _) = try Stopwatch.milliseconds {
                try layer.solve(parameters, control: control)
            }
            latencies.add(time)
            parts.add(control.timings)
        }
        try ResultLine(work: "matrix-1000", latencies, facts: parts.facts).print()
    }

    /// Measures the time from cancelling a 1,000 × 1,000 matrix to its end.
    ///
    /// Matrices that finish before they are cancelled count as failed.
    func measureCancel() throws {
        let parameters = parameters
        let (whole, _) = try Stopwatch.milliseconds { try layer.solve(parameters) }
        var latencies = Latencies()
        for turn in 0..<Self.turns {
            let called = CalledOff(afterRows: 1 + turn * Self.places / Self.turns)
            do throws(RouteRequestError) {
                _ = try layer.solve(parameters, control: called.control)
                called.end()
                latencies.addFailure()
            } catch {
                let end = ContinuousClock.now
                guard error.identifier == .cancelled, let start = called.instant else {
                    throw error
                }
                let (seconds, attoseconds) = (end - start).components
                latencies.add(Double(seconds) * 1_000 + Double(attoseconds) * 1e-15)
            }
        }
        let facts = ["most": latencies.milliseconds.max() ?? .nan, "whole": whole]
        try ResultLine(work: "matrix-cancel", latencies, facts: facts).print()
    }

    /// Costs between the pairs' ends.
    private var parameters: ODCostMatrixParameters {
        func input(_ end: Int) -> LocationInput {
            let pairs = requests.pairs
            let places = (0..<Self.places).map { Coordinate(pairs[$0 % pairs.count][end]) }
            return LocationInput(features: .places(places))
        }
        var parameters = ODCostMatrixParameters()
        parameters.origins = input(0)
        parameters.destinations = input(1)
        parameters.outputType = .sparseMatrix
        return parameters
    }
}

/// A solve that another thread cancels after some rows.
private final class CalledOff: Sendable {
    let control = SolveControl()
    private let called = Mutex<ContinuousClock.Instant?>(nil)
    private let isOver = Atomic(false)

    init(afterRows rows: Int) {
        Thread.detachNewThread { [self] in
            while (control.progress?.done ?? 0) < rows {
                if isOver.load(ordering: .relaxed) { return }
                Thread.sleep(forTimeInterval: 0.000_1)
            }
            called.withLock { $0 = ContinuousClock.now }
            control.cancel()
        }
    }

    /// When it was cancelled.
    var instant: ContinuousClock.Instant? { called.withLock { $0 } }

    /// Ends the wait for rows.
    func end() { isOver.store(true, ordering: .relaxed) }
}
