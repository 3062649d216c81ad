// How fast clients must read answers. A client that reads nothing would hold memory.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The least rate at which a client must read its answer.
package struct AnswerPace: Hashable, Sendable {
    /// The period, in seconds, over which the rate is measured.
    var seconds = 60.0
    var leastBytesPerSecond = 1_024.0

    /// Creates a pace; by default, as a server asks for it.
    package init(seconds: Double = 60.0, leastBytesPerSecond: Double = 1_024.0) {
        self.seconds = seconds
        self.leastBytesPerSecond = leastBytesPerSecond
    }

    /// The period as the event loop counts time.
    fileprivate var period: TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
    fileprivate var leastBytes: Double { seconds * leastBytesPerSecond }
}

/// Tracks how much of the bytes written to a connection its client has read.
struct AnswerProgress: Sendable {
    private var written = 0
    /// When the current period began, and how many bytes had been read by then; `nil` if the client
    /// has read everything.
    private var period: (start: NIODeadline, read: Int)?

    /// Counts bytes that were written.
    mutating func wrote(_ count: Int) { written += count }

    /// Returns whether the client reads too slowly.
    ///
    /// - Parameter pending: The written bytes that the client's system has not accepted yet.
    mutating func isTooSlow(pending: Int, at now: NIODeadline, _ pace: AnswerPace) -> Bool {
        guard pending > 0 else {
            period = nil
            return false
        }
        let read = written - pending
        guard let period else {
            self.period = (now, read)
            return false
        }
        guard now - period.start >= pace.period else { return false }
        self.period = (now, read)
        return Double(read - period.read) < pace.leastBytes
    }
}

/// Closes a connection whose client does not read its answer.
///
/// A whole answer waits in memory until the client has read it. Streamed rows have a shorter limit
/// (``AnswerStream``), because a thread waits for the client there.
package final class AnswerDeadline: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let pace: AnswerPace
    private var progress = AnswerProgress()
    /// The next check, while written bytes wait for the client.
    private var look: Scheduled<Void>?

    package init(pace: AnswerPace) { self.pace = pace }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .body(let piece) = unwrapOutboundIn(data) { progress.wrote(piece.readableBytes) }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Most answers are accepted at once and need no check.
        if look == nil { check(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { look?.cancel() }

    private func check(_ context: ChannelHandlerContext) {
        look = nil
        guard context.channel.isActive else { return }
        let pending = pendingBytes(context)
        guard !progress.isTooSlow(pending: pending, at: .now(), pace) else {
            return context.close(promise: nil)
        }
        guard pending > 0 else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        look = context.eventLoop.scheduleTask(in: .nanoseconds(pace.period.nanoseconds / 4 + 1)) {
            let (handler, context) = bound.value
            handler.check(context)
        }
    }

    private func pendingBytes(_ context: ChannelHandlerContext) -> Int {
        do {
            return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            // A channel that is closing has no options.
            return 0
        }
    }
}
