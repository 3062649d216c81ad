// Whether a feed is complete or only changes what earlier feeds stated.

/// What a feed does to the statements of earlier ones.
package enum FeedMode: String, Hashable, Sendable, CaseIterable {
    /// The feed replaces everything that is in force.
    case whole
    /// The feed replaces earlier statements about the same edges, and nothing else.
    case changes
}
