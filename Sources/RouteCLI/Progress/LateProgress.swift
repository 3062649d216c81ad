// Progress for work that is usually short; it appears after two seconds.

import Dispatch
import Preparation
import RouteAnalysis

/// Shows progress on standard error once work has taken two seconds.
struct LateProgress {
    let style: ProgressDisplay.Style

    private static let delay = Duration.seconds(2)

    /// Does some work and shows its progress.
    ///
    /// - Parameters:
    ///   - line: Returns the line to show after so many seconds; called from another thread.
    ///   - work: The work.
    func during<Value>(
        _ line: @escaping @Sendable (_ elapsedSeconds: Double) -> ProgressLine,
        _ work: () async throws -> Value
    ) async throws -> Value {
        guard style != .none else { return try await work() }
        let display = ProgressDisplay(style)
        let start = ContinuousClock.now
        // A local solve occupies its thread, so the timer needs its own.
        let queue = DispatchQueue(label: "waypost.progress")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler {
            display.report(line((ContinuousClock.now - start) / .seconds(1)))
        }
        timer.schedule(deadline: .now() + .seconds(2), repeating: .milliseconds(200))
        timer.resume()
        do {
            let value = try await work()
            timer.cancel()
            queue.sync {
                let elapsed = ContinuousClock.now - start
                if elapsed > Self.delay { display.report(line(elapsed / .seconds(1))) }
                display.finish()
            }
            return value
        } catch {
            timer.cancel()
            queue.sync { display.abandon() }
            throw error
        }
    }
}

extension ProgressLine {
    /// The progress line of a local solve.
    init(_ progress: SolveProgress?, elapsedSeconds: Double) {
        let share = progress.flatMap { progress in
            progress.count > 0 ? Double(progress.done) / Double(progress.count) : nil
        }
        let rate = elapsedSeconds > 0 ? Double(progress?.done ?? 0) / elapsedSeconds : 0
        self.init(
            title: progress?.title ?? "Solving", fraction: share, count: progress?.done ?? 0,
            unit: progress?.unit ?? "", ratePerSecond: rate, elapsedSeconds: elapsedSeconds)
    }

    /// The progress line of a solve on a server, which does not report its progress.
    init(waitingForServer elapsedSeconds: Double) {
        self.init(
            title: "Waiting for the server", fraction: nil, count: 0, unit: "", ratePerSecond: 0,
            elapsedSeconds: elapsedSeconds)
    }
}
