// Holds a server's address, and answers on it, while its networks are opened.

import Geo
package import NIOCore
import NIOPosix

/// Listens on behalf of a server that is not ready yet. It answers each request with 503 and says
/// what the server is doing.
///
/// So an address in use is reported at once instead of after minutes, and clients learn that the
/// server will soon answer. With TLS, connections are closed without an answer.
package struct PreparingListener {
    private let channel: any Channel

    /// What the server does before it is ready.
    private static let preparation =
        "Networks are opened, checked and prepared; that takes some seconds, or minutes for large "
        + "ones."

    /// Binds the address.
    ///
    /// - Parameter isPlain: Whether the server will speak plain HTTP.
    /// - Throws: An error if the address cannot be used.
    package init(
        host: String, port: Int, isPlain: Bool, on eventLoops: any EventLoopGroup
    ) async throws {
        let answer = Self.answer(Self.preparation)
        channel = try await ServerBootstrap(group: eventLoops)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                guard isPlain else { return child.close() }
                return child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.addHandler(PreparingAnswer(answer))
                }
            }
            .bind(host: host, port: port).get()
    }

    /// The port that was bound.
    package var port: Int? { channel.localAddress?.port }

    /// Frees the address for the server.
    package func close() async throws { try await channel.close() }

    private static func answer(_ work: String) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.object("error") { writer in
            writer.member("code", 503)
            writer.member("message", "The server is starting.")
            writer.array("details") { $0.string(work) }
        }
        writer.endObject()
        let body = writer.text
        return "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
            + body
    }
}

/// Answers a connection's first bytes and closes it.
private final class PreparingAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a connection may stay silent.
    private static let patience = TimeAmount.seconds(5)

    private let answer: String
    private var hasAnswered = false

    init(_ answer: String) { self.answer = answer }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasAnswered else { return }
        hasAnswered = true
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)))
            .whenComplete { _ in channel.close(promise: nil) }
    }
}
