// At which speeds traffic counts as slow, heavy, jammed and blocked.

/// The jam classes' limits, as shares of the speed without traffic. Traffic is `free` from the
/// first share on, `slow` from the second, `heavy` from the third, `jammed` from the last, and
/// blocked below.
///
///     let shares = JamShares(free: 0.9, slow: 0.6, heavy: 0.3, jammed: 0.1)
public struct JamShares: Codable, Hashable, Sendable {
    /// The least share of free traffic.
    public var free: Double
    /// The least share of slow traffic.
    public var slow: Double
    /// The least share of heavy traffic.
    public var heavy: Double
    /// The least share of jammed traffic.
    public var jammed: Double

    /// Declares the shares; the defaults are the standard ones.
    public init(free: Double = 0.8, slow: Double = 0.55, heavy: Double = 0.3, jammed: Double = 0.05)
    {
        self.free = free
        self.slow = slow
        self.heavy = heavy
        self.jammed = jammed
    }

    /// Whether the shares fall from class to class and lie between 0 and 1.
    public var isDescending: Bool {
        1 >= free && free >= slow && slow >= heavy && heavy >= jammed && jammed >= 0
    }
}
