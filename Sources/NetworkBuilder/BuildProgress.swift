// How a build reports its progress.

import Synchronization

/// A part of a build.
public enum BuildPhase: String, CaseIterable, Sendable, Codable {
    /// Ways and turn restrictions are read from the files.
    case readingRoads = "Reading roads"
    /// The nodes of the roads are read.
    case readingNodes = "Reading nodes"
    /// Roads are cut at junctions.
    case cuttingRoads = "Cutting roads"
    /// Segments are measured and collected.
    case draftingSegments = "Measuring segments"
    /// Turn restrictions are resolved to sequences of edges.
    case resolvingRestrictions = "Resolving turns"
    /// Everything that follows from the segments is computed.
    case assembling = "Assembling"
    /// The hierarchies for fast queries are made.
    case ordering = "Ordering streets"
    /// The dataset is written.
    case writing = "Writing"
    /// What was written is read back and checked.
    case verifying = "Verifying"

    /// The position among the phases, from 1.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// The progress of a build.
public struct BuildProgress: Sendable {
    /// What is being done.
    public var phase: BuildPhase
    /// The share of the phase that is done, 0 … 1.
    public var fraction: Double
    /// What has been processed in this phase.
    public var count: Int
    /// What is counted, such as `nodes`; empty when nothing is.
    public var unit: String
    /// ``count`` a second since the phase began; 0 at its start.
    public var ratePerSecond: Double
    /// Seconds since the phase began.
    public var elapsedSeconds: Double

    /// Seconds the phase will still take at its speed so far; `nil` while that is guesswork.
    public var remainingSeconds: Double? {
        guard fraction > 0.02, elapsedSeconds > 0.2 else { return nil }
        return elapsedSeconds * (1 - fraction) / fraction
    }
}

/// Turns the steps of a build into progress reports, and stops the build when its task is
/// cancelled.
final class ProgressMeter: Sendable {
    private struct State {
        var phase: BuildPhase
        var unit: String
        var start: ContinuousClock.Instant
    }

    private let report: @Sendable (BuildProgress) -> Void
    private let state: Mutex<State>

    init(_ report: @escaping @Sendable (BuildProgress) -> Void) {
        self.report = report
        state = Mutex(State(phase: .readingRoads, unit: "", start: .now))
    }

    /// Starts a phase.
    func begin(_ phase: BuildPhase, unit: String) throws {
        state.withLock { $0 = State(phase: phase, unit: unit, start: .now) }
        try update(fraction: 0, count: 0)
    }

    /// Reports the share of the current phase that is done.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func update(fraction: Double, count: Int) throws {
        try Task.checkCancellation()
        let now = state.withLock { $0 }
        let elapsed = (ContinuousClock.now - now.start) / .seconds(1)
        report(
            BuildProgress(
                phase: now.phase, fraction: fraction, count: count, unit: now.unit,
                ratePerSecond: elapsed > 0 ? Double(count) / elapsed : 0, elapsedSeconds: elapsed))
    }
}
