// What the head of a request must be by HTTP, before it becomes a request without a version.

import HTTPTypes
import NIOCore
import NIOHTTP1

/// What is wrong with the head of a request.
enum HeadFault: String, Sendable {
    /// An HTTP/1.1 request has no `Host`.
    case missingHost = "missing-host"
    /// A request has more than one `Host`, or one that is no host.
    case wrongHost = "wrong-host"
    /// A body has a transfer coding beside `chunked`.
    case coding = "transfer-coding"

    /// The fault of a head, or `nil`.
    ///
    /// Source: RFC 9112, sections 3.2 and 6.1. A proxy that believes the first of two hosts and a
    /// server that believes the second serve one client the answers of another; the same holds for
    /// codings that only one of the two reads.
    init?(_ head: HTTPRequestHead) {
        let hosts = head.headers["host"]
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        if hosts.isEmpty, head.version.isOneDotOne {
            self = .missingHost
        } else if hosts.count > 1 || hosts.contains(where: { !Self.isHost($0) }) {
            self = .wrongHost
        } else if !codings.isEmpty, codings.map({ $0.lowercased() }) != ["chunked"] {
            self = .coding
        } else {
            return nil
        }
    }

    /// Whether a value has only what names, addresses and ports are made of.
    private static func isHost(_ value: String) -> Bool {
        value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~%:[]!$&'()*+;=".utf8.contains(byte)
            }
        }
    }
}

/// Looks at the heads of a connection before the codec of Hummingbird takes their version away.
///
/// Whatever comes of a head passes ``ConnectionHandler`` before the next head is seen.
final class RequestScreen: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// The fault of the last head.
    private(set) var fault: HeadFault?
    /// Whether the client understands answers that are not the last one (1xx).
    private(set) var readsInterimAnswers = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            fault = HeadFault(head)
            readsInterimAnswers = head.version.isOneDotOne
        }
        context.fireChannelRead(data)
    }

    /// Adds a screen behind the decoder of a connection, or `nil` where it has none.
    static func add(to pipeline: ChannelPipeline) -> RequestScreen? {
        let operations = pipeline.syncOperations
        guard
            let decoder = try? operations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        else { return nil }
        let screen = RequestScreen()
        do {
            try operations.addHandler(screen, position: .after(decoder))
            return screen
        } catch {
            return nil
        }
    }
}

extension HTTPVersion {
    /// Whether it is HTTP/1.1 or later.
    fileprivate var isOneDotOne: Bool { (major, minor) >= (1, 1) }
}

extension HTTPField.Name {
    /// The fault of a head, on its path from the connection to the responder. A client's own is
    /// removed.
    static let headFault: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Waypost-Head-Fault") else {
            preconditionFailure("the name of the fault is a header's name")
        }
        return name
    }()
}

extension ErrorTable {
    /// A head that HTTP does not allow. The end of its body is unknown or in doubt, so the
    /// connection is closed.
    static func head(_ fault: HeadFault) -> ServiceError {
        switch fault {
        case .missingHost: badHead("The request has no Host; HTTP/1.1 needs one.")
        case .wrongHost:
            badHead("The request has more than one Host, or one that is no name and no address.")
        case .coding:
            ServiceError(
                code: 501, message: "Not Implemented",
                details: [
                    "The body has a Transfer-Encoding other than chunked; send it in chunks or "
                        + "with a Content-Length."
                ], status: .notImplemented, headers: [.connection: "close"])
        }
    }

    private static func badHead(_ detail: String) -> ServiceError {
        ServiceError(
            code: 400, message: "Bad Request", details: [detail], status: .badRequest,
            headers: [.connection: "close"])
    }
}
