// The rotation of refresh tokens: which one of a log-in is the present one.

import DataStructures
package import Foundation
import Synchronization

/// The place of a refresh token in the sequence of those of one log-in.
package struct RefreshPlace: Hashable, Sendable {
    /// The number of tokens before it.
    package var generation: UInt32
    /// 64 random bits that distinguish it from other successors of the same token; 0 for the first
    /// token.
    package var mark: UInt64

    package init(generation: UInt32, mark: UInt64) {
        self.generation = generation
        self.mark = mark
    }

    /// The place of the token that a code gives.
    package static let first = RefreshPlace(generation: 0, mark: 0)

    /// The place of a new token after this one.
    package func next() -> RefreshPlace {
        RefreshPlace(generation: generation + 1, mark: .random(in: .min ... .max))
    }
}

/// The rotation of refresh tokens (RFC 9700 §4.14.2).
///
/// Each use of a refresh token gives a new one. The old one ends when the new one is first used,
/// which shows that the program has it; until then the old one may be used again, and gives another
/// new one. So an answer that is lost ends no log-in. Neither do programs that always use the first
/// token, as arcgis-rest-js and the PKCE log-in of the ArcGIS API for Python do: they take a new
/// one only from `exchange_refresh_token`, where the old one ends at once.
///
/// A token that is used after its end was copied, and one of its two holders is an attacker. Which
/// one is not known, so the log-in is ended. For ``graceSeconds`` the previous token is accepted
/// as that of a request sent at the same time, and gets the same answer.
///
/// Tokens are signed and contain their place, so one with a later place than the place known here
/// is accepted: after a restart, and at another server with the same key. There an old token may
/// be accepted until a later one is used. Only log-ins that have taken a new token are held, the
/// latest 65,536 of them, each with a right password.
package final class RefreshRotation: Sendable {
    private struct State: Sendable {
        /// The latest place that a program is known to have.
        var present: RefreshPlace
        /// When the place before it ended.
        var since: Date
    }

    /// Seconds in which a token that has ended still gets an answer.
    package static let graceSeconds = 30.0

    private let states = Mutex(BoundedCache<String, State>(budget: 65_536))

    /// How many log-ins are held.
    package var count: Int { states.withLock { $0.count } }

    /// The place of the token that is given when one is used.
    ///
    /// - Parameters:
    ///   - place: The place of the token that is used.
    ///   - id: The id of its log-in.
    ///   - replacing: Whether the token that is used ends at once.
    /// - Returns: `nil` for a token that had ended before.
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
