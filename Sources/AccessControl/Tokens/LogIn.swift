// Log-ins, to which refresh tokens and their access tokens belong.

/// A log-in with a correct password; tokens are issued on it.
package struct LogIn: Hashable, Sendable {
    /// The id: random text that cannot be guessed.
    package var id: String
    /// The name of the user.
    package var user: String
    /// The stamp of the password at log-in.
    package var stamp: UserDirectory.Stamp

    package init(id: String, user: String, stamp: UserDirectory.Stamp) {
        self.id = id
        self.user = user
        self.stamp = stamp
    }
}
