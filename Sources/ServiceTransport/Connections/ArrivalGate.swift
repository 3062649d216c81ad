// Lets connections in a few at a time.

import HTTPTypes
package import Logging
package import NIOCore
package import NIOHTTPTypes
import Synchronization

/// The connections that have been accepted and not yet answered.
///
/// A new connection takes an event loop about half a millisecond. If thousands come at once,
/// clients that are already connected would wait behind them all. So the server accepts only a few
/// until they have their first answer, or some time has passed; the others wait in the kernel's
/// backlog.
///
/// The server's channel has an ``ArrivalGate``, each connection an ``ArrivalAnswer``.
package final class Arrivals: Sendable {
    /// How long a connection counts as new at most. Some say nothing, or ask for what takes long.
    static let longest = TimeAmount.milliseconds(50)
    /// The most new connections for each event loop.
    private static let ofOneLoop = 16

    private struct State {
        var new: Set<ObjectIdentifier> = []
        /// Continues accepting, if the gate waits.
        var resume: (@Sendable () -> Void)?
    }

    private let most: Int
    private let state = Mutex(State())

    /// - Parameter loops: The event loops that serve the connections.
    package init(at loops: any EventLoopGroup) {
        most = Self.ofOneLoop * loops.makeIterator().count { _ in true }
    }

    /// Counts a new connection.
    fileprivate func enter(_ channel: any Channel) {
        _ = state.withLock { $0.new.insert(ObjectIdentifier(channel)) }
    }

    /// Stops counting a connection as new.
    fileprivate func settle(_ channel: ObjectIdentifier) {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.new.remove(channel) != nil, state.new.count < most else { return nil }
            defer { state.resume = nil }
            return state.resume
        }
        resume?()
    }

    /// Returns whether another connection may be accepted now; if not, calls `resume` once it may.
    fileprivate func admits(resume: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.new.count < most { return true }
            state.resume = resume
            return false
        }
    }
}

/// Holds back accepting while too many connections are new.
package final class ArrivalGate: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = any Channel
    package typealias InboundOut = any Channel
    package typealias OutboundIn = Never
    package typealias OutboundOut = Never

    private let arrivals: Arrivals

    init(_ arrivals: Arrivals) { self.arrivals = arrivals }

    /// Adds a gate to a channel that accepts connections.
    package static func add(to channel: any Channel, _ arrivals: Arrivals, _ logger: Logger) {
        channel.eventLoop.execute {
            do {
                try channel.pipeline.syncOperations.addHandler(
                    ArrivalGate(arrivals), position: .first)
            } catch {
                logger.error("many connections at once cannot be held back: \(error)")
            }
        }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let (arrivals, identity) = (arrivals, ObjectIdentifier(channel))
        arrivals.enter(channel)
        context.eventLoop.scheduleTask(in: Arrivals.longest) { arrivals.settle(identity) }
        context.fireChannelRead(data)
    }

    package func read(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let loop = context.eventLoop
        if arrivals.admits(resume: { loop.execute { bound.value.read() } }) { context.read() }
    }
}

/// Says that a connection is no longer new once it begins its first answer.
package final class ArrivalAnswer: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let arrivals: Arrivals
    private var isNew = true

    package init(_ arrivals: Arrivals) { self.arrivals = arrivals }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        // Do not remove the handler here: while it writes, that would lose the flush that follows.
        if isNew {
            isNew = false
            arrivals.settle(ObjectIdentifier(context.channel))
        }
        context.write(data, promise: promise)
    }
}
