// How many requests the server answered, with which outcome, and how long they took.

import Synchronization

/// Counts answered requests by operation and outcome, and sorts their times into classes.
///
/// One lock is taken for each request, for some nanoseconds; reading copies the counts.
final class RequestCounts: Sendable {
    /// The labels under which requests are counted. They come from the server's own tables, never
    /// from a request, so there are few.
    struct Outcome: Hashable, Comparable, Sendable {
        /// The operation, or `other` for pages and resources.
        var operation: String
        /// The HTTP status.
        var status: Int
        /// The code of the error envelope; 0 if the request was answered.
        var code: Int

        static func < (a: Outcome, b: Outcome) -> Bool {
            (a.operation, a.status, a.code) < (b.operation, b.status, b.code)
        }
    }

    /// The times of an operation's requests.
    struct Times: Hashable, Sendable {
        /// How many requests took at most as long as each bound.
        fileprivate(set) var counts = [Int](repeating: 0, count: RequestCounts.bounds.count)
        fileprivate(set) var count = 0
        /// The sum of all times.
        fileprivate(set) var seconds = 0.0
    }

    /// A copy of the counts.
    struct Snapshot: Sendable {
        fileprivate(set) var outcomes: [Outcome: Int] = [:]
        fileprivate(set) var times: [String: Times] = [:]
    }

    /// The bounds of the classes in seconds.
    static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    private let counted = Mutex(Snapshot())

    /// The counts so far.
    var snapshot: Snapshot { counted.withLock { $0 } }

    func count(_ outcome: Outcome, seconds: Double) {
        counted.withLock { counted in
            counted.outcomes[outcome, default: 0] += 1
            counted.times[outcome.operation, default: Times()].add(seconds)
        }
    }
}

extension RequestCounts.Times {
    fileprivate mutating func add(_ seconds: Double) {
        count += 1
        self.seconds += seconds
        for (place, bound) in RequestCounts.bounds.enumerated() where seconds <= bound {
            counts[place] += 1
        }
    }
}
