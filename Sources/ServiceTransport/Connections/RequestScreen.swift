// Checks a request's head against HTTP, before Hummingbird's codec drops its version.

import AccessControl
package import HTTPTypes
import NIOCore
import NIOHTTP1

/// What is wrong with a request's head.
package enum HeadFault: String, Sendable {
    /// An HTTP/1.1 request has no `Host`.
    case missingHost = "missing-host"
    /// A request has more than one `Host`, or a value that cannot be a host.
    case wrongHost = "wrong-host"
    /// A body has a transfer coding other than `chunked`.
    case coding = "transfer-coding"

    /// Finds a head's fault; `nil` if it has none.
    ///
    /// Source: RFC 9112, sections 3.2 and 6.1. If a proxy believes the first of two hosts and a
    /// server the second, clients get each other's answers; likewise if only either reads a coding.
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

    /// Returns whether a value has only characters found in names, addresses and ports.
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

/// Looks at a connection's heads before Hummingbird's codec drops their version.
///
/// Everything that follows from a head passes ``ConnectionHandler`` before the next head is seen.
final class RequestScreen: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// The last head's fault.
    private(set) var fault: HeadFault?
    /// Whether the client understands interim answers (1xx).
    private(set) var readsInterimAnswers = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            fault = HeadFault(head)
            readsInterimAnswers = head.version.isOneDotOne
        }
        context.fireChannelRead(data)
    }

    /// Adds a screen behind a connection's decoder; returns `nil` if there is none.
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
    /// Carries a head's fault from the connection to the responder. If a client sends this field
    /// itself, it is removed.
    package static let headFault = HTTPField.Name(declared: "X-Waypost-Head-Fault")
}

extension ErrorTable {
    /// Returns the error for a head that HTTP does not allow. Where its body ends is unknown or in
    /// doubt, so the connection is closed.
    package static func head(_ fault: HeadFault) -> ServiceError {
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
