// The common parts of imports and exports: the progress bar, and Ctrl-C.

import FeatureStore
import Preparation

/// Moves rows into or out of a layer, with a progress bar; Ctrl-C ends it.
struct LayerTransfer {
    /// The bar's title, such as `Importing deliveries`.
    let title: String
    let quiet: Bool
    /// What is left if the transfer is cancelled.
    let whenCancelled: String

    /// Runs a transfer.
    ///
    /// - Parameter work: Receives a function to report progress (rows, and their share of all), and
    ///   one to ask whether to stop.
    /// - Throws: ``CommandFailure`` if it was cancelled; errors of `work`.
    func run<Value: Sendable>(
        _ work: (_ progress: (Int, Double?) -> Void, _ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let display = ProgressDisplay(.suiting(quiet: quiet))
        let control = SolveControl()
        let start = ContinuousClock.now
        do {
            let value = try await withInterruption({ control.cancel() }) {
                try work(
                    { rows, share in
                        let elapsed = (ContinuousClock.now - start) / .seconds(1)
                        display.report(line(rows, share, elapsed))
                    }, { control.shouldStop })
            }
            display.finish()
            return value
        } catch FeatureStoreError.cancelled {
            display.abandon()
            throw CommandFailure(.cancelled, "cancelled; \(whenCancelled)")
        } catch {
            display.abandon()
            throw error
        }
    }

    private func line(_ rows: Int, _ share: Double?, _ elapsed: Double) -> ProgressLine {
        let remaining = share.flatMap { share in
            share > 0.02 && elapsed > 1 ? elapsed * (1 - share) / share : nil
        }
        return ProgressLine(
            title: title, fraction: share, count: rows, unit: "rows",
            ratePerSecond: elapsed > 0 ? Double(rows) / elapsed : 0, remainingSeconds: remaining,
            elapsedSeconds: elapsed)
    }
}
