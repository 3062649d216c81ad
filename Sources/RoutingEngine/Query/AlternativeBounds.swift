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
    /// The overlaps under which paths are chosen one by one.
    private static let sharings = (0...10).map { Double(10 - $0) / 10 }

    /// Returns the overlaps to choose paths under: the least that is no less than an allowed one,
    /// then all below it. If you allow more, you get the same ones after further ones.
    static func sharings(upTo allowed: Double) -> ArraySlice<Double> {
        sharings[(sharings.lastIndex { $0 >= allowed } ?? 0)...]
    }
}

/// How much dearer an alternative may be than the best path, and how much it may share with better
/// ones.
package struct AlternativeBounds: Hashable, Sendable {
    /// The greatest cost of an alternative, as a multiple of the best path's.
    package var stretch: Double
    /// The greatest overlap of an alternative with each cheaper path, as a share of the best path's
    /// cost.
    package var sharing: Double

    package init(
        stretch: Double = AlternativeRule.stretch, sharing: Double = AlternativeRule.sharing
    ) {
        self.stretch = stretch
        self.sharing = sharing
    }
}

/// A path among several between two places.
package struct AlternativePath: Hashable, Sendable {
    package var path: LegPath
    /// Which destination it ends at.
    package var destination: Int

    package init(path: LegPath, destination: Int) {
        self.path = path
        self.destination = destination
    }
}
