// How many connections are open at once, and what happens when the system has no more.

import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Lets so many connections in; further ones wait in the system's queue until one is closed.
struct ConnectionLimit: AvailableConnectionsDelegate {
    /// Descriptors that are left for files, event loops, and connections to other hosts.
    private static let reserve = 64
    /// A line in the log is enough for so long.
    private static let quiet = Duration.seconds(60)

    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var lastNotice: ContinuousClock.Instant?

    /// Takes as many as are asked for, or as the descriptors of the process allow.
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
            "as many connections are open as are taken; further ones wait",
            metadata: ["connections": "\(count)"])
    }

    mutating func connectionClosed() { count -= 1 }

    func isAcceptingNewConnections() -> Bool { count < maximum }

    /// How many descriptors the process may have: as many as the system lets it ask for.
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

/// What a server does when the system has no descriptor left for a further connection.
///
/// The connection stays in the system's queue and would be offered again at once and for ever; the
/// server looks away for a moment instead.
final class DescriptorShortage: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel

    private static let pause = TimeAmount.milliseconds(250)
    private static let quiet = TimeAmount.seconds(60)

    private let logger: Logger
    private var lastNotice: NIODeadline?
    private var isPaused = false

    private init(_ logger: Logger) { self.logger = logger }

    /// Watches a channel that accepts connections.
    static func watch(_ channel: any Channel, _ logger: Logger) {
        channel.eventLoop.execute {
            do {
                try channel.pipeline.syncOperations.addHandler(
                    DescriptorShortage(logger), position: .first)
            } catch {
                logger.error("the server does not watch its descriptors: \(error)")
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE].contains(code), !isPaused {
            pause(context)
        }
        context.fireErrorCaught(error)
    }

    private func pause(_ context: ChannelHandlerContext) {
        isPaused = true
        let now = NIODeadline.now()
        if lastNotice.map({ now - $0 > Self.quiet }) ?? true {
            lastNotice = now
            logger.warning("no descriptors are left; further connections wait (ulimit -n)")
        }
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenComplete { _ in }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.pause) {
            handler.value.isPaused = false
            channel.setOption(.autoRead, value: true).whenComplete { _ in }
        }
    }
}
