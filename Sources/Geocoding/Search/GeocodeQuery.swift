// What somebody looks for.

package import Geo

/// A question for a place.
package struct GeocodeQuery: Sendable {
    /// The most answers to one question.
    package static let mostCandidates = 50

    /// A name, an address, a crossing (`A & B`) or coordinates.
    package var text: String
    /// A place near which answers come first, in degrees; `nil` if none is.
    package var near: Coordinate?
    /// Only answers in this area count, in degrees; `nil` for everywhere.
    package var area: Envelope?
    /// The most answers, 1 … ``mostCandidates``.
    package var most: Int
    /// Whether the last word may be unfinished.
    package var isUnfinished: Bool
    /// The types of answers wanted; `nil` for all.
    package var types: Set<AddressType>?
    /// Whether the nearest house counts where the one asked for is missing; else the street does.
    package var takesNearestHouse = true

    /// Asks for a text.
    package init(
        _ text: String, near: Coordinate? = nil, area: Envelope? = nil, most: Int = 20,
        isUnfinished: Bool = false
    ) {
        self.text = text
        self.near = near
        self.area = area
        self.most = min(max(most, 1), Self.mostCandidates)
        self.isUnfinished = isUnfinished
    }
}
