// The errors that requests to a layer throw.

public import Foundation
public import Geo
public import RouteAPI

/// Why a request to a layer failed.
///
/// The three cases ask for different reactions. Check the address and the network if the server is
/// ``unreachable(url:reason:)``. Show ``service(_:)`` to the user, who can often correct the
/// request. Check the URL if a reply is unexpected: it probably names something other than a layer.
public enum RouteTaskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A server's error envelope, which it may send under any HTTP status.
    public struct Envelope: Hashable, Sendable {
        /// The envelope's `code`: 400 for a bad request, 498 and 499 for tokens, 5xx for server
        /// errors.
        public var code: Int
        /// The envelope's `extendedCode`, which tells causes under one code apart.
        public var extendedCode: Int?
        /// The envelope's `message`, a short summary.
        public var message: String
        /// Sentences that name the input, what was found and what would work.
        public var details: [String]
        /// Why locations are not visited or reached, with suggested changes, if the server reports
        /// it. Make a change by `applying` it to the request's parameters.
        public var reasons: [Reason] = []
        /// The reasons as JSON, with any members that the server adds.
        public var reasonsJSON: [JSONValue] = []
        /// The seconds that the server asks to wait before the next call, if it does.
        public var retryAfterSeconds: Double?

        /// Creates an envelope without reasons.
        public init(code: Int, extendedCode: Int? = nil, message: String, details: [String]) {
            self.code = code
            self.extendedCode = extendedCode
            self.message = message
            self.details = details
        }
    }

    /// No reply arrived.
    case unreachable(url: URL, reason: String)
    /// The server refused the request or failed.
    case service(Envelope)
    /// A reply arrived that no layer would send. With status 0, nothing was sent: the URL cannot
    /// have what was asked for.
    case unexpectedReply(url: URL, status: Int, reason: String)

    /// A sentence for the user with the server's details below it. Quotes at most 8 kB from the
    /// server.
    public var description: String {
        switch self {
        case .unreachable(let url, let reason):
            "\(url.absoluteString) does not answer: \(reason)"
        case .service(let envelope):
            envelope.text
        case .unexpectedReply(let url, 0, let reason):
            "\(url.absoluteString) was not asked: \(reason)"
        case .unexpectedReply(let url, let status, let reason):
            "\(url.absoluteString) answered with HTTP status \(status), but \(reason)"
        }
    }
}

extension RouteTaskError.Envelope {
    private static let maximumLineScalars = 1_000
    private static let maximumTextBytes = 7_900

    /// The message and the details, one per line, cut to a readable length.
    fileprivate var text: String {
        var lines = [message.excerpt(Self.maximumLineScalars)]
        var bytes = lines[0].utf8.count
        for (row, detail) in details.enumerated() {
            let line = detail.excerpt(Self.maximumLineScalars)
            bytes += 1 + line.utf8.count
            guard bytes <= Self.maximumTextBytes else {
                lines.append("… and \(details.count - row) more")
                break
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    /// What is wrong with the request; `nil` if the server failed instead.
    ///
    /// Server errors have only codes: the extended code decides, or else the code.
    package var problem: RouteRequestError.Identifier? {
        switch extendedCode.flatMap(ExtendedCode.init) {
        case .noSolution, .noPathFromFirstToLast, .disconnectedLocations, .isolatedLocations,
            .locationNotReached:
            return .noSolution
        case .timedOut: return .timedOut
        default: break
        }
        if details.contains(where: { $0.hasPrefix("No solution") }) { return .noSolution }
        let isURL = message == "Invalid URL"
        return code == 400 && !isURL || code == 413 ? .invalidParameter : nil
    }

    /// Reads the page of a proxy before the server that refuses the call because there are too
    /// many, or that says when to call again. Returns `nil` for other replies.
    init?(ofBusy reply: HTTPReply) {
        guard reply.status == 429 || reply.status == 503 && reply.retryAfterSeconds != nil else {
            return nil
        }
        self.init(
            code: reply.status,
            message: reply.status == 429 ? "There are too many calls." : "The server is busy.",
            details: ["A proxy answered with HTTP status \(reply.status)."])
        retryAfterSeconds = reply.retryAfterSeconds
    }

    /// Reads the member `error` of a reply. Returns `nil` if there is none.
    ///
    /// - Parameter parameters: The request's parameters, if known.
    init?(reply: JSONValue, asking parameters: (any OperationParameters)? = nil) {
        guard let error = reply["error"], error.object != nil else { return nil }
        let details = error["details"]
        self.init(
            code: error["code"]?.integer ?? 500, extendedCode: error["extendedCode"]?.integer,
            message: error["message"]?.string ?? "The server gave no message.",
            details: details?.array?.compactMap(\.string) ?? details?.string.map { [$0] } ?? [])
        reasonsJSON = error["reasons"]?.array ?? []
        let rows = SentRows(parameters?.analysis)
        reasons = reasonsJSON.compactMap { Reason($0, rows) }
    }
}
