// Copes with running out of file descriptors.

import Glibc
package import Logging
package import NIOCore

/// Pauses accepting if there is no file descriptor for another connection.
///
/// The connection stays in the kernel's backlog. Accepting it again at once would fail in a busy
/// loop, so the server waits a moment.
package final class DescriptorShortage: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = any Channel

    private static let pause = TimeAmount.milliseconds(250)
    private static let quiet = TimeAmount.seconds(60)

    private let logger: Logger
    private var lastNotice: NIODeadline?
    private var isPaused = false

    private init(_ logger: Logger) { self.logger = logger }

    /// Adds the handler to a channel that accepts connections.
    package static func watch(_ channel: any Channel, _ logger: Logger) {
        channel.eventLoop.execute {
            do {
                try channel.pipeline.syncOperations.addHandler(
                    DescriptorShortage(logger), position: .first)
            } catch {
                logger.error("running out of descriptors cannot be handled: \(error)")
            }
        }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
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
