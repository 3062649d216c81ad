// Maps a path below `/arcgis/sharing` to a part of a portal.

/// The parts of a portal that clients need to reach route layers.
package enum SharingAddress: Hashable, Sendable {
    /// `sharing/rest`.
    case root
    /// `sharing/rest/info`.
    case info
    /// `sharing/rest/portals/self`.
    case portal
    /// `sharing/rest/community/self` and `…/community/users/{name}`; `nil` is the caller.
    case user(name: String?)
    /// `sharing/rest/generateToken`.
    case generateToken
    /// `sharing/rest/oauth2/…`: OAuth log-ins.
    case oauth(OAuthOperation)
    /// Any other part of a portal.
    case unknown

    /// Parses the segments after `sharing`; `rest` is optional, because old clients omit it.
    package init(_ segments: ArraySlice<String>) {
        let hasRest = segments.first?.lowercased() == "rest"
        let segments = Array(hasRest ? segments.dropFirst() : segments)
        switch segments.map({ $0.lowercased() }) {
        case []: self = .root
        case ["info"]: self = .info
        case ["portals", "self"]: self = .portal
        case ["generatetoken"]: self = .generateToken
        case ["oauth2", "authorize"]: self = .oauth(.authorize)
        case ["oauth2", "signin"]: self = .oauth(.signIn)
        case ["oauth2", "token"]: self = .oauth(.token)
        case ["oauth2", "revoketoken"]: self = .oauth(.revokeToken)
        case ["community", "self"]: self = .user(name: nil)
        case let words where words.count == 3 && words.starts(with: ["community", "users"]):
            self = .user(name: segments[2])
        default: self = .unknown
        }
    }
}

extension SharingAddress {
    /// Whether requests contain secrets, which must be in the body and never in the URL.
    package var takesPostAlone: Bool {
        switch self {
        case .generateToken: true
        case .oauth(let operation): operation != .authorize
        case .root, .info, .portal, .user, .unknown: false
        }
    }
}

/// A step in a log-in.
package enum OAuthOperation: Hashable, Sendable {
    /// `authorize`: an application requests a log-in, and the user sees the sign-in page.
    case authorize
    /// `signin`: sends the user's name and password.
    case signIn
    /// `token`: exchanges a code or a refresh token for a token.
    case token
    /// `revokeToken`: ends a log-in.
    case revokeToken
}
