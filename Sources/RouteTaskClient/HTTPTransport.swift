// The transport of a client: one call, one reply. Tests replace it.

public import Foundation
import Geo

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// One HTTP request, independent of any HTTP library.
public struct HTTPCall: Hashable, Sendable {
    /// The address, without the form's fields.
    public var url: URL
    /// The form to post. `nil` makes this a GET request.
    public var form: [String: String]?
    /// Headers to send in addition to the transport's own.
    public var headers: [String: String]
    /// The call fails if no byte arrives for this many seconds.
    public var timeoutSeconds: Double

    /// Creates a POST request, or a GET request if there is no form.
    public init(
        url: URL, form: [String: String]? = nil, headers: [String: String] = [:],
        timeoutSeconds: Double = 600
    ) {
        self.url = url
        self.form = form
        self.headers = headers
        self.timeoutSeconds = timeoutSeconds
    }

    /// The form as `application/x-www-form-urlencoded`.
    ///
    /// Fields are in alphabetical order, so equal forms have equal bytes.
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

/// The server's reply to an ``HTTPCall``.
public struct HTTPReply: Hashable, Sendable {
    /// The HTTP status, such as 200.
    public var status: Int
    /// The whole body.
    public var body: [UInt8]
    /// The seconds that the server asks to wait before the next call (`Retry-After`, RFC 9110);
    /// `nil` if it does not.
    public var retryAfterSeconds: Double?

    /// Creates a reply; use this in a transport of your own.
    ///
    /// - Parameters:
    ///   - retryAfter: The header `Retry-After`, if the reply has it: seconds or a date.
    ///   - date: The header `Date`, from which seconds to a date are counted.
    ///   - received: When the reply arrived, by this device's clock. It may be wrong, so it counts
    ///     only if there is no header `Date`.
    public init(
        status: Int, body: [UInt8], retryAfter: String? = nil, date: String? = nil,
        received: Date? = nil
    ) {
        self.status = status
        self.body = body
        let seconds = retryAfter.flatMap { retry in
            Double(retry.trimmingBlanks)
                ?? Self.date(retry).flatMap { end in
                    // If the date has passed, the client may ask at once.
                    (date.map(Self.date) ?? received).map { max(0, end.timeIntervalSince($0)) }
                }
        }
        // A server that asks for more than a day is not worth waiting for.
        retryAfterSeconds = seconds.flatMap { (0...86_400).contains($0) ? $0 : nil }
    }

    /// The forms of dates that a client has to read (RFC 9110, 5.6.7); the first is the usual one.
    private static let dateForms = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
        "EEE MMM d HH:mm:ss yyyy",
    ]

    /// Reads a date in a form of HTTP, such as `Mon, 30 Nov 2026 08:00:00 GMT`.
    private static func date(_ text: String) -> Date? {
        let form = DateFormatter()
        form.locale = Locale(identifier: "en_US_POSIX")
        form.timeZone = TimeZone(secondsFromGMT: 0)
        let text = String(text.trimmingBlanks)
        for dateForm in dateForms {
            form.dateFormat = dateForm
            if let date = form.date(from: text) { return date }
        }
        return nil
    }
}

/// Sends HTTP requests for a ``RouteTask``.
///
/// Implement this protocol to use your own HTTP stack, or to test without sockets.
public protocol HTTPTransport: Sendable {
    /// Sends a call and waits for the whole reply, whatever its status.
    ///
    /// - Throws: If no reply arrives: no connection, unknown host name, bad certificate, timeout,
    ///   cancellation.
    func send(_ call: HTTPCall) async throws -> HTTPReply
}

/// Sends calls through a `URLSession`; the default transport.
public struct URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// Uses the given session, or creates one without cookies and caches.
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

    /// Sends a call and waits for the reply.
    ///
    /// If you cancel the task, the connection is dropped. A server that watches its clients then
    /// stops solving.
    public func send(_ call: HTTPCall) async throws -> HTTPReply {
        var request = URLRequest(url: call.url, timeoutInterval: call.timeoutSeconds)
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        if let form = call.encodedForm {
            request.httpMethod = "POST"
            request.httpBody = Data(form)
            request.setValue(
                "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSessionCall.reply(to: request, by: session)
        let reply = response as? HTTPURLResponse
        return HTTPReply(
            status: reply?.statusCode ?? 0, body: [UInt8](data),
            retryAfter: reply?.value(forHTTPHeaderField: "Retry-After"),
            date: reply?.value(forHTTPHeaderField: "Date"), received: Date())
    }
}
