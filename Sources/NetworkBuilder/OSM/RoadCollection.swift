// The roads of the input files before their nodes are known: the first reading.

import RoadNetwork

/// Roads as columns: one row a way, in the order of the ids.
///
/// Rulings and labels are shared: a country has millions of streets and few thousand rulings.
struct RoadCollection {
    private(set) var wayIDs: [Int64] = []
    private(set) var wayRuling: [UInt32] = []
    private(set) var wayLabels: [UInt32] = []
    /// Rows + 1 offsets into ``nodeIDs``.
    private(set) var firstNode: [Int] = [0]
    private(set) var nodeIDs: [Int64] = []
    private(set) var rulings: [WayRuling] = []
    private(set) var labels: [WayLabels] = []
    /// For each way its row in ``lanes``; row 0 is for those whose lanes are unknown.
    private(set) var wayLanes: [UInt32] = []
    private(set) var lanes: [WayLanes] = [WayLanes()]
    /// Conditional tags of the few ways that have some, `key=value`.
    private(set) var conditionals: [Int64: [String]] = [:]
    /// What those of them that are understood change.
    private(set) var conditionalRulings: [Int64: ConditionalRuling] = [:]
    /// Conditional clauses that are not in the network, by the reason.
    private(set) var ignoredClauses: [String: Int] = [:]
    /// Turn restriction relations by id.
    private(set) var relations: [Int64: RestrictionRelation] = [:]

    /// Ways that are not in the network, by the reason.
    private(set) var dropped: [String: Int] = [:]
    private(set) var duplicates = 0
    /// The newest edit of a road, seconds since 1970.
    private(set) var newestEdit: Int64 = 0

    private var rulingRows: [WayRuling: UInt32] = [:]
    private var labelRows: [WayLabels: UInt32] = [:]
    private var laneRows: [WayLanes: UInt32] = [WayLanes(): 0]
    private var roadIDs: Set<Int64> = []

    var wayCount: Int { wayIDs.count }

    /// The positions in ``nodeIDs`` of a way's nodes.
    func nodeRange(ofWay row: Int) -> Range<Int> { firstNode[row]..<firstNode[row + 1] }

    /// Adds a way if it is a road.
    ///
    /// - Parameter roadKeys: The keys of which every road has one.
    mutating func add(
        way: OSMObject, rules: RoadRules, verdicts: inout VerdictCache, roadKeys: Set<String>
    ) {
        guard way.hasTag(amongKeys: roadKeys) else { return }
        let tags = way.tags
        let conditionals = tags.conditionals
        var variants: ConditionalRuling?
        let verdict: WayVerdict
        if conditionals.isEmpty {
            verdict = verdicts.verdict(on: tags)
        } else {
            let ruled = rules.verdict(on: tags, conditionals: conditionals)
            (verdict, variants) = (ruled.verdict, ruled.variants)
            for reason in ruled.ignored { ignoredClauses[reason, default: 0] += 1 }
        }
        switch verdict {
        case .notARoad:
            break
        case .dropped(let reason):
            dropped[reason, default: 0] += 1
        case .kept(let ruling):
            guard roadIDs.insert(way.id).inserted else {
                duplicates += 1
                return
            }
            conditionalRulings[way.id] = variants
            append(way, tags, ruling, rules.labels(of: tags), rules.lanes(of: tags))
        }
    }

    private mutating func append(
        _ way: OSMObject, _ tags: TagSet, _ ruling: WayRuling, _ labels: WayLabels,
        _ lanes: WayLanes
    ) {
        wayIDs.append(way.id)
        wayRuling.append(Self.row(of: ruling, in: &rulings, &rulingRows))
        wayLabels.append(Self.row(of: labels, in: &self.labels, &labelRows))
        wayLanes.append(Self.row(of: lanes, in: &self.lanes, &laneRows))
        nodeIDs.append(contentsOf: way.wayNodes)
        firstNode.append(nodeIDs.count)
        newestEdit = max(newestEdit, way.timestamp)
        let conditional = tags.pairs { $0.hasSuffix(":conditional") }
        if !conditional.isEmpty {
            conditionals[way.id] = conditional.map { "\($0.key)=\($0.value)" }
        }
    }

    /// Adds a relation if it is a turn restriction.
    mutating func add(relation: OSMObject) {
        guard relation.isTagged, relations[relation.id] == nil else { return }
        let tags = relation.tags
        guard RestrictionRelation.isRestriction(tags) else { return }
        relations[relation.id] = RestrictionRelation(
            id: relation.id, tags: tags, members: relation.members)
    }

    /// Frees what only the first reading needs.
    mutating func finishReading() {
        rulingRows = [:]
        labelRows = [:]
        laneRows = [:]
        roadIDs = []
    }

    private static func row<Value: Hashable>(
        of value: Value, in list: inout [Value], _ rows: inout [Value: UInt32]
    ) -> UInt32 {
        if let row = rows[value] { return row }
        let row = UInt32(list.count)
        rows[value] = row
        list.append(value)
        return row
    }
}
