// Turns a resource or a failure into a response's bytes and headers.

import AccessControl
import DataStructures
package import HTTPTypes
package import Hummingbird
import NIOCore
package import Preparation
package import PublishedServices
package import RouteAPI
package import ServiceTransport

/// Writes the answer to one request, in the format it asks for.
package struct AnswerWriter: Sendable {
    package let format: AnswerFormat
    package let callback: String?
    package let acceptsGzip: Bool
    /// The visitor whom pages name, on a server with users.
    package var visitor: Visitor?
    /// The path in front of the server's own paths, in pages' links.
    private let prefix: PathPrefix
    private let knownTags: String

    /// Writes for a valid request.
    package init(_ request: ServiceRequest) {
        self.init(
            format: request.format, callback: request.callback, headers: request.headers,
            prefix: PathPrefix(request.source.prefix))
    }

    /// Writes for a request whose fields could not be read.
    package init(
        format: AnswerFormat, callback: String?, headers: HTTPFields,
        prefix: PathPrefix = PathPrefix()
    ) {
        self.format = format
        self.prefix = prefix
        self.callback = callback
        acceptsGzip = Gzip.isAccepted(by: headers[.acceptEncoding])
        knownTags = headers[.ifNoneMatch] ?? ""
    }

    /// Returns the response that shows a resource.
    package func response(_ resource: some Resource) -> Response {
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
                            "geojson is a format of answers with features only (operations, "
                                + "queries of stored layers, results of jobs); use json, pjson or "
                                + "html")))
            }
        case .gpkg:
            response(
                ServiceError(
                    .invalidParameter(
                        "f",
                        "gpkg is a format of operations' answers and jobs' results only; use "
                            + "json, pjson or html")))
        case .html:
            page(resource.page(), isCacheable: resource.isCacheable)
        }
    }

    /// Returns the response for a failure.
    ///
    /// - Parameters:
    ///   - layer: The layer whose operation failed, if there is one.
    ///   - operation: The operation that failed.
    ///   - fields: The request's fields, to fill the page's form.
    package func response(
        _ failure: any AnsweredError, asking layer: PublishedLayer? = nil,
        _ operation: AnalysisOperation? = nil, fields: FormParameters = FormParameters([])
    ) -> Response {
        var response: Response
        if format == .html {
            response = page(
                FailurePage.page(for: failure, asking: layer, operation, fields: fields),
                isCacheable: false)
            // Browsers and their histories should not record the page as a success.
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

    /// Whether the client has the version of a resource with an entity tag.
    package func isCurrent(_ tag: String) -> Bool { knownTags == "*" || knownTags.contains(tag) }

    /// Whether an answer in this format can be sent row by row.
    package var writesRows: Bool { (format == .json || format == .pjson) && callback == nil }

    /// Returns a JSON response whose body is sent piece by piece.
    package func response(compressed: Bool, body: ResponseBody) -> Response {
        var headers = Self.headers(type: Self.jsonType)
        if compressed { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Returns a file for the client to save.
    package func response(_ file: [UInt8], type: String, named name: String) -> Response {
        var response = finish(file, type: type, isCacheable: false)
        response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }

    private static let jsonType = "application/json;charset=utf-8"

    private static func headers(type: String) -> HTTPFields {
        [
            .contentType: type,
            // Caches must revalidate, so that a rebuilt network is visible immediately.
            .cacheControl: "no-cache",
            .vary: "Accept-Encoding",
            .xContentTypeOptions: "nosniff",
        ]
    }

    package func script(_ json: [UInt8], isCacheable: Bool) -> Response {
        guard let callback else {
            return finish(json, type: Self.jsonType, isCacheable: isCacheable)
        }
        let call = Array("\(callback)(".utf8) + json + Array(");".utf8)
        return finish(
            call, type: "application/javascript;charset=utf-8", isCacheable: isCacheable)
    }

    private func page(_ page: DirectoryPage, isCacheable: Bool) -> Response {
        var page = page
        page.visitor = visitor
        var response = finish(
            page.bytes(below: prefix), type: "text/html;charset=utf-8", isCacheable: isCacheable)
        response.headers[.contentSecurityPolicy] = Self.policy(formTargets: "'self'")
        // For browsers that do not know frame-ancestors (RFC 7034).
        response.headers[.xFrameOptions] = "DENY"
        // URLs contain users' locations and tokens. This server's own pages may receive them,
        // because the log-in returns to the referring page. "no-referrer" would make the `Origin`
        // of forms "null".
        response.headers[.referrerPolicy] = "same-origin"
        return response
    }

    /// The policy for pages: no scripts, no resources, no framing by other sites. Even an injected
    /// script would not run.
    ///
    /// - Parameter formTargets: Where its forms, and the redirects that answer them, may lead.
    package static func policy(formTargets: String) -> String {
        "default-src 'none'; style-src 'unsafe-inline'; form-action \(formTargets); "
            + "base-uri 'none'; frame-ancestors 'none'"
    }

    private func finish(_ bytes: [UInt8], type: String, isCacheable: Bool) -> Response {
        LargeWork.check(bytes: bytes.count)
        var headers = Self.headers(type: type)
        if isCacheable {
            let tag = Self.tag(of: bytes)
            headers[.eTag] = tag
            if isCurrent(tag) {
                headers[.contentType] = nil
                return Response(status: .notModified, headers: headers)
            }
        }
        var body = bytes
        let level = isCacheable ? Gzip.keptLevel : Gzip.level
        if acceptsGzip, bytes.count >= Gzip.minimumBytes,
            let compressed = Gzip.compress(bytes, level: level)
        {
            body = compressed
            headers[.contentEncoding] = "gzip"
        }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Computes a weak entity tag, the same for compressed and plain content.
    private static func tag(of bytes: [UInt8]) -> String {
        var hash = StableHash()
        for byte in bytes { hash.combine(byte) }
        return "W/\"\(hash.text)\""
    }
}

extension HTTPField.Name {
    /// Whether another site may show a page in a frame (RFC 7034).
    package static let xFrameOptions = HTTPField.Name(declared: "X-Frame-Options")

    /// How much of a page's URL its links send along (W3C Referrer Policy).
    package static let referrerPolicy = HTTPField.Name(declared: "Referrer-Policy")
}
