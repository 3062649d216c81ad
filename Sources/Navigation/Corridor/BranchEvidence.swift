// What a tracker knows about the streets beside its route.

/// The evidence for each street that branches off the route near the vehicle.
///
/// Without a corridor there is none, and nothing is encoded.
struct CorridorEvidence: Hashable, Codable, Sendable {
    /// Branches up to this offset, in meters from the route's start, are no longer new: they were
    /// added, or lay behind the vehicle when its place was found.
    var startedMeters: Double
    /// Degrees clockwise from the route's course to the last fix's; `nil` if the fix had no course.
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
    /// Meters from the way along the branch to the last fix: positive to its left, negative to its
    /// right.
    var offset: Float
    /// The way's course beside the last fix, in degrees.
    var course: Float
    /// Degrees clockwise from the way's course to the last fix's; `nil` if the fix had no course.
    var courseError: Float?
}
