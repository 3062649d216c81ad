// A row of a traffic feed: a place in the feed's own terms, and what it says about it.

package import Geo
package import RoutingEngine

/// Which direction of travel a row is about: along an OSM way or drawn line, or against it.
package enum FeedDirection: UInt8, Hashable, Sendable, CaseIterable {
    case forward
    case backward
    case both

    /// Whether the row covers travel along the line.
    package var isForward: Bool { self != .backward }

    /// Whether the row covers travel against the line.
    package var isBackward: Bool { self != .forward }
}

/// Two OSM nodes, in the direction of travel.
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
        /// An OSM way, or its part between two nodes. Without a direction, a whole way means both,
        /// and a part means from the first node to the second.
        case way(Int64, FeedDirection?, NodePair?)
        /// The street between two neighboring OSM nodes, in this direction.
        case nodes(NodePair)
        /// Lines in longitude and latitude, to be placed by the matcher.
        case lines([[Coordinate]], FeedDirection)
        /// The street nearest to a point in longitude and latitude.
        case point(Coordinate, FeedDirection)
    }

    /// What a row says about its place.
    package enum Effect: Hashable, Sendable {
        /// The speed of travel in km/h, above 0.
        case speed(Double)
        /// No vehicle can pass.
        case closed
        /// Nothing: it cancels what earlier feeds said.
        case cleared
        /// Neither a speed nor a closure: only the event counts.
        case event
    }

    /// The row's number from 1. In a table this is the line a spreadsheet shows; for features,
    /// their place in the list.
    package var number: Int
    package var place: Place
    package var effect: Effect
    /// When the row begins to hold, in milliseconds since 1970; `nil` means now.
    package var from: Int64?
    /// When the row ceases to hold, in milliseconds since 1970 (exclusive); `nil` if it does not
    /// say.
    package var until: Int64?
    /// What happens there; `nil` if the row does not say.
    package var event: TrafficEvent?

    package init(
        number: Int, place: Place, effect: Effect, from: Int64? = nil, until: Int64? = nil,
        event: TrafficEvent? = nil
    ) {
        self.number = number
        self.place = place
        self.effect = effect
        self.from = from
        self.until = until
        self.event = event
    }
}
