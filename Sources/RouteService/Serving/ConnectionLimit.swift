// Limits the number of open connections.

import Glibc
import Hummingbird
import HummingbirdCore
import Logging

/// Accepts connections up to a maximum; further ones wait in the kernel's backlog.
struct ConnectionLimit: AvailableConnectionsDelegate {
    /// Descriptors reserved for files, event loops, and connections to other hosts.
    private static let reserve = 64
    /// The least time between two warnings in the log.
    private static let quiet = Duration.seconds(60)

    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var lastNotice: ContinuousClock.Instant?

    /// Sets the maximum, reduced to what the descriptors of the process allow.
    init(maximum: Int, logger: Logger) {
        let allowed = Self.descriptors() - Self.reserve
        self.maximum = max(8, min(maximum, allowed))
        self.logger = logger
        if self.maximum < maximum {
            logger.notice(
                "the limit of descriptors (ulimit -n) allows fewer connections",
                metadata: ["wanted": "\(maximum)", "taken": "\(self.maximum)"])
        }
    }

    mutating func connectionOpened() {
        count += 1
        guard count >= maximum, lastNotice.map({ .now - $0 > Self.quiet }) ?? true else { return }
        lastNotice = .now
        logger.warning(
            "the maximum number of connections is open; further ones wait",
            metadata: ["connections": "\(count)"])
    }

    mutating func connectionClosed() { count -= 1 }

    func isAcceptingNewConnections() -> Bool { count < maximum }

    /// Raises the soft limit of descriptors to the hard limit and returns it.
    private static func descriptors() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return Int.max
        }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
