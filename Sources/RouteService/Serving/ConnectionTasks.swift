// Runs the tasks of a connection on the event loop that serves its socket.
//
// By default they would run on Swift's cooperative threads, and every request would switch threads
// for its head, its body and its answer. Requests occupy an event loop only for microseconds:
// solves have threads of their own (SolveQueue), and what grows with a body or with stored rows is
// parsed and written on others (LargeWork).

import HummingbirdCore
import Logging
import NIOCore

/// HTTP/1 connections whose tasks stay on their event loops.
struct LoopBoundHTTP1: ServerChildChannel {
    /// The HTTP server channel.
    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
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
