// Who looks at a page.

/// A page's visitor, on a server with users.
package enum Visitor: Hashable, Sendable {
    /// A visitor without a token: the page links to the sign-in.
    case guest
    /// A user: a button takes the token from the browser.
    case user(String)
}
