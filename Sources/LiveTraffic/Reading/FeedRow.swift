// A row of a traffic feed: a place on the streets in the terms of the feed, and what it says there.

package import Geo

/// The direction of travel that a row is about: along an OSM way or a drawn line, or against it.
package enum FeedDirection: UInt8, Hashable, Sendable, CaseIterable {
    case forward
    case backward
    case both

    /// Whether the row is about travel along the line.
    package var isForward: Bool { self != .backward }

    /// Whether the row is about travel against the line.
    package var isBackward: Bool { self != .forward }
}

/// Two OSM nodes; travel goes from the first to the second.
package struct NodePair: Hashable, Sendable {
    package var from: Int64
    package var to: Int64

    package init(from: Int64, to: Int64) {
        self.from = from
        self.to = to
    }
}

/// A row of a traffic feed, independent of any network.
///
/// ```swift
/// let row = FeedRow(number: 2, place: .way(4_305, .both, nil), effect: .speed(31.5))
/// ```
package struct FeedRow: Hashable, Sendable {
    /// Where a row applies.
    package enum Place: Hashable, Sendable {
        /// An OSM way, or the part of it between two of its nodes; without a direction both, or
        /// with nodes the one from the first to the second.
        case way(Int64, FeedDirection?, NodePair?)
        /// The street between two OSM nodes that follow one another, in this direction.
        case nodes(NodePair)
        /// Lines in longitude and latitude, which the matcher places.
        case lines([[Coordinate]], FeedDirection)
        /// The street nearest to a place in longitude and latitude.
        case point(Coordinate, FeedDirection)
    }

    /// What a row says about its place.
    package enum Effect: Hashable, Sendable {
        /// The speed of travel in km/h, above 0.
        case speed(Double)
        /// The street cannot be passed.
        case closed
        /// Nothing: what an earlier feed said no longer holds.
        case cleared
    }

    /// The number of the row in its feed, from 1, as a spreadsheet shows it; of features their
    /// place in the list.
    package var number: Int
    package var place: Place
    package var effect: Effect
    /// From when on the row holds, in milliseconds since 1970; `nil` from now on.
    package var from: Int64?
    /// The first moment at which the row no longer holds, in milliseconds since 1970; `nil` where
    /// the row does not say.
    package var until: Int64?

    package init(
        number: Int, place: Place, effect: Effect, from: Int64? = nil, until: Int64? = nil
    ) {
        self.number = number
        self.place = place
        self.effect = effect
        self.from = from
        self.until = until
    }
}
