// Hints: text to place a coordinate again without a search.

import Geo
import RouteAPI

/// A place on the network, written as text.
///
/// A hint names the element. If a request sends it back, no search is needed. Each hint is valid
/// for one network and one coordinate. If either differs, the hint is ignored, as in OSRM.
struct OSRMHint: Hashable, Sendable {
    /// The columns for a place in a row of locations.
    static let columns = ["SourceID", "SourceOID", "PosAlong", "SideOfEdge"]

    var source: Int
    var element: Int
    var position: Double
    var side: Int?

    /// Reads a row's place; `nil` if the row has no place on an edge.
    init?(_ row: OSRMRow) {
        guard let source = row.integer("SourceID"), let element = row.integer("SourceOID"),
            let position = row.number("PosAlong")
        else { return nil }
        (self.source, self.element, self.position) = (source, element, position)
        side = row.integer("SideOfEdge")
    }

    /// Reads a hint; `nil` if the text is not a hint, or if it is for another network or
    /// coordinate.
    init?(_ text: String, for coordinate: Coordinate, mark: String) {
        let prefix = Self.prefix(coordinate, mark)
        guard text.utf8.count <= 200, text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(
            separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, let source = Int(parts[0]), let element = Int(parts[1]),
            let position = Double(decimal: String(parts[2])), (0...1).contains(position),
            let side = Int(parts[3]), (0...2).contains(side), source > 0, element >= 0
        else { return nil }
        (self.source, self.element, self.position) = (source, element, position)
        self.side = side == 0 ? nil : side
    }

    /// Writes the hint as text.
    func text(for coordinate: Coordinate, mark: String) -> String {
        "\(Self.prefix(coordinate, mark))\(source)_\(element)_\(position)_\(side ?? 0)"
    }

    /// Returns the part for the network and the coordinate, to a tenth of a meter.
    private static func prefix(_ coordinate: Coordinate, _ mark: String) -> String {
        let (x, y) = ((coordinate.x * 1e6).rounded(), (coordinate.y * 1e6).rounded())
        return "W1_\(mark)_\(Int(x))_\(Int(y))_"
    }
}
