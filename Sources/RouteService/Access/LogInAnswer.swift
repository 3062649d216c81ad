// What programs are told at `token` and `revokeToken`.

import AccessControl
import Geo

/// Tokens, as RFC 6749 §5.1 and ArcGIS name their parts.
struct LogInAnswer: Resource {
    let tokens: AuthorizationService.Tokens
    /// Whether the server wants the token to travel over https alone.
    let isSecure: Bool

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("access_token", tokens.access.text)
            writer.member("token_type", "bearer")
            writer.member("expires_in", tokens.accessSeconds)
            writer.member("username", tokens.access.user)
            writer.member("ssl", isSecure)
            writer.member("refresh_token", tokens.refresh)
            writer.member("refresh_token_expires_in", tokens.refreshSeconds)
        }
    }

    func page() -> DirectoryPage { DirectoryPage(title: "Tokens") }
}

/// A log-in that is over.
struct LogOutAnswer: Resource {
    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { $0.member("success", true) }
    }

    func page() -> DirectoryPage { DirectoryPage(title: "Signed out") }
}
