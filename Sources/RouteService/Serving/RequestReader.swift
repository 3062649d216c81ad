// Collects the fields of a request within its bounds.

import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import RouteAPI

/// Reads queries and bodies.
enum RequestReader {
    /// Longer URLs are refused with a hint to use POST. Clients switch at 2,000 characters.
    static let maximumURLBytes = 65_536
    /// Bodies above this size are decoded off the cooperative threads, where 20 MB of escapes would
    /// hold up other requests for a tenth of a second.
    private static let largeBodyBytes = 262_144

    /// The fields of the query and, for POST, of the body; the body's count where both have one.
    ///
    /// - Parameter query: The fields of the query, which are read already.
    /// - Throws: ``ServiceFailure`` when the body is too large or in a form that is not read; what
    ///   the connection throws when the client breaks off.
    static func fields(
        of request: Request, query: FormParameters, maximumBodyBytes: Int
    ) async throws -> FormParameters {
        guard request.method == .post else { return query }
        let type = request.headers[.contentType]?.lowercased() ?? ""
        let isMultipart = type.hasPrefix("multipart/form-data")
        guard isMultipart || isForm(type) else { throw ErrorTable.mediaType(type) }
        if let encoding = request.headers[.contentEncoding] {
            throw ErrorTable.contentEncoding(encoding)
        }
        let body = try await body(of: request, upTo: maximumBodyBytes)
        let header = request.headers[.contentType] ?? ""
        let read: @Sendable () throws -> [FormFields.Field] = {
            guard isMultipart else { return FormFields.parse(body) }
            guard let fields = MultipartForm.parse(body, contentType: header) else {
                throw ErrorTable.brokenMultipart()
            }
            return fields
        }
        let fields =
            if body.count > largeBodyBytes {
                try await NIOThreadPool.singleton.runIfActive(read)
            } else {
                try read()
            }
        return FormParameters(query.fields.map { ($0.name, $0.value) } + fields)
    }

    /// The fields of the query alone.
    static func query(of request: Request) -> FormParameters {
        FormParameters(FormFields.parse(Array((request.uri.query ?? "").utf8)))
    }

    private static func isForm(_ type: String) -> Bool {
        // Some clients name no type, or plain text, for a form.
        type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded")
            || type.hasPrefix("text/plain")
    }

    private static func body(of request: Request, upTo limit: Int) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw ErrorTable.bodyTooLarge(allowed: limit)
        }
        do {
            return Array(buffer: try await request.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw ErrorTable.bodyTooLarge(allowed: limit)
        }
    }
}
