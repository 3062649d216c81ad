// What makes a path an alternative, and what an alternative is.

import RoadNetwork

/// When a path is worth showing as an alternative.
///
/// The values are the literature's (Abraham et al., below): at most 25 % dearer, at most 80 %
/// shared, locally optimal over 25 %. In the paper, overlap counts with all previous paths together
/// and the stretch of every part; here each previous path counts by itself, and the stretch of the
/// whole path.
package enum AlternativeRule {
    /// The greatest cost of an alternative, as a multiple of the best path's.
    package static let stretch = 1.25
    /// The greatest overlap of an alternative with each path before it, as a share of the best
    /// path's cost.
    package static let sharing = 0.8
    /// The distance before and after its via vertex over which an alternative must be a cheapest
    /// path, as a share of the best path's cost.
    static let locality = 0.25
    /// The greatest cost of a path over a vertex below both ends, as a multiple of the best path's.
    static let lowerStretch = 1.5
    /// The overlaps that are tried below the allowed one if that leaves too few alternatives.
    static let tighterSharings = [0.9, 0.8, 0.7, 0.6, 0.5]
}

/// How much dearer an alternative may be than the best path, and how much it may share with better
/// ones.
package struct AlternativeBounds: Hashable, Sendable {
    /// The greatest cost of an alternative, as a multiple of the best path's.
    package var stretch: Double
    /// The greatest overlap of an alternative with each path before it, as a share of the best
    /// path's cost.
    package var sharing: Double
    /// The best path's cost, which both values multiply; `nil` for the cost of the cheapest path
    /// found.
    package var best: UInt32?

    package init(
        stretch: Double = AlternativeRule.stretch, sharing: Double = AlternativeRule.sharing,
        best: UInt32? = nil
    ) {
        self.stretch = stretch
        self.sharing = sharing
        self.best = best
    }
}

/// A path among several between two places.
package struct AlternativePath: Hashable, Sendable {
    package var path: LegPath
    /// Which destination it ends at.
    package var destination: Int
}

/// A path that meets the criteria, for a caller that has more of its own.
package struct AlternativeCandidate {
    /// The path.
    package var path: AlternativePath
    /// The paths chosen before it. Further choices begin without them.
    package var chosen: [AlternativePath]
    /// The greatest overlap in this choice, as a share of the best path's cost.
    package var sharing: Double
}
