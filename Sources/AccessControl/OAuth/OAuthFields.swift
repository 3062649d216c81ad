// The fields of an OAuth request, each at most once and of bounded length.

package import RouteAPI

/// The fields of a request, read by the rules of RFC 6749 §3.1 and §3.2: no field may come twice,
/// and an empty one counts as missing.
package struct OAuthFields: Sendable {
    private let fields: [FormParameters.Field]

    package init(_ fields: FormParameters) { self.fields = fields.fields }

    /// A field, or `nil` when it is missing.
    ///
    /// - Throws: ``OAuthError`` when it comes twice or is too long.
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

    /// A field that is required.
    ///
    /// - Throws: ``OAuthError`` also when it is missing.
    package func required(_ name: String, atMost bytes: Int) throws(OAuthError) -> String {
        guard let value = try text(name, atMost: bytes) else {
            throw OAuthError(.invalidRequest, "\(name) is missing.")
        }
        return value
    }

    /// The name that a program gives itself.
    ///
    /// Programs are not registered here and prove nothing by their name. Codes and tokens are bound
    /// to it, and it is shown to the user at the sign-in.
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
