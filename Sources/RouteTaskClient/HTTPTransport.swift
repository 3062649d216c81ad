// The transport of a client: one call, one reply. Tests replace it.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// One HTTP request.
public struct HTTPCall: Hashable, Sendable {
    /// The URL.
    public var url: URL
    /// The form to send by POST, or `nil` for GET.
    public var form: [String: String]?
    /// Additional headers.
    public var headers: [String: String]
    /// Seconds without any byte after which the call fails.
    public var timeoutSeconds: Double

    /// Creates a call.
    public init(
        url: URL, form: [String: String]? = nil, headers: [String: String] = [:],
        timeoutSeconds: Double = 600
    ) {
        self.url = url
        self.form = form
        self.headers = headers
        self.timeoutSeconds = timeoutSeconds
    }

    /// The form as `application/x-www-form-urlencoded`, with its fields in alphabetical order, so
    /// that equal forms have equal bytes.
    public var encodedForm: [UInt8]? {
        form.map { form in
            Array(
                form.sorted { $0.key < $1.key }
                    .map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
                    .joined(separator: "&").utf8)
        }
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "*"):
                bytes.append(byte)
            case UInt8(ascii: " "):
                bytes.append(UInt8(ascii: "+"))
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The reply to a call.
public struct HTTPReply: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body.
    public var body: [UInt8]

    /// Creates a reply.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Sends calls.
public protocol HTTPTransport: Sendable {
    /// Sends a call and waits for the whole reply, with any status.
    ///
    /// - Throws: When no reply arrives: connection, host name, certificate, timeout, cancellation.
    func send(_ call: HTTPCall) async throws -> HTTPReply
}

/// Sends calls through a `URLSession`.
public struct URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// Uses the given session, or a new one without cookies and caches.
    public init(session: URLSession? = nil) {
        if let session {
            self.session = session
        } else {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            self.session = URLSession(configuration: configuration)
        }
    }

    /// Sends a call; cancelling the task drops the connection, which stops the solve on a server
    /// that watches its clients.
    public func send(_ call: HTTPCall) async throws -> HTTPReply {
        var request = URLRequest(url: call.url, timeoutInterval: call.timeoutSeconds)
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        if let form = call.encodedForm {
            request.httpMethod = "POST"
            request.httpBody = Data(form)
            request.setValue(
                "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return HTTPReply(status: status, body: [UInt8](data))
    }
}
