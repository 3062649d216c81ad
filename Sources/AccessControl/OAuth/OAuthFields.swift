// An OAuth request's fields, each at most once and limited in length.

package import RouteAPI

/// A request's fields, read by the rules in RFC 6749 §3.1 and §3.2: no field may occur twice, and
/// an empty one counts as missing.
package struct OAuthFields: Sendable {
    private let fields: [FormParameters.Field]

    package init(_ fields: FormParameters) { self.fields = fields.fields }

    /// Returns a field, or `nil` if it is missing.
    ///
    /// - Throws: ``OAuthError`` if it occurs twice or is too long.
    package func text(_ name: String, atMost bytes: Int) throws(OAuthError) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        guard values.count <= 1 else {
            throw OAuthError(.invalidRequest, "\(name) is given more than once.")
        }
        guard let value = values.first, !value.isEmpty else { return nil }
        guard value.utf8.count <= bytes else {
            throw OAuthError(
                .invalidRequest,
                "\(name) has \(value.utf8.count) bytes; at most \(bytes) are allowed.")
        }
        return value
    }

    /// Returns a required field.
    ///
    /// - Throws: ``OAuthError`` also if it is missing.
    package func required(_ name: String, atMost bytes: Int) throws(OAuthError) -> String {
        guard let value = try text(name, atMost: bytes) else {
            throw OAuthError(.invalidRequest, "\(name) is missing.")
        }
        return value
    }

    /// Returns the name a program gives itself.
    ///
    /// Programs are not registered here, so the name proves nothing. Codes and tokens are bound to
    /// it, and users see it at sign-in.
    package func clientID() throws(OAuthError) -> String {
        let id = try required("client_id", atMost: 128)
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                true
            default:
                false
            }
        }
        guard isPlain else {
            throw OAuthError(
                .invalidRequest, "client_id may have letters, digits and - . _ ~ only.")
        }
        return id
    }
}
