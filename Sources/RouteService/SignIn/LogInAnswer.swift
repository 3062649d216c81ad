// The answers of `token` and `revokeToken`.

import AccessControl
import Geo
import ServicePages

/// Tokens, with member names from RFC 6749 §5.1 and ArcGIS.
struct LogInAnswer: Resource {
    let tokens: AuthorizationService.Tokens
    /// Whether clients must send the token over https only.
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

/// Confirms that a log-in has ended.
struct LogOutAnswer: Resource {
    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { $0.member("success", true) }
    }

    func page() -> DirectoryPage { DirectoryPage(title: "Signed out") }
}
