// What a tracker knows about the streets beside its route.

/// The evidence for each street that leaves the route nearby.
///
/// It is empty without a corridor, and then it is not encoded.
struct CorridorEvidence: Hashable, Codable, Sendable {
    /// Branches up to this offset have been taken up, or were behind when the place was found.
    var startedMeters: Double
    /// How far the last fix's course lay clockwise of the route's, in degrees; `nil` without one.
    var courseError: Float?
    /// The branches that are still possible.
    var branches: [BranchEvidence] = []

    /// The most branches that are weighed at once; the least likely ones are given up.
    static let mostBranches = 12
}

/// The evidence for one street against the route.
struct BranchEvidence: Hashable, Codable, Sendable {
    /// The branch's id.
    var id: UInt64
    /// Where the branch leaves the route, in meters from the route's start.
    var meters: Double
    /// How much likelier the fixes are from the branch than from the route, in nats.
    var evidence: Float = 0
    /// How far the last fix lay to the left of the way along the branch; negative to the right.
    var offset: Float
    /// The course of that way there, in degrees.
    var course: Float
    /// How far the last fix's course lay clockwise of that way's, in degrees; `nil` without one.
    var courseError: Float?
}
