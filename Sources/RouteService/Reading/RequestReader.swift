// Collects the fields of a request within its bounds. Start here for the folder.
//
//     query ── FormFields ─────────────────────────────────────────────┐
//     head ── AccessGate: may the caller ask? ── body ── SentForm ── fields
//              BodyBudget, BodyPace bound the body     └ its token, if the head had none
//
// What grows with a body happens on a worker: the event loop only puts its pieces in a row.

import AccessControl
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix
import RouteAPI

/// Reads queries and bodies.
struct RequestReader: Sendable {
    /// Longer URLs are refused with a hint to use POST. Clients switch at 2,000 characters.
    static let maximumURLBytes = 65_536
    /// Bodies above this size are decoded on a worker, where megabytes of escapes hold nobody up.
    private static let largeBodyBytes = 32_768

    let budget: BodyBudget
    var pace = BodyPace()

    /// What is known of a request before its body is read.
    struct Head: Sendable {
        let request: Request
        /// The fields of the query.
        let query: FormParameters
        /// Where it comes from.
        let source: RequestSource
        let channel: any Channel
        /// The client, or `nil` when the request came by no connection.
        let client: ClientPresence?
    }

    /// Who may have a body read.
    struct Admission: Sendable {
        /// The most bytes of a body.
        let maximumBodyBytes: Int
        /// Refuses a caller who may not ask, by a query or by the fields of a body that may hold
        /// a token.
        let check: @Sendable (_ fields: FormParameters) throws(ServiceError) -> Void
    }

    /// The fields of a request, and what their memory is counted by while they live.
    struct Reading: Sendable {
        let fields: FormParameters
        let lease: BodyLease?
        /// Why the caller may not ask; the fields are then those that say how to tell it.
        var refusal: ServiceError?
    }

    /// The fields of the query alone.
    ///
    /// - Throws: ``ServiceError`` when there are too many or too long ones.
    static func query(of request: Request) throws(ServiceError) -> FormParameters {
        guard request.uri.string.utf8.count <= maximumURLBytes else {
            throw ErrorTable.urlTooLong(allowed: maximumURLBytes)
        }
        guard let text = request.uri.query else { return FormParameters([]) }
        return FormParameters(try SentForm(urlEncoded: Array(text.utf8)).decoded())
    }

    /// The fields of the query and, for POST, of the body; the body's count where both have one.
    ///
    /// Whether the caller may ask is settled before anything large is read, where the head has the
    /// token. Many clients send it at the end of the form instead: their body is put aside within
    /// a budget of its own, and decoded once its token has proved good.
    ///
    /// - Throws: ``ServiceError`` when the caller may not ask, or the body is too large, too slow
    ///   or in a form that is not read; what the connection throws when the client breaks off.
    func fields(of head: Head, _ admission: Admission) async throws -> Reading {
        let request = head.request
        guard request.method == .post else { return Reading(fields: head.query, lease: nil) }
        let form = try FormKind(request.headers)
        if let encoding = request.headers[.contentEncoding] {
            throw ErrorTable.contentEncoding(encoding)
        }
        if let length = Self.announcedBytes(request), length > admission.maximumBodyBytes {
            throw ErrorTable.bodyTooLarge(allowed: admission.maximumBodyBytes)
        }
        let refusal = Self.refusal(admission, head.query)
        // A token of the head that is not good is not mended by a large body.
        if let refusal, refusal.code != ErrorTable.tokenRequired().code,
            Self.announcedBytes(request).map({ $0 > Self.largeBodyBytes }) ?? true
        {
            throw refusal
        }
        let lease = try budget.lease(for: head.source.network, isChecked: refusal == nil)
        let body = try await collect(head, upTo: admission.maximumBodyBytes, lease)
        let query = head.query
        return try await Self.work(onBytes: body.count) {
            let sent = try form.split(body.joined())
            let asked = query.fields.map { ($0.name, $0.value) }
            if refusal != nil {
                let token = sent.decoded { $0 == PresentedToken.fieldName }
                if let refusal = Self.refusal(admission, FormParameters(asked + token)) {
                    let format = sent.decoded { ["f", "callback"].contains($0) }
                    return Reading(
                        fields: FormParameters(asked + format), lease: lease, refusal: refusal)
                }
                lease.becomeChecked()
            }
            return Reading(fields: FormParameters(asked + sent.decoded()), lease: lease)
        }
    }

    private static func announcedBytes(_ request: Request) -> Int? {
        request.headers[.contentLength].flatMap { Int($0) }
    }

    private static func refusal(_ admission: Admission, _ query: FormParameters) -> ServiceError? {
        do throws(ServiceError) {
            try admission.check(query)
            return nil
        } catch {
            return error
        }
    }

    /// Does work that grows with a body on a worker, unless the body is small.
    static func work<Value: Sendable>(
        onBytes count: Int, _ read: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard count > largeBodyBytes else { return try read() }
        return try await NIOThreadPool.singleton.runIfActive(read)
    }

    /// The same for work that cannot fail.
    static func work<Value: Sendable>(
        onBytes count: Int, _ write: @escaping @Sendable () -> Value
    ) async -> Value {
        guard count > largeBodyBytes else { return write() }
        do {
            return try await NIOThreadPool.singleton.runIfActive(write)
        } catch {
            // The workers end with the process.
            return write()
        }
    }

    private func collect(
        _ head: Head, upTo limit: Int, _ lease: BodyLease
    ) async throws -> BodyBuffer {
        let request = head.request
        if request.headers[.expect] != nil {
            head.channel.triggerUserOutboundEvent(ConnectionHandler.SendContinue(), promise: nil)
        }
        var body = BodyBuffer()
        var fault: String?
        do {
            for try await piece in request.body {
                try lease.grow(by: piece.readableBytes)
                body.append(piece)
                guard body.count <= limit else { throw ErrorTable.bodyTooLarge(allowed: limit) }
            }
        } catch let error as HTTPParserError {
            fault = "\(error)"
        }
        if let length = Self.announcedBytes(request), body.count < length {
            fault = "\(body.count) of the \(length) bytes that Content-Length announces arrived"
        }
        guard let fault else { return body }
        // ConnectionHandler breaks slow bodies off.
        throw head.client?.isTooSlow ?? false
            ? ErrorTable.bodyTooSlow(bytes: body.count, pace) : ErrorTable.brokenBody(fault)
    }
}

/// In which form a body holds its fields.
private enum FormKind: Sendable {
    case urlEncoded
    case multipart(contentType: String)

    /// - Throws: ``ServiceError`` for a type that is not read.
    init(_ headers: HTTPFields) throws(ServiceError) {
        let header = headers[.contentType] ?? ""
        let type = header.lowercased()
        if type.hasPrefix("multipart/form-data") {
            self = .multipart(contentType: header)
        } else if type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded")
            || type.hasPrefix("text/plain")
        {
            // Some clients name no type, or plain text, for a form.
            self = .urlEncoded
        } else {
            throw ErrorTable.mediaType(type)
        }
    }

    func split(_ bytes: [UInt8]) throws(ServiceError) -> SentForm {
        switch self {
        case .urlEncoded: try SentForm(urlEncoded: bytes)
        case .multipart(let type): try SentForm(multipart: bytes, contentType: type)
        }
    }
}
