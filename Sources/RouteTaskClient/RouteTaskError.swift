// The errors of requests to a route layer.

public import Foundation
public import Geo
public import RouteAPI

/// Why a request to a route layer failed.
public enum RouteTaskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error envelope of a server.
    public struct Envelope: Hashable, Sendable {
        /// The envelope's `code`: 400 for requests, 498 and 499 for tokens, 5xx for the server.
        public var code: Int
        /// The envelope's `extendedCode`, if there is one.
        public var extendedCode: Int?
        /// The envelope's `message`.
        public var message: String
        /// Sentences naming the input, what was found and what would work.
        public var details: [String]
        /// Why locations are not visited or reached, with suggested changes, from a server that
        /// reports it; `applying` of the request's parameters makes the changes.
        public var reasons: [Reason] = []
        /// The reasons as JSON, with any members that a server adds.
        public var reasonsJSON: [JSONValue] = []

        /// Creates an envelope.
        public init(code: Int, extendedCode: Int? = nil, message: String, details: [String]) {
            self.code = code
            self.extendedCode = extendedCode
            self.message = message
            self.details = details
        }
    }

    /// No reply arrived.
    case unreachable(url: URL, reason: String)
    /// The server returned an error.
    case service(Envelope)
    /// The reply is not one of a route layer.
    case unexpectedReply(url: URL, status: Int, reason: String)

    /// A sentence for the user, with the server's details below it; at most 8 kB of what it sent.
    public var description: String {
        switch self {
        case .unreachable(let url, let reason):
            "\(url.absoluteString) does not answer: \(reason)"
        case .service(let envelope):
            envelope.text
        case .unexpectedReply(let url, let status, let reason):
            "\(url.absoluteString) answered with HTTP status \(status), but \(reason)"
        }
    }
}

extension RouteTaskError.Envelope {
    private static let maximumLineScalars = 1_000
    private static let maximumTextBytes = 7_900

    /// The message and the details, a line each, cut to a length that can be read.
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

    /// Reads the member `error` of a reply; `nil` when there is none.
    ///
    /// - Parameter parameters: The parameters of the request, if known.
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
