// A local host, which answers as scripted, well or badly.

import NIOCore
import NIOPosix
import Synchronization
import Testing

/// Answers every connection with the same bytes once anything was sent.
final class ScriptedHost: Sendable {
    /// How the bytes arrive.
    enum Manner: Sendable {
        /// At once, then closes the connection.
        case closing
        /// At once, and keeps the connection open.
        case staying
        /// At once, then repeats a piece as fast as the client reads.
        case endless([UInt8])
        /// At once, then a byte at intervals.
        case dripping(everyMilliseconds: Int64)
    }

    private struct State {
        var connections = 0
        var closed = 0
        var request = ""
    }

    let port: Int
    private let state: StateBox
    private let listener: any Channel

    private final class StateBox: Sendable {
        let value = Mutex(State())
    }

    /// Listens on a free port, or on another host's port.
    ///
    /// - Parameter secure: Makes the handler that secures a connection; `nil` for plain ones.
    init(
        _ head: String, _ body: [UInt8] = [], _ manner: Manner = .closing,
        address: String = "127.0.0.1", port: Int = 0,
        secure: (@Sendable () -> any ChannelHandler)? = nil
    ) async throws {
        let state = StateBox()
        let bytes = Array(head.utf8) + body
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let secure {
                        try channel.pipeline.syncOperations.addHandler(secure())
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        Answering(bytes: bytes, manner: manner, state: state))
                }
            }
            .bind(host: address, port: port).get()
        self.state = state
        self.listener = listener
        self.port = try #require(listener.localAddress?.port)
    }

    deinit { listener.close(promise: nil) }

    /// The numbers of connections opened and closed.
    var connections: (opened: Int, closed: Int) {
        state.value.withLock { ($0.connections, $0.closed) }
    }

    /// The beginning of the last request.
    var request: String { state.value.withLock { $0.request } }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let bytes: [UInt8]
        private let manner: Manner
        private let state: StateBox
        private var hasAnswered = false

        init(bytes: [UInt8], manner: Manner, state: StateBox) {
            self.bytes = bytes
            self.manner = manner
            self.state = state
        }

        func channelActive(context: ChannelHandlerContext) {
            state.value.withLock { $0.connections += 1 }
            context.fireChannelActive()
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.value.withLock { $0.closed += 1 }
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let asked = String(buffer: unwrapInboundIn(data))
            guard !hasAnswered else { return }
            hasAnswered = true
            state.value.withLock { $0.request = asked }
            let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)))
            let channel = context.channel
            switch manner {
            case .closing: written.whenComplete { _ in channel.close(promise: nil) }
            case .staying: break
            case .endless(let piece): Self.repeat(ByteBuffer(bytes: piece), on: channel)
            case .dripping(let milliseconds):
                channel.eventLoop.scheduleRepeatedTask(
                    initialDelay: .milliseconds(milliseconds), delay: .milliseconds(milliseconds)
                ) { task in
                    guard channel.isActive else { return task.cancel() }
                    channel.writeAndFlush(ByteBuffer(string: " "), promise: nil)
                }
            }
        }

        private static func `repeat`(_ piece: ByteBuffer, on channel: any Channel) {
            channel.writeAndFlush(piece).whenSuccess { Self.repeat(piece, on: channel) }
        }
    }
}
