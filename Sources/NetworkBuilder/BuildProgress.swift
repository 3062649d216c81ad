// How a build reports its progress.

import Synchronization

/// A stage of a build.
public enum BuildPhase: String, CaseIterable, Sendable, Codable {
    /// Reads what the background of maps needs; only builds with a map do.
    case readingMap = "Reading the map"
    /// Assembles areas for the background of maps; only builds with a map do.
    case assemblingMap = "Assembling the map"
    /// Reads ways and turn restrictions from the files.
    case readingRoads = "Reading roads"
    /// Reads the nodes of the roads.
    case readingNodes = "Reading nodes"
    /// Cuts roads at junctions.
    case cuttingRoads = "Cutting roads"
    /// Measures and collects segments.
    case draftingSegments = "Measuring segments"
    /// Resolves turn restrictions to sequences of edges.
    case resolvingRestrictions = "Resolving turns"
    /// Computes everything derived from the segments.
    case assembling = "Assembling"
    /// Builds the hierarchies for fast queries.
    case ordering = "Ordering streets"
    /// Writes the dataset.
    case writing = "Writing"
    /// Reads back and checks what was written.
    case verifying = "Verifying"

    /// Returns the phases of a build, in order.
    ///
    /// - Parameter hasMap: Whether the build makes the background of maps.
    public static func phases(hasMap: Bool) -> [BuildPhase] {
        allCases.filter { hasMap || ![.readingMap, .assemblingMap].contains($0) }
    }
}

/// How far a build has come.
public struct BuildProgress: Sendable {
    /// The current phase.
    public var phase: BuildPhase
    /// The phase's position, from 1.
    public var step: Int
    /// The number of phases.
    public var stepCount: Int
    /// The share of the phase done so far, 0 … 1.
    public var fraction: Double
    /// How many units have been processed in this phase.
    public var count: Int
    /// What is counted, such as `nodes`; empty if nothing is counted.
    public var unit: String
    /// Units per second since the phase began; 0 at its start.
    public var ratePerSecond: Double
    /// Seconds since the phase began.
    public var elapsedSeconds: Double

    /// Seconds the phase will still take at its speed so far; `nil` until that can be estimated.
    public var remainingSeconds: Double? {
        guard fraction > 0.02, elapsedSeconds > 0.2 else { return nil }
        return elapsedSeconds * (1 - fraction) / fraction
    }
}

/// Reports the progress of a build, and stops the build if its task is cancelled.
final class ProgressMeter: Sendable {
    private struct State {
        var phase: BuildPhase
        var unit: String
        var start: ContinuousClock.Instant
    }

    private let report: @Sendable (BuildProgress) -> Void
    private let phases: [BuildPhase]
    private let state: Mutex<State>

    /// - Parameter hasMap: Whether the build makes the background of maps.
    init(hasMap: Bool = false, _ report: @escaping @Sendable (BuildProgress) -> Void) {
        self.report = report
        phases = BuildPhase.phases(hasMap: hasMap)
        state = Mutex(State(phase: phases[0], unit: "", start: .now))
    }

    func begin(_ phase: BuildPhase, unit: String) throws {
        state.withLock { $0 = State(phase: phase, unit: unit, start: .now) }
        try update(fraction: 0, count: 0)
    }

    /// Reports how much of the current phase is done.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func update(fraction: Double, count: Int) throws {
        try Task.checkCancellation()
        let now = state.withLock { $0 }
        let elapsed = (ContinuousClock.now - now.start) / .seconds(1)
        report(
            BuildProgress(
                phase: now.phase, step: (phases.firstIndex(of: now.phase) ?? 0) + 1,
                stepCount: phases.count, fraction: fraction, count: count, unit: now.unit,
                ratePerSecond: elapsed > 0 ? Double(count) / elapsed : 0, elapsedSeconds: elapsed))
    }
}
