// How a route under way is kept up to date, and which proposals are accepted.

/// How a ``LiveRoute`` keeps its route up to date. The defaults follow the systems it replaces.
public struct LiveRouteSettings: Hashable, Codable, Sendable {
    /// What happens with a proposal of another route.
    public enum Acceptance: String, Hashable, Codable, Sendable, CaseIterable {
        /// It becomes active at once.
        case automatic
        /// It waits until it is selected, or the driver steers onto it.
        case manual
        /// It becomes active at once if the active route is blocked or the charge does not suffice
        /// for it, and waits otherwise.
        case unreachableOnly
    }

    /// What happens after the vehicle left its route.
    public enum DeviationMode: String, Hashable, Codable, Sendable, CaseIterable {
        /// Another route is requested at once.
        case replan
        /// The caller brings another route.
        case wait
    }

    /// Whether the route is refreshed and better ones are looked for.
    public var isUpdated = true
    /// The seconds between updates.
    public var intervalSeconds = 300.0
    /// What happens with a proposal.
    public var acceptance = Acceptance.automatic
    /// What happens after the vehicle left its route.
    public var deviationMode = DeviationMode.replan
    /// After how many failed updates in a row the conditions count as outdated.
    public var missedUpdates = 3
    /// So many seconds before a maneuver no better route is looked for, unless the route is
    /// blocked. One that came with new times and leaves the route at least so many seconds ahead is
    /// told right after a maneuver, even if the next one is near.
    public var quietSeconds = 70.0
    /// The longest delay before a failed request is sent again, in seconds.
    public var longestRetrySeconds = 10.0
    /// The meters to follow a route for before earlier deviations are forgotten.
    public var forgottenAfterMeters = 1_000.0
    /// How far after a proposal's junction the vehicle may still turn out to be on it, in meters.
    public var steeringMeters = 200.0
    /// The meters of directions ahead below which more are requested.
    public var directionsAheadMeters = 5_000.0

    /// Creates the default settings.
    public init() {}
}

/// Says how long to wait before a failed request for another route is sent again. Write your
/// own to overrule the default.
public protocol RetryPolicy: Sendable {
    /// Returns the seconds to wait after so many failures in a row, 1 or more. If the server asks
    /// for a longer delay, that counts.
    func seconds(afterFailures failures: Int) -> Double
}

/// Waits 1, 2, 4, 8 s and so on, up to a longest delay.
public struct DoublingDelay: RetryPolicy, Hashable, Codable {
    /// The longest delay in seconds.
    public var longestSeconds: Double

    /// Creates the policy.
    public init(longestSeconds: Double = 10) {
        self.longestSeconds = longestSeconds
    }

    /// Returns the seconds to wait.
    public func seconds(afterFailures failures: Int) -> Double {
        // Beyond 2³⁰ s, the longest delay counts anyway.
        min(longestSeconds, Double(1 << max(0, min(30, failures - 1))))
    }
}

/// A route as a ``LiveRoute`` knows it. Its line and its index stay with the caller, by the id.
public struct LiveRouteOffer: Hashable, Codable, Sendable {
    /// The caller's id of the route. Use each id once.
    public var id: String
    /// The length in meters.
    public var lengthMeters: Double
    /// How far directions reach, in meters from the start.
    public var directionsMeters: Double
    /// Whether the route was given rather than calculated: it is rejoined after a deviation.
    public var isImported: Bool
    /// Whether the route is blocked ahead.
    public var isBlocked: Bool
    /// Where the route leaves the active one, in meters along that; `nil` if it is no proposal.
    public var leavesAtMeters: Double?
    /// The seconds it saves compared with the active route.
    public var gainSeconds: Double
    /// The energy that the route uses, in the unit of the network's cost `Energy`; `nil` if
    /// unknown.
    public var energy: Double?

    /// Creates an open route with all its directions.
    public init(
        id: String, lengthMeters: Double, directionsMeters: Double? = nil, isImported: Bool = false,
        isBlocked: Bool = false, leavesAtMeters: Double? = nil, gainSeconds: Double = 0,
        energy: Double? = nil
    ) {
        self.id = id
        self.lengthMeters = lengthMeters
        self.directionsMeters = directionsMeters ?? lengthMeters
        self.isImported = isImported
        self.isBlocked = isBlocked
        self.leavesAtMeters = leavesAtMeters
        self.gainSeconds = gainSeconds
        self.energy = energy
    }
}

/// Chooses among proposals. Write your own to overrule the default.
public protocol ProposalSelecting: Sendable {
    /// Returns the id of the proposal to add, or `nil` for none. A blocked proposal is not added,
    /// whatever is returned.
    func select(from offers: [LiveRouteOffer], reason: AddedReason) -> String?
}

/// Chooses the open proposal that saves the most time, the first of equals.
public struct GreatestGain: ProposalSelecting {
    /// Creates the selector.
    public init() {}

    /// Returns the id of the open proposal that saves the most time.
    public func select(from offers: [LiveRouteOffer], reason: AddedReason) -> String? {
        offers.filter { !$0.isBlocked }.reduce(nil as LiveRouteOffer?) { best, offer in
            best.map { $0.gainSeconds >= offer.gainSeconds } ?? false ? best : offer
        }?.id
    }
}
