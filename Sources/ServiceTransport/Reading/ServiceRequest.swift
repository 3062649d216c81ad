// A request as endpoints see it: fields, format and headers, from the query or the body.

package import AccessControl
import Geo
package import HTTPTypes
package import Hummingbird
package import RouteAPI

package enum AnswerFormat: String, Sendable {
    case json
    case pjson
    case html
    /// GeoJSON, for answers with features: from operations, stored-layer queries and jobs. ArcGIS
    /// has it for queries only; the others are an extension.
    case geojson
    /// A GeoPackage with all tables of an operation's answer: an extension, too.
    case gpkg
}

/// A request with its fields.
package struct ServiceRequest: Sendable {
    /// GET, HEAD, POST or OPTIONS.
    package let method: HTTPRequest.Method
    /// The URL's path, without the query and without a proxy's prefix.
    package let path: String
    /// The fields from query and body; the body takes precedence.
    package var fields: FormParameters
    /// The fields from the query alone.
    package let query: FormParameters
    package let headers: HTTPFields
    /// Where the request comes from, and what URLs in its answer begin with.
    package let source: RequestSource
    /// The answer's format; a page by default.
    package let format: AnswerFormat
    /// Whether the request asks for documentation (`f=help`, a format in ArcGIS).
    package let asksForHelp: Bool
    /// The function that a JSONP answer calls.
    package let callback: String?

    /// Reads the fields that are common to all resources.
    ///
    /// - Throws: ``ServiceError`` for an unknown format or a callback that is not a plain name.
    package init(
        _ request: Request, at path: String, fields: FormParameters, query: FormParameters,
        source: RequestSource
    ) throws(ServiceError) {
        method = request.method
        self.path = path
        self.fields = fields
        self.query = query
        headers = request.headers
        self.source = source
        let word = fields.text("f") ?? "html"
        asksForHelp = word.lowercased() == "help"
        guard let format = asksForHelp ? .html : AnswerFormat(rawValue: word.lowercased()) else {
            throw ServiceError(
                .invalidParameter(
                    "f",
                    "\"\(word.excerpt(60))\" is not a format; use json, pjson, html or help, "
                        + "for answers with features geojson, and for operations gpkg"))
        }
        self.format = format
        guard fields.text("callback") == nil || Self.plainCallback(fields) != nil else {
            throw ServiceError(
                .invalidParameter(
                    "callback", "must be a function name of letters, digits and _ . $ [ ] only"))
        }
        callback = format == .html ? nil : Self.plainCallback(fields)
    }

    /// Returns the callback, or `nil` if it is missing or not a plain name.
    package static func plainCallback(_ fields: FormParameters) -> String? {
        fields.text("callback").flatMap { name in
            name.utf8.count <= 256 && name.utf8.allSatisfy(isPlain) ? name : nil
        }
    }

    /// Returns the format for a failure before or in ``init(_:fields:query:source:)``.
    ///
    /// - Parameter unread: The headers, if the request's body was not read. Clients select the
    ///   format in the body; only browsers accept `text/html` in the headers.
    package static func fallbackFormat(
        _ fields: FormParameters, unread: HTTPFields? = nil
    ) -> AnswerFormat {
        let showsPages = unread.map { $0[.accept]?.contains("text/html") ?? false } ?? true
        return switch fields.text("f")?.lowercased() ?? (showsPages ? "html" : "json") {
        case "html": .html
        case "pjson": .pjson
        default: .json
        }
    }

    // Any other character could end the call and inject a script.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "$"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default:
            false
        }
    }
}
