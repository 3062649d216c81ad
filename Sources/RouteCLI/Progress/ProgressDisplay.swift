// Shows progress on standard error: a moving bar on a terminal, a line for each phase elsewhere.

import NetworkBuilder
import Synchronization

/// A progress display. You may report to it from any thread.
final class ProgressDisplay: Sendable {
    enum Style {
        case bar
        case lines
        case none

        /// The style for standard error.
        static func suiting(quiet: Bool) -> Style {
            quiet ? .none : Console.showsProgress ? .bar : .lines
        }
    }

    private struct State {
        var last: ProgressLine?
        var lastShown: ContinuousClock.Instant?
    }

    private let style: Style
    private let state = Mutex(State())

    init(_ style: Style) { self.style = style }

    /// Shows progress; a new title ends the previous phase.
    func report(_ line: ProgressLine) {
        guard style != .none else { return }
        state.withLock { state in
            let isNew = state.last?.title != line.title
            if isNew { finishPhase(&state) }
            state.last = line
            guard style == .bar else { return }
            let now = ContinuousClock.now
            // At most ten updates per second.
            if !isNew, let shown = state.lastShown, now - shown < .milliseconds(100) { return }
            state.lastShown = now
            let text = line.line(columns: Console.columns)
            Console.write(bytes: Array("\r\u{1B}[K\(text)".utf8), to: .standardError)
        }
    }

    /// Ends the last phase.
    func finish() { state.withLock { finishPhase(&$0) } }

    /// Ends the display without a line for the interrupted phase.
    func abandon() {
        state.withLock { state in
            if style == .bar, state.last != nil { Console.write("", to: .standardError) }
            state.last = nil
        }
    }

    private func finishPhase(_ state: inout State) {
        guard let last = state.last else { return }
        if style == .bar { Console.write(bytes: Array("\r\u{1B}[K".utf8), to: .standardError) }
        Console.write(last.summary, to: .standardError)
        state.last = nil
        state.lastShown = nil
    }
}

extension ProgressLine {
    /// The progress line of a network build.
    init(_ progress: BuildProgress) {
        self.init(
            step: (progress.step, progress.stepCount),
            title: progress.phase.rawValue, fraction: progress.fraction, count: progress.count,
            unit: progress.unit, ratePerSecond: progress.ratePerSecond,
            remainingSeconds: progress.remainingSeconds, elapsedSeconds: progress.elapsedSeconds)
    }
}
