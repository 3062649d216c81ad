// Clocks, and this process's memory.

import Foundation

/// Times work on the monotonic clock.
enum Stopwatch {
    /// Runs some work and returns its milliseconds and result.
    static func milliseconds<Result, Failure: Error>(
        of work: () throws(Failure) -> Result
    ) throws(Failure) -> (milliseconds: Double, result: Result) {
        let start = ContinuousClock.now
        let result = try work()
        return (milliseconds(since: start), result)
    }

    static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) * 1_000 + Double(attoseconds) * 1e-15
    }

    /// The median of some values; `nan` for none.
    static func median(_ values: [Double]) -> Double {
        let ordered = values.sorted()
        return ordered.isEmpty ? .nan : ordered[ordered.count / 2]
    }
}

/// This process's memory.
enum ResidentMemory {
    /// Bytes of one kind: `VmRSS` for all, `RssAnon` for all but mapped files, `VmHWM` for the
    /// peak; `nil` if the system does not say.
    static func bytes(_ kind: String) -> Int? {
        guard
            let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(kind + ":") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes * 1_024
    }
}
