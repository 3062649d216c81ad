// Squares and platforms that are mapped as relations.

/// An area that is walked over, mapped as a multipolygon. Its rings are roads, like the edge of an
/// area that is mapped as a closed way.
struct WalkedArea {
    /// Ways around the area, and around what stands on it.
    var outer: [Int64]
    var inner: [Int64]
    var ruling: WayRuling
    var labels: WayLabels

    var rings: [Int64] { outer + inner }

    /// Reads a relation; `nil` unless it is an area to walk over.
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
