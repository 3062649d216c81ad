// From a resource or a failure to the bytes and headers of a response.

import HTTPTypes
import Hummingbird
import NIOCore
import RouteAPI

/// Writes the answer to one request, in the form the request asks for.
struct AnswerWriter: Sendable {
    let format: AnswerFormat
    let callback: String?
    private let acceptsGzip: Bool
    private let knownTags: String

    /// A writer for a request that was understood.
    init(_ request: ServiceRequest) {
        self.init(format: request.format, callback: request.callback, headers: request.headers)
    }

    /// A writer for a request that was not.
    init(format: AnswerFormat, callback: String?, headers: HTTPFields) {
        self.format = format
        self.callback = callback
        acceptsGzip = Gzip.isAccepted(by: headers[.acceptEncoding])
        knownTags = headers[.ifNoneMatch] ?? ""
    }

    /// The response that shows a resource.
    func response(_ resource: some Resource) -> Response {
        switch format {
        case .json, .pjson:
            script(
                resource.json(pretty: format == .pjson), isCacheable: resource.isCacheable)
        case .geojson:
            if let bytes = resource.geoJSON() {
                finish(bytes, type: "application/geo+json", isCacheable: resource.isCacheable)
            } else {
                response(
                    ServiceError(
                        .invalidParameter(
                            "f",
                            "geojson is a format of solve and locate only; use json, pjson or html"
                        )))
            }
        case .html:
            page(resource.page(), isCacheable: resource.isCacheable)
        }
    }

    /// The response that shows the server's description, which is JSON whatever is asked for.
    func response(_ document: OpenAPIDocument) -> Response {
        script(document.json(pretty: format != .json), isCacheable: true)
    }

    /// The response that tells of a failure.
    ///
    /// - Parameters:
    ///   - layer: The layer whose operation failed, if it is one.
    ///   - operation: The operation.
    ///   - fields: What was sent, for the form on the page.
    func response(
        _ failure: any AnsweredError, asking layer: PublishedLayer? = nil,
        _ operation: LayerOperation = .solve, fields: FormParameters = FormParameters([])
    ) -> Response {
        var response: Response
        if format == .html {
            response = page(
                FailurePage.page(for: failure, asking: layer, operation, fields: fields),
                isCacheable: false)
            // A person's browser and its history should know that the page is no success.
            let code = failure.status == .ok ? failure.code : failure.status.code
            response.status = (400..<600).contains(code) ? .init(code: code) : .badRequest
        } else {
            response = script(
                ErrorEnvelope.json(failure, pretty: format == .pjson), isCacheable: false)
            response.status = failure.status
        }
        for field in failure.headers { response.headers[field.name] = field.value }
        return response
    }

    private func script(_ json: [UInt8], isCacheable: Bool) -> Response {
        guard let callback else {
            return finish(json, type: "application/json;charset=utf-8", isCacheable: isCacheable)
        }
        let call = Array("\(callback)(".utf8) + json + Array(");".utf8)
        return finish(
            call, type: "application/javascript;charset=utf-8", isCacheable: isCacheable)
    }

    private func page(_ page: DirectoryPage, isCacheable: Bool) -> Response {
        var response = finish(
            page.bytes, type: "text/html;charset=utf-8", isCacheable: isCacheable)
        response.headers[.contentSecurityPolicy] = Self.policy(formTargets: "'self'")
        // The same for browsers that do not know frame-ancestors (RFC 7034).
        response.headers[.xFrameOptions] = "DENY"
        // Addresses hold people's places and tokens. Pages of this server see them: the way back
        // from the log-in is found by them. "no-referrer" would make the origin of forms "null".
        response.headers[.referrerPolicy] = "same-origin"
        return response
    }

    /// What a page may do: run no scripts, load nothing, be in no frame of another's. Whatever
    /// slipped in would not run either.
    ///
    /// - Parameter formTargets: Where its forms may go, and where answers to them may redirect to.
    static func policy(formTargets: String) -> String {
        "default-src 'none'; style-src 'unsafe-inline'; form-action \(formTargets); "
            + "base-uri 'none'; frame-ancestors 'none'"
    }

    private func finish(_ bytes: [UInt8], type: String, isCacheable: Bool) -> Response {
        var headers: HTTPFields = [
            .contentType: type,
            // Copies are kept on condition of asking again: a rebuilt network shows at once.
            .cacheControl: "no-cache",
            .vary: "Accept-Encoding",
            .xContentTypeOptions: "nosniff",
        ]
        if isCacheable {
            let tag = Self.tag(of: bytes)
            headers[.eTag] = tag
            if knownTags == "*" || knownTags.contains(tag) {
                headers[.contentType] = nil
                return Response(status: .notModified, headers: headers)
            }
        }
        var body = bytes
        if acceptsGzip, bytes.count >= Gzip.minimumBytes, let compressed = Gzip.compress(bytes) {
            body = compressed
            headers[.contentEncoding] = "gzip"
        }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// A weak tag: the same content compressed or not has the same one.
    ///
    /// Method: FNV-1a of 64 bits; Fowler, Noll and Vo. It guards against stale copies, not against
    /// forgers.
    private static func tag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return "W/\"\(String(hash, radix: 16))\""
    }
}

extension HTTPField.Name {
    /// Whether a page may be shown in a frame of another (RFC 7034).
    static let xFrameOptions: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Frame-Options") else {
            preconditionFailure("X-Frame-Options is a header's name")
        }
        return name
    }()

    /// How much of a page's address goes along with its links (the W3C's Referrer Policy).
    static let referrerPolicy: HTTPField.Name = {
        guard let name = HTTPField.Name("Referrer-Policy") else {
            preconditionFailure("Referrer-Policy is a header's name")
        }
        return name
    }()
}
