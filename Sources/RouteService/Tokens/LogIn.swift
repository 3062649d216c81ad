// What tokens that can be renewed hang on.

/// A log-in with a right password, on which tokens are given and renewed.
struct LogIn: Hashable, Sendable {
    /// What it is known by: text that nobody can guess.
    var id: String
    /// Whose it is.
    var user: String
    /// The mark of the password at the time.
    var stamp: UserDirectory.Stamp
}
