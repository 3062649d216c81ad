// Which refresh token of a log-in is the present one.

import DataStructures
package import Foundation
import Synchronization

/// The place of a refresh token in the succession of those of one log-in.
package struct RefreshPlace: Hashable, Sendable {
    /// How many came before it.
    package var generation: UInt32
    /// Tells it from others that came of the same one: 64 random bits, none for the first.
    package var mark: UInt64

    package init(generation: UInt32, mark: UInt64) {
        self.generation = generation
        self.mark = mark
    }

    /// The place of the token that a code gives.
    package static let first = RefreshPlace(generation: 0, mark: 0)

    /// The place of a new token behind this one.
    package func next() -> RefreshPlace {
        RefreshPlace(generation: generation + 1, mark: .random(in: .min ... .max))
    }
}

/// Lets refresh tokens follow one another (RFC 9700 §4.14.2).
///
/// Each use of a refresh token gives a new one. The old one is over as soon as the new one is used,
/// which shows that its program has taken it; until then the old one may be used again, and gives
/// another new one. So an answer that is lost on its way logs nobody out, and neither do programs
/// that go on with the first token for ever, as arcgis-rest-js and the PKCE log-in of the ArcGIS
/// API for Python do: they take a new one only from `exchange_refresh_token`, where the old one is
/// over at once.
///
/// One that is over and is shown again was copied: one of the two who have it is a thief. The
/// log-in is ended, whoever it was. For ``graceSeconds`` the one before the present one is taken
/// for a request that went out at the same time, and gets what the other one got.
///
/// Tokens are signed and say their place themselves, so one that is further on than what is known
/// here is right: after a restart, and at another server with the same key, where an old one may
/// pass until a later one is used. Only log-ins that have taken a new token are held, the latest
/// 65,536 of them; each took a right password.
package final class RefreshRotation: Sendable {
    private struct State: Sendable {
        /// The latest token that is known to have arrived.
        var present: RefreshPlace
        /// When the one before it was over.
        var since: Date
    }

    /// Seconds in which a token that is over gets an answer.
    package static let graceSeconds = 30.0

    private let states = Mutex(BoundedCache<String, State>(budget: 65_536))

    /// How many log-ins are held.
    package var count: Int { states.withLock { $0.count } }

    /// The place of the token to be given for one that is used.
    ///
    /// - Parameters:
    ///   - place: The place of the token that is used.
    ///   - id: The id of its log-in.
    ///   - replacing: Whether the token that is used is over with that.
    /// - Returns: `nil` for a token that was over before.
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
