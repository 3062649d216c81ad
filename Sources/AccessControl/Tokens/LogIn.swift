// What tokens that can be renewed hang on.

/// A log-in with a right password, on which tokens are given and renewed.
package struct LogIn: Hashable, Sendable {
    /// What it is known by: text that nobody can guess.
    package var id: String
    /// Whose it is.
    package var user: String
    /// The mark of the password at the time.
    package var stamp: UserDirectory.Stamp

    package init(id: String, user: String, stamp: UserDirectory.Stamp) {
        self.id = id
        self.user = user
        self.stamp = stamp
    }
}
