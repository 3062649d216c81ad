// The fields of a request to `generateToken`.

import Geo
package import RouteAPI

package struct TokenRequest: Sendable {
    package var userName: String
    /// The user's password.
    package var password: String
    /// Where the token should be valid.
    package var binding: TokenBinding
    /// How long the token should last, in minutes; `nil` for the server's standard time.
    package var minutes: Double?

    /// Reads a body's fields.
    ///
    /// - Throws: ``RouteRequestError`` with the field, what is wrong with it, and what would work.
    package init(_ fields: FormParameters, from source: RequestSource) throws(RouteRequestError) {
        guard let name = fields.text("username") else {
            throw .invalidParameter(
                "username", "is missing; send username and password in the body")
        }
        guard name.utf8.count <= 256 else {
            throw .invalidParameter(
                "username", "has \(name.utf8.count) bytes; at most 256 are allowed")
        }
        // Passwords may contain blanks, so do not trim.
        let password = fields.fields.last { $0.name.lowercased() == "password" }?.value ?? ""
        guard !password.isEmpty else {
            throw .invalidParameter(
                "password", "is missing; send username and password in the body")
        }
        guard password.utf8.count <= PasswordHash.longestPasswordBytes else {
            throw .invalidParameter(
                "password",
                "has \(password.utf8.count) bytes; \(PasswordHash.longestPasswordBytes) are "
                    + "allowed")
        }
        userName = name
        self.password = password
        binding = try Self.binding(fields, source)
        if let text = fields.text("expiration") {
            guard let minutes = PlainNumber(text)?.value, minutes > 0 else {
                throw .invalidParameter(
                    "expiration",
                    "must be a number of minutes above 0 in digits, such as 60, not "
                        + "\"\(text.excerpt(40))\"")
            }
            self.minutes = minutes
        }
    }

    /// Returns the binding that `client` names. Without it, the token is bound to `referer` if
    /// there is one, otherwise to the request's address.
    private static func binding(
        _ fields: FormParameters, _ source: RequestSource
    ) throws(RouteRequestError) -> TokenBinding {
        let client = fields.text("client")?.lowercased()
        switch client ?? (fields.text("referer") == nil ? "requestip" : "referer") {
        case "referer": return .referer(try bound("referer", fields))
        case "ip": return .address(try bound("ip", fields))
        case "requestip": return .address(source.address)
        default:
            throw .invalidParameter(
                "client",
                "is \"\(client?.excerpt(40) ?? "")\"; it must be referer, ip or requestip")
        }
    }

    private static func bound(
        _ name: String, _ fields: FormParameters
    ) throws(RouteRequestError) -> String {
        guard let value = fields.text(name) else {
            throw .invalidParameter(
                name, "is missing; with client=\(name) the token is bound to it")
        }
        guard value.utf8.count <= TokenBinding.longestValueBytes else {
            throw .invalidParameter(
                name,
                "has \(value.utf8.count) bytes; at most "
                    + "\(TokenBinding.longestValueBytes) are allowed")
        }
        return value
    }
}
