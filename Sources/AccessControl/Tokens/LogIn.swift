// Log-ins, which refresh tokens and their access tokens belong to.

/// A log-in with a right password, on which tokens are given.
package struct LogIn: Hashable, Sendable {
    /// The id: random text that cannot be guessed.
    package var id: String
    /// The name of the user.
    package var user: String
    /// The stamp of the password at the time.
    package var stamp: UserDirectory.Stamp

    package init(id: String, user: String, stamp: UserDirectory.Stamp) {
        self.id = id
        self.user = user
        self.stamp = stamp
    }
}
