// The order of trivial solves on an event loop.

import NIOCore
import NIOPosix
import Synchronization

/// Starts trivial solves in turn, on each event loop.
///
/// epoll reports all readable connections on a loop together, beginning with those it reported
/// before. While a loop solves for three clients, the first two send their next requests. A fourth
/// client's request, which arrived earlier, would come after these, and that client would wait
/// twice as long.
///
/// So waiting requests are served in the order of their clients' last answers. Callers take turns
/// as well, so that a caller who opens a connection for each request does not overtake all others.
package final class EventLoopScheduler: Sendable {
    private struct Waiter: Sendable {
        let caller: String
        let lastTurn: UInt64
        let begin: UnsafeContinuation<Void, Never>
    }

    private let waiting = Mutex<[ObjectIdentifier: [Waiter]]>([:])
    private let turns = Atomic<UInt64>(0)

    /// Waits until the event loop has read all requests that are ready now, and until clients that
    /// were served longer ago have begun. No caller waits for more than one request from each other
    /// caller, unless it has several itself.
    ///
    /// Returns immediately off an event loop, and for a request without a connection.
    package func waitForTurn(of client: ClientPresence?, for caller: String = "") async {
        guard let client, let loop = MultiThreadedEventLoopGroup.currentEventLoop else { return }
        await withUnsafeContinuation { continuation in
            let waiter = Waiter(
                caller: caller, lastTurn: client.lastTurn, begin: continuation)
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
        if waiters.count == 1 { return waiters[0].begin.resume() }
        var queue = FairQueue<String, Waiter>()
        for waiter in waiters.sorted(by: { $0.lastTurn < $1.lastTurn }) {
            queue.append(waiter, of: waiter.caller)
        }
        while let waiter = queue.popFirst() { waiter.begin.resume() }
    }
}
