// Hears of work that other processes have stored.

import Foundation
import PostgreSQL
import Synchronization

/// A thread that raises a signal when a notification of a channel arrives.
///
/// While there is no connection, nothing is heard; workers look for work anyway, once a second.
/// After a connection is made the signal is raised once, for what was missed.
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
                // The server is restarted or not reachable: the next calls of workers say so.
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
