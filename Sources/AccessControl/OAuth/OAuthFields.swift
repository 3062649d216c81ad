// The fields of a request to log in, each at most once and no longer than it may be.

package import RouteAPI

/// Reads fields as RFC 6749 §3.1 and §3.2 want them read: none may come twice, and an empty one
/// counts as left out.
package struct OAuthFields: Sendable {
    private let fields: [FormParameters.Field]

    package init(_ fields: FormParameters) { self.fields = fields.fields }

    /// A field, or `nil` when it is left out.
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

    /// A field that has to be there.
    ///
    /// - Throws: ``OAuthError`` also when it is left out.
    package func required(_ name: String, atMost bytes: Int) throws(OAuthError) -> String {
        guard let value = try text(name, atMost: bytes) else {
            throw OAuthError(.invalidRequest, "\(name) is missing.")
        }
        return value
    }

    /// The name that a program calls itself.
    ///
    /// Programs are not registered here and prove nothing by their name; it binds codes and tokens
    /// to one and the same, and is shown to the user who signs in.
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
            throw OAuthError(.invalidRequest, "client_id has letters, digits and - . _ ~ only.")
        }
        return id
    }
}
