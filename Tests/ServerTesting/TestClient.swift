// A client that speaks HTTP/1.1 over sockets, as real clients do.

public import HTTPTypes
public import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// What a server answered.
public struct TestResponse: Sendable {
    /// Status and header fields.
    public let head: HTTPResponse
    /// The whole body, empty if there was none.
    public let body: ByteBuffer

    /// What `head` says.
    public var status: HTTPResponse.Status { head.status }
    /// What `head` says.
    public var headers: HTTPFields { head.headerFields }
}

/// Asks the server of one test.
///
/// Requests one after the other share a connection; requests at the same time have one each.
public final class TestClient: Sendable {
    /// The server's port, for tests that open connections of their own.
    public let port: Int
    private let security: NIOSSLContext?
    private let idle = Mutex<[any Channel]>([])

    /// Why there is no answer.
    public enum Failure: Error {
        case noServer, closed, timeout
    }

    init(port: Int, secure: Bool) throws {
        self.port = port
        var trusting = TLSConfiguration.makeClientConfiguration()
        trusting.certificateVerification = .none
        security = secure ? try NIOSSLContext(configuration: trusting) : nil
    }

    /// Sends a request, and waits for the whole answer.
    ///
    /// - Throws: `Failure` if the connection closes before the answer ends, or after a minute.
    @discardableResult
    public func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var request = HTTPRequest(
            method: method, scheme: nil, authority: "localhost", path: uri, headerFields: headers)
        if let body { request.headerFields[.contentLength] = String(body.readableBytes) }
        let channel = try await connection()
        let answer = channel.eventLoop.makePromise(of: TestResponse.self)
        channel.eventLoop.scheduleTask(in: .seconds(60)) { answer.fail(Failure.timeout) }
        try await channel.triggerUserOutboundEvent(Asked(answer: answer)).get()
        // A body that is not taken fails nothing, since the server may answer early.
        channel.write(HTTPRequestPart.head(request)).cascadeFailure(to: answer)
        if let body { channel.write(HTTPRequestPart.body(body), promise: nil) }
        channel.writeAndFlush(HTTPRequestPart.end(nil), promise: nil)
        let response = try await answer.futureResult.get()
        idle.withLock { $0.append(channel) }
        return response
    }

    /// Closes every connection that waits for a request.
    func close() async {
        for channel in idle.withLock({ $0 }) { try? await channel.close() }
    }

    /// A connection that is open and that nobody uses.
    private func connection() async throws -> any Channel {
        let open = idle.withLock { idle in
            idle.removeAll { !$0.isActive }
            return idle.popLast()
        }
        if let open { return open }
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [security] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let security {
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: security, serverHostname: "localhost"))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(HTTP1ToHTTPClientCodec())
                    try pipeline.addHandler(AnswerCollector())
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }
}

/// Tells a connection's collector who waits for the next answer.
private struct Asked: Sendable {
    let answer: EventLoopPromise<TestResponse>
}

/// Puts an answer together from its parts.
private final class AnswerCollector: ChannelDuplexHandler {
    typealias InboundIn = HTTPResponsePart
    typealias OutboundIn = HTTPRequestPart

    private var asked: Asked?
    private var head: HTTPResponse?
    private var body = ByteBuffer()

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let event = event as? Asked else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        (asked, head, body) = (event, nil, ByteBuffer())
        promise?.succeed()
        if !context.channel.isActive { fail(TestClient.Failure.closed) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(var part): body.writeBuffer(&part)
        case .end:
            guard let head else { return }
            asked?.answer.succeed(TestResponse(head: head, body: body))
            asked = nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(TestClient.Failure.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A server that refuses a body answers and closes: the answer counts, not the failed write.
        if head == nil && !context.channel.isActive { fail(error) }
    }

    private func fail(_ error: any Error) {
        asked?.answer.fail(error)
        asked = nil
    }
}
