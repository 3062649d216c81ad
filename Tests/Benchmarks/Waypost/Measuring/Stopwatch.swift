// Clocks, and the memory this process holds.

import Foundation

/// Measures pieces of work on the steady clock.
enum Stopwatch {
    /// Milliseconds that some work takes, and what it gives.
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

    /// The middle one of some values; `nan` of none.
    static func median(_ values: [Double]) -> Double {
        let ordered = values.sorted()
        return ordered.isEmpty ? .nan : ordered[ordered.count / 2]
    }
}

/// Memory of this process.
enum ResidentMemory {
    /// Bytes of one kind: `VmRSS` for all, `RssAnon` for what is not a mapped file, `VmHWM` for the
    /// most there ever was; `nil` where the system does not say.
    static func bytes(_ kind: String) -> Int? {
        guard
            let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(kind + ":") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes * 1_024
    }
}
