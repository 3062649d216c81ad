// Listens for work that other processes have stored.

import Foundation
import PostgreSQL
import Synchronization

/// A thread that raises a signal when a notification arrives on a channel.
///
/// Notifications are lost while there is no connection; workers look for work once a second anyway.
/// After each connect the signal is raised once, to make up for what was missed.
final class WorkListener: Sendable {
    private let pool: PostgresPool
    private let channel: String
    private let signal: WorkSignal
    private let isStopped = Mutex(false)

    /// Starts the thread, which runs until ``stop()``.
    init(pool: PostgresPool, channel: String, signal: WorkSignal) {
        self.pool = pool
        self.channel = channel
        self.signal = signal
        let thread = Thread { [self] in run() }
        thread.name = "waypost job queue"
        thread.start()
    }

    /// Ends the thread within half a second.
    func stop() { isStopped.withLock { $0 = true } }

    private func run() {
        while !isStopped.withLock({ $0 }) {
            do throws(PostgresError) {
                try listen()
            } catch {
                // The server is restarting or unreachable. The workers' next calls report it.
                Thread.sleep(forTimeInterval: 0.5)
            }
        }
    }

    private func listen() throws(PostgresError) {
        let connection = try pool.makeConnection()
        try connection.listen(channel)
        signal.raise()
        while !isStopped.withLock({ $0 }) {
            if try connection.waitForNotification(upTo: 0.5) != nil { signal.raise() }
        }
    }
}
