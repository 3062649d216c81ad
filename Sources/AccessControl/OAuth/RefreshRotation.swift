// The rotation of refresh tokens: decides which token is a log-in's current one.

import DataStructures
package import Foundation
import Synchronization

/// A refresh token's place in its log-in's sequence of tokens.
package struct RefreshPlace: Hashable, Sendable {
    /// How many tokens precede it.
    package var generation: UInt32
    /// 64 random bits that distinguish it from other successors of the same token; 0 for the first
    /// token.
    package var mark: UInt64

    package init(generation: UInt32, mark: UInt64) {
        self.generation = generation
        self.mark = mark
    }

    /// The place of a log-in's first token, issued for a code.
    package static let first = RefreshPlace(generation: 0, mark: 0)

    /// Returns the place for a new token after this one.
    package func next() -> RefreshPlace {
        RefreshPlace(generation: generation + 1, mark: .random(in: .min ... .max))
    }
}

/// The rotation of refresh tokens (RFC 9700 §4.14.2).
///
/// Each use of a refresh token issues a new one. The old token ends only when the new one is first
/// used, which proves that the program received it; until then the old token may be used again and
/// issues yet another. So a lost answer ends no log-in, and neither do programs that always use the
/// first token, such as arcgis-rest-js and the PKCE log-in in the ArcGIS API for Python: they
/// accept a new token only from `exchange_refresh_token`, which ends the old one at once.
///
/// If a token is used after its end, it was copied, and one holder is an attacker. Nobody knows
/// which, so the log-in ends. For ``graceSeconds`` the previous token still counts as part of a
/// simultaneous request and gets the same answer.
///
/// Tokens are signed and carry their place, so a token with a later place than the one known here
/// is accepted: after a restart, or at another server with the same key. There an old token may be
/// accepted until a later one is used. Only log-ins that have used a new token are held: the latest
/// 65,536, each of which needed a correct password.
package final class RefreshRotation: Sendable {
    private struct State: Sendable {
        /// The latest place that a program is known to have.
        var present: RefreshPlace
        /// When the place before it ended.
        var since: Date
    }

    /// How long an ended token still gets an answer, in seconds.
    package static let graceSeconds = 30.0

    private let states = Mutex(BoundedCache<String, State>(budget: 65_536))

    /// How many log-ins are held.
    package var count: Int { states.withLock { $0.count } }

    /// Returns the place for the token to issue when one is used.
    ///
    /// - Parameters:
    ///   - place: The place of the token being used.
    ///   - id: Its log-in's id.
    ///   - replacing: Whether the token being used ends at once.
    /// - Returns: `nil` if that token had already ended.
    package func place(
        after place: RefreshPlace, of id: String, replacing: Bool, at now: Date
    ) -> RefreshPlace? {
        states.withLock { states in
            let state = states[id]
            if let state, state.present != place, state.present.generation >= place.generation {
                let isParallel =
                    place.generation + 1 >= state.present.generation
                    && now.timeIntervalSince(state.since) <= Self.graceSeconds
                return isParallel ? state.present : nil
            }
            let next = place.next()
            if replacing {
                states[id] = State(present: next, since: now)
            } else if place != .first, state?.present != place {
                states[id] = State(present: place, since: now)
            }
            return next
        }
    }
}
