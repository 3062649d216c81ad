// Squares and platforms mapped as relations.

/// A walkable area mapped as a multipolygon. Its rings become roads, like the outline of an area
/// mapped as a closed way.
struct WalkedArea {
    /// The ways around the area, and the ways around things inside it.
    var outer: [Int64]
    var inner: [Int64]
    var ruling: WayRuling
    var labels: WayLabels

    var rings: [Int64] { outer + inner }

    /// Reads a relation; `nil` if it is no walkable area.
    init?(_ tags: TagSet, _ members: [OSMMember], _ rules: RoadRules) {
        guard tags["type"] == "multipolygon",
            case .kept(let ruling) = rules.verdict(on: tags.replacing(["area": "yes"]))
        else { return nil }
        let ways = members.filter { $0.kind == .ways }
        inner = ways.filter { $0.role == "inner" }.map(\.id)
        outer = ways.filter { $0.role != "inner" }.map(\.id)
        self.ruling = ruling
        labels = rules.labels(of: tags)
    }
}
