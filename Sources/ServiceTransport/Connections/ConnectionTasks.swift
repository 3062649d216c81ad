// Runs a connection's tasks on the event loop that serves its socket.

package import HummingbirdCore
package import Logging
package import NIOCore

/// HTTP/1 connections whose tasks stay on their event loops.
///
/// By default tasks run on Swift's cooperative threads, and every request switches threads for its
/// head, its body and its answer. Here requests occupy an event loop only for microseconds: solves
/// have their own threads (``SolveQueue``), and ``LargeWork`` moves parsing and writing elsewhere
/// if they grow with a body or with stored rows.
package struct LoopBoundHTTP1: ServerChildChannel {
    /// Speaks HTTP on the socket.
    let http: HTTP1Channel

    /// Runs a connection's tasks on its event loop.
    package init(http: HTTP1Channel) { self.http = http }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value>
    {
        http.setup(channel: channel, logger: logger)
    }

    package func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let executor = EventLoopTaskExecutor(loop: value.channel.eventLoop)
        await withTaskExecutorPreference(executor) {
            await http.handle(value: value, logger: logger)
        }
    }
}

/// Runs jobs on one event loop.
final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
