// Who is next on an event loop that solves trivial requests.
//
// The system tells a loop of all connections that have something to read at once, and of those
// that it told of before first. While a loop solves for three clients the first two ask again; the
// fourth, which asked before them, would be behind them once more, and wait for twice as long as
// they do. So those who wait for one loop are served in the order of their last answers.

import NIOCore
import NIOPosix
import Synchronization

/// Lets trivial solves begin in turn, on each event loop.
final class EventLoopScheduler: Sendable {
    private struct Waiter: Sendable {
        let lastTurn: UInt64
        let begin: UnsafeContinuation<Void, Never>
    }

    private let waiting = Mutex<[ObjectIdentifier: [Waiter]]>([:])
    private let turns = Atomic<UInt64>(0)

    /// Waits until all requests are read that this event loop was told of together, and those of
    /// clients that were served longer ago have begun.
    ///
    /// Returns at once off an event loop, and for a request that came by no connection.
    func waitForTurn(of client: ClientPresence?) async {
        guard let client, let loop = MultiThreadedEventLoopGroup.currentEventLoop else { return }
        await withUnsafeContinuation { continuation in
            let waiter = Waiter(lastTurn: client.lastTurn, begin: continuation)
            let isFirst = waiting.withLock { waiting in
                waiting[ObjectIdentifier(loop), default: []].append(waiter)
                return waiting[ObjectIdentifier(loop)]?.count == 1
            }
            if isFirst { loop.execute { self.beginAll(on: loop) } }
        }
        client.lastTurn = turns.add(1, ordering: .relaxed).newValue
    }

    private func beginAll(on loop: any EventLoop) {
        let waiters = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(loop)) ?? [] }
        for waiter in waiters.sorted(by: { $0.lastTurn < $1.lastTurn }) { waiter.begin.resume() }
    }
}
