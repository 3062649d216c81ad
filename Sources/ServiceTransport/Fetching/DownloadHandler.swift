// The handler for a connection that fetches features: sends the request, checks the response's head
// and collects its body.

import Geo
import NIOCore
import NIOHTTP1
import RouteAPI

/// Requests one resource and collects the response's body. Bytes are counted as they arrive, before
/// they are stored.
///
/// A response may be chunked, have a Content-Length, or end with the connection. Its body may be
/// plain or gzip.
final class DownloadHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let target: WebTarget
    private let exchange: WebExchange
    private let lease: FetchLease
    private let headGuard: HeadGuard
    private var bytes: [UInt8] = []
    private var inflation: GzipInflation?

    /// The problem if an answer ends too early.
    private static let incomplete = FetchProblem(
        text: "it closed the connection before its answer ended")

    init(
        target: WebTarget, exchange: WebExchange, lease: FetchLease, headGuard: HeadGuard
    ) {
        self.target = target
        self.exchange = exchange
        self.lease = lease
        self.headGuard = headGuard
    }

    func channelActive(context: ChannelHandlerContext) {
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: target.resource,
            headers: [
                "Host": target.authority, "User-Agent": ProductVersion.token,
                "Accept": "application/json",
                "Accept-Encoding": "gzip, identity", "Connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !exchange.isOver else { return }
        do {
            switch unwrapInboundIn(data) {
            case .head(let head):
                headGuard.headIsRead = true
                try begin(head)
            case .body(let part): try append(part)
            case .end: try finish()
            }
        } catch {
            exchange.end(.failure(error))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The system's error text may contain internal addresses.
        let problem =
            switch error {
            case let problem as FetchProblem: problem
            case HTTPParserError.headerOverflow: headGuard.tooLong
            case HTTPParserError.invalidEOFState: Self.incomplete
            case is HTTPParserError: FetchProblem(text: "its answer is not valid HTTP")
            default: FetchProblem(text: "the connection to it failed")
            }
        exchange.end(.failure(problem))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        exchange.end(.failure(Self.incomplete))
        context.fireChannelInactive()
    }

    private func begin(_ head: HTTPResponseHead) throws {
        let status = head.status.code
        if 300..<400 ~= status { throw FetchProblem(text: "it redirects to another address") }
        guard status == 200 else { throw FetchProblem(text: "it answers with status \(status)") }
        let coding = head.headers[canonicalForm: "content-encoding"].joined(separator: ",")
        switch coding.lowercased() {
        case "", "identity":
            let length = head.headers["content-length"].first.flatMap { Int($0) } ?? 0
            if length > lease.remainingBytes { throw lease.tooLarge }
        case "gzip", "x-gzip": inflation = try GzipInflation()
        default:
            throw FetchProblem(
                text: "it answers in the coding \"\(coding.excerpt(40))\"; only gzip and identity "
                    + "are supported")
        }
    }

    private func append(_ part: ByteBuffer) throws {
        if let inflation {
            try part.withUnsafeReadableBytes { packed in
                try inflation.inflate(packed) { plain in
                    try lease.take(plain.count)
                    bytes.append(contentsOf: plain)
                }
            }
        } else {
            try lease.take(part.readableBytes)
            bytes.append(contentsOf: part.readableBytesView)
        }
    }

    private func finish() throws {
        if let inflation, !inflation.isComplete {
            throw Self.incomplete
        }
        exchange.end(.success(bytes))
        bytes = []
    }
}

/// Limits how many bytes may arrive before the response's head is complete.
final class HeadGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Whether the head has been read.
    var headIsRead = false
    private let maximumBytes: Int
    private var count = 0

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !headIsRead { count += unwrapInboundIn(data).readableBytes }
        // Passing the bytes on may complete the head.
        context.fireChannelRead(data)
        if !headIsRead, count > maximumBytes { context.fireErrorCaught(tooLong) }
    }

    /// The problem if a head is too long.
    var tooLong: FetchProblem {
        FetchProblem(text: "its answer has more than \(maximumBytes) bytes of headers")
    }
}
