// Whether a feed states all that there is, or changes to what was stated before.

/// What a feed does to earlier ones.
package enum FeedMode: String, Hashable, Sendable, CaseIterable {
    /// The feed replaces everything that earlier ones said.
    case whole
    /// The feed replaces what earlier ones said on the same edges, and nothing else.
    case changes
}
