// Collects a request's fields within limits. Start here for the folder.

package import AccessControl
import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOHTTP1
package import RouteAPI

/// Reads queries and bodies, and refuses what is too large, too slow or not authorized.
///
///     query ── FormFields ─────────────────────────────────────────────┐
///     head ── AccessGate: may the caller ask, and ask now? ── body ── SentForm ── fields
///              BodyBudget, BodyPace bound the body     └ its token, if the head had none
///
/// Work that grows with a body runs in a lane (Lanes.bodies); the event loop only collects its
/// parts.
///
/// Two facts shape the order of its checks. A body may have megabytes, so everything known from the
/// head is checked before it is read: the URL's length, the announced size, the encoding and, if
/// the head has a token, the caller. But many clients send the token as a field at the end of the
/// form. Such a body is buffered within a budget of its own (``BodyBudget``) and split into fields;
/// only its token is decoded until the caller is authorized.
///
/// The event loop collects the parts (``BodyBuffer``) at a minimum rate (``BodyPace``). Splitting
/// and decoding run in a lane if the body is large. The lease in ``Reading`` counts the fields'
/// memory until the request is answered, so keep it that long. ``RouteServiceResponder`` is the
/// only caller.
package struct HTTPRequestReader: Sendable {
    /// Longer URLs are refused with a hint to use POST; clients switch at 2,000 characters.
    static let maximumURLBytes = 65_536

    /// How much memory bodies may take.
    package let budget: BodyBudget
    /// Where large bodies are parsed.
    let lane: Lane
    var pace = BodyPace()

    /// Creates a reader that parses large bodies in `lane`.
    package init(budget: BodyBudget, lane: Lane, pace: BodyPace = BodyPace()) {
        self.budget = budget
        self.lane = lane
        self.pace = pace
    }

    /// What is known about a request before its body is read.
    package struct Head: Sendable {
        let request: Request
        let query: FormParameters
        let source: RequestSource
        let channel: any Channel
        /// The client, or `nil` for a request without a connection.
        let client: ClientPresence?

        /// Creates what is known before a body is read.
        package init(
            request: Request, query: FormParameters, source: RequestSource, channel: any Channel,
            client: ClientPresence? = nil
        ) {
            self.request = request
            self.query = query
            self.source = source
            self.channel = channel
            self.client = client
        }
    }

    /// The conditions for reading a body.
    package struct Admission: Sendable {
        /// The most bytes in a body.
        let maximumBodyBytes: Int
        /// The field that holds the whole body, if the resource takes plain rows or features.
        var rawField: String?
        /// Whether no resource is at the path; a body that cannot be read is then not at fault.
        var leadsNowhere = false
        /// Refuses a caller whom the fields of a query or body do not authorize.
        let check: @Sendable (_ fields: FormParameters) throws(ServiceError) -> Void

        /// Creates conditions.
        package init(
            maximumBodyBytes: Int, rawField: String? = nil, leadsNowhere: Bool = false,
            check: @escaping @Sendable (_ fields: FormParameters) throws(ServiceError) -> Void
        ) {
            self.maximumBodyBytes = maximumBodyBytes
            self.rawField = rawField
            self.leadsNowhere = leadsNowhere
            self.check = check
        }
    }

    /// A request's fields, and the lease that counts their memory while they live.
    package struct Reading: Sendable {
        /// The fields from query and body.
        package let fields: FormParameters
        /// Keep it until the request is answered.
        package let lease: BodyLease?
        /// Why the caller is refused; the fields then only select the answer's format.
        package var refusal: ServiceError?
    }

    /// Returns only the query's fields.
    ///
    /// - Throws: ``ServiceError`` if there are too many, or a field is too long.
    package static func query(of request: Request) throws(ServiceError) -> FormParameters {
        guard request.uri.string.utf8.count <= maximumURLBytes else {
            throw ErrorTable.urlTooLong(allowed: maximumURLBytes)
        }
        guard let text = request.uri.query else { return FormParameters([]) }
        return FormParameters(try SentForm(urlEncoded: Array(text.utf8)).decoded())
    }

    /// Returns the form of a body that may be read.
    ///
    /// - Throws: ``ServiceError`` for what the head says of the body.
    private static func form(
        of request: Request, _ admission: Admission
    ) throws(ServiceError) -> FormKind {
        let form = try FormKind(request.headers, rawField: admission.rawField)
        if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw ErrorTable.contentEncoding(encoding)
        }
        if let length = announcedBytes(request), length > admission.maximumBodyBytes {
            throw ErrorTable.bodyTooLarge(allowed: admission.maximumBodyBytes)
        }
        return form
    }

    /// Returns the fields from the query and, for POST, from the body, which takes precedence.
    ///
    /// If the head has the token, the caller is authorized before a large body is read. Many
    /// clients send the token at the end of the form instead. Such a body is buffered within a
    /// budget of its own, and decoded once its token has been verified.
    ///
    /// - Throws: ``ServiceError`` if the caller is not authorized, or the body is too large, too
    ///   slow or of an unsupported type; the connection's error if the client disconnects.
    package func fields(of head: Head, _ admission: Admission) async throws -> Reading {
        let request = head.request
        guard request.method == .post else { return Reading(fields: head.query, lease: nil) }
        let form: FormKind
        do throws(ServiceError) {
            form = try Self.form(of: request, admission)
        } catch {
            if admission.leadsNowhere { return Reading(fields: head.query, lease: nil) }
            throw error
        }
        let refusal = Self.refusal(admission, head.query)
        // A large body cannot make up for an invalid token in the head.
        if let refusal, refusal.code != ErrorTable.tokenRequired().code,
            Self.announcedBytes(request).map({ $0 > LargeWork.smallBytes }) ?? true
        {
            throw refusal
        }
        let lease = try budget.lease(for: head.source.network, isChecked: refusal == nil)
        let body = try await collect(head, upTo: admission.maximumBodyBytes, lease)
        let query = head.query
        return try await lane.run(onBytes: body.count, for: head.source.network) {
            let sent: SentForm
            do throws(ServiceError) {
                sent = try form.split(body.joined())
            } catch {
                if admission.leadsNowhere { return Reading(fields: query, lease: lease) }
                throw refusal ?? error
            }
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
        // ConnectionHandler closes the input of slow bodies.
        throw head.client?.isTooSlow ?? false
            ? ErrorTable.bodyTooSlow(bytes: body.count, pace) : ErrorTable.brokenBody(fault)
    }
}

/// How a body encodes its fields.
private enum FormKind: Sendable {
    /// Fields in `a=1&b=2` text, in UTF-8 or in an encoding of Western Europe. If it is JSON, it
    /// is the field `json`.
    case urlEncoded(isWestern: Bool, json: String?)
    case multipart(contentType: String)
    /// The whole body is one field.
    case raw(field: String)

    /// The media types accepted for a body that is a single field.
    private static let rawTypes = [
        "text/csv", "application/csv", "application/json", "application/geo+json",
        "application/octet-stream",
    ]

    /// - Throws: ``ServiceError`` for an unsupported media type.
    init(_ headers: HTTPFields, rawField: String?) throws(ServiceError) {
        let header = headers[.contentType] ?? ""
        let type = header.lowercased()
        if type.hasPrefix("multipart/form-data") {
            self = .multipart(contentType: header)
        } else if type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded")
            || type.hasPrefix("text/plain")
        {
            // Some clients send a form without a type or as plain text.
            self = .urlEncoded(isWestern: Self.isWestern(type), json: rawField)
        } else if let rawField, Self.rawTypes.contains(where: type.hasPrefix) {
            self = .raw(field: rawField)
        } else {
            throw ErrorTable.mediaType(type)
        }
    }

    /// Returns whether a type, in lower case, names an encoding that some Java clients use unless
    /// they are told otherwise.
    private static func isWestern(_ type: String) -> Bool {
        let names = ["iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252"]
        return type.split(separator: ";").dropFirst().contains { piece in
            let pair = piece.filter { $0 != " " && $0 != "\"" }
            return names.contains { pair == "charset=\($0)" }
        }
    }

    /// Whether a body is JSON: no field's name begins like an object or a list.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { $0 > UInt8(ascii: " ") }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    func split(_ bytes: [UInt8]) throws(ServiceError) -> SentForm {
        switch self {
        case .urlEncoded(_, let field) where Self.isJSON(bytes):
            // As `curl --data` sends it, which names a form unless told otherwise.
            if let field {
                SentForm(whole: bytes, as: field)
            } else {
                throw ErrorTable.jsonAsForm()
            }
        case .urlEncoded(let isWestern, _): try SentForm(urlEncoded: bytes, isWestern: isWestern)
        case .multipart(let type): try SentForm(multipart: bytes, contentType: type)
        case .raw(let field): SentForm(whole: bytes, as: field)
        }
    }
}
