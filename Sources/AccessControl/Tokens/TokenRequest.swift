// What a client asks for at `generateToken`.

import Geo
package import RouteAPI

/// A request for a token.
package struct TokenRequest: Sendable {
    /// The name that is claimed.
    package var userName: String
    /// The password that goes with it.
    package var password: String
    /// What the token is to be good with.
    package var binding: TokenBinding
    /// Minutes that the token is wanted for, or `nil` for the server's own.
    package var minutes: Double?

    /// Reads the fields of a body.
    ///
    /// - Throws: ``RouteRequestError`` naming the field and what it may be.
    package init(_ fields: FormParameters, from source: RequestSource) throws(RouteRequestError) {
        guard let name = fields.text("username") else {
            throw .invalidParameter(
                "username", "is missing; send username and password in the body")
        }
        guard name.utf8.count <= 256 else {
            throw .invalidParameter(
                "username", "has \(name.utf8.count) bytes; at most 256 are allowed")
        }
        // Blanks may belong to a password, so it is taken as it came.
        let password = fields.fields.last { $0.name.lowercased() == "password" }?.value ?? ""
        guard !password.isEmpty else {
            throw .invalidParameter(
                "password", "is missing; send username and password in the body")
        }
        guard password.utf8.count <= PasswordHash.longestPasswordBytes else {
            throw .invalidParameter(
                "password", "has more than \(PasswordHash.longestPasswordBytes) bytes")
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

    /// Without `client`, a referer binds to that, and nothing binds to the address that asks.
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
                "is \"\(client?.excerpt(40) ?? "")\"; one of referer, ip, requestip is needed")
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
