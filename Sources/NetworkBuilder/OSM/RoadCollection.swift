// The roads of the input files before their nodes are known, read in the first pass.

import RoadNetwork

/// Roads as columns: one row per way, in reading order.
///
/// Rulings and labels are stored once and referred to by row: a country has millions of streets but
/// only a few thousand rulings. Memory therefore depends mostly on the number of nodes. If the
/// input may hold several versions of a way, the collection also remembers ways other than roads,
/// since another version may be one. `finishReading()` then removes rows of older versions and
/// frees what only reading needs. ``NodeTable`` is made from ``nodeIDs``; ``RoadPieces`` cuts what
/// this holds.
struct RoadCollection {
    private(set) var wayIDs: [Int64] = []
    private(set) var wayRuling: [UInt32] = []
    private(set) var wayLabels: [UInt32] = []
    /// Offsets into ``nodeIDs``, one more than there are rows.
    private(set) var firstNode: [Int] = [0]
    private(set) var nodeIDs: [Int64] = []
    private(set) var rulings: [WayRuling] = []
    private(set) var labels: [WayLabels] = []
    /// Each way's row in ``lanes``; 0 if its lanes are unknown.
    private(set) var wayLanes: [UInt32] = []
    private(set) var lanes: [WayLanes] = [WayLanes()]
    /// Conditional tags as `key=value`; few ways have any.
    private(set) var conditionals: [Int64: [String]] = [:]
    /// What the conditional tags change, as far as they are understood.
    private(set) var conditionalRulings: [Int64: ConditionalRuling] = [:]
    /// Walkable areas mapped as relations, by id.
    private(set) var areas: [Int64: WalkedArea] = [:]
    /// Ferry lines mapped as relations, by id.
    private(set) var lines: [Int64: FerryLine] = [:]
    /// The tags of ways that are ferries, by id.
    private var ferryTags: [Int64: TagSet] = [:]
    /// Turn restriction relations, by id.
    private(set) var relations: [Int64: RestrictionRelation] = [:]

    /// Ways left out of the network, counted by reason.
    private(set) var dropped: [String: Int] = [:]
    /// Roads repeated in the input: in the same version, and in an older one.
    private(set) var duplicates = 0
    private(set) var olderVersions = 0
    /// Roads with several names in one tag.
    private(set) var nameLists: [Int64: String] = [:]
    /// The places stated by roads for the rows of ``nodeIDs``; empty if no road states any.
    private(set) var statedPlaces: [StatedPlace] = []

    private var rulingRows: [WayRuling: UInt32] = [:]
    private var labelRows: [WayLabels: UInt32] = [:]
    private var laneRows: [WayLanes: UInt32] = [WayLanes(): 0]
    private var knownWays: [Int64: KnownWay] = [:]
    private var relationStamps: [Int64: EditStamp] = [:]
    private var replacedRows: Set<UInt32> = []
    private var dropReasons: [String] = []
    /// Whether to remember ways other than roads. Needed if the input may hold several versions,
    /// because another version may be a road.
    private let remembersAll: Bool

    /// The place of a node as stated by a road.
    struct StatedPlace {
        var longitudeE7: Int32 = 0
        var latitudeE7 = Int32.min

        var isStated: Bool { latitudeE7 != .min }
    }

    /// A way read so far, in its newest version.
    private struct KnownWay {
        var stamp: EditStamp
        var outcome: Outcome

        enum Outcome {
            case road(row: UInt32)
            case dropped(reason: UInt16)
            case other
        }
    }

    /// - Parameter remembersAll: Whether the input may hold several versions of a way.
    init(remembersAll: Bool = true) { self.remembersAll = remembersAll }

    var wayCount: Int { wayIDs.count }

    /// Returns the indices of a way's nodes in ``nodeIDs``.
    func nodeRange(ofWay row: Int) -> Range<Int> { firstNode[row]..<firstNode[row + 1] }

    /// Adds a way if it is a road. If an id comes several times, the newest version counts; among
    /// equal ones, the first. A deleted version removes the road.
    ///
    /// - Parameter roadKeys: Keys of which every road has at least one.
    /// - Returns: What to say of the way's versions, if any of them is a road.
    mutating func add(
        way: OSMObject, fileRank: Int, rules: RoadRules, verdicts: inout VerdictCache,
        roadKeys: Set<String>
    ) -> VersionNote? {
        let isPossible = !way.isDeleted && way.hasTag(amongKeys: roadKeys)
        guard isPossible || remembersAll || knownWays[way.id] != nil else { return nil }
        let stamp = way.stamp(fileRank: fileRank)
        var note: VersionNote?
        if let old = knownWays[way.id] {
            if isRoad(old.outcome) {
                if stamp == old.stamp { duplicates += 1 } else { olderVersions += 1 }
                note = way.isDeleted ? .deleted : .newer
            }
            let isSame = stamp.isSameEdit(as: old.stamp)
            if isSame { note = nil }
            guard stamp > old.stamp else { return !isSame && isPossible ? .older : nil }
            forget(way.id, old)
        } else if way.isDeleted, way.hasTag(amongKeys: roadKeys) {
            note = .deleted
        }
        let outcome = isPossible ? judge(way, rules, &verdicts) : .other
        if remembersAll || isRoad(outcome) || knownWays[way.id] != nil {
            knownWays[way.id] = KnownWay(stamp: stamp, outcome: outcome)
        }
        return note
    }

    private func isRoad(_ outcome: KnownWay.Outcome) -> Bool {
        if case .road = outcome { true } else { false }
    }

    private mutating func judge(
        _ way: OSMObject, _ rules: RoadRules, _ verdicts: inout VerdictCache
    ) -> KnownWay.Outcome {
        let tags = rules.readable(way.tags)
        let conditionals = rules.conditionals(of: tags)
        var variants: ConditionalRuling?
        let verdict: WayVerdict
        if conditionals.isEmpty {
            verdict = verdicts.verdict(on: tags)
        } else {
            (verdict, variants) = rules.verdict(on: tags, conditionals: conditionals)
        }
        switch verdict {
        case .notARoad:
            return .other
        case .dropped(let reason):
            dropped[reason, default: 0] += 1
            let row = dropReasons.firstIndex(of: reason) ?? dropReasons.count
            if row == dropReasons.count { dropReasons.append(reason) }
            return .dropped(reason: UInt16(row))
        case .kept(let ruling):
            conditionalRulings[way.id] = variants
            if ruling.roadClass == .ferry { ferryTags[way.id] = tags }
            let labels = rules.labels(of: tags)
            if let list = rules.definition.labels.nameList(of: tags) { nameLists[way.id] = list }
            let row = appendRow(way.id, ruling, labels, rules.lanes(of: tags), way.wayNodes)
            appendPlaces(way.wayPlaces)
            if !conditionals.isEmpty {
                self.conditionals[way.id] = rules.conditionTexts(of: tags)
            }
            return .road(row: row)
        }
    }

    /// Removes what an older version of a way added.
    private mutating func forget(_ id: Int64, _ old: KnownWay) {
        switch old.outcome {
        case .road(let row):
            replacedRows.insert(row)
            conditionals[id] = nil
            conditionalRulings[id] = nil
            ferryTags[id] = nil
            nameLists[id] = nil
        case .dropped(let row):
            let reason = dropReasons[Int(row)]
            dropped[reason, default: 1] -= 1
            if dropped[reason] == 0 { dropped[reason] = nil }
        case .other:
            break
        }
    }

    @discardableResult
    private mutating func appendRow(
        _ id: Int64, _ ruling: WayRuling, _ labels: WayLabels, _ lanes: WayLanes,
        _ nodes: [Int64]
    ) -> UInt32 {
        let row = UInt32(wayIDs.count)
        wayIDs.append(id)
        wayRuling.append(Self.row(of: ruling, in: &rulings, &rulingRows))
        wayLabels.append(Self.row(of: labels, in: &self.labels, &labelRows))
        wayLanes.append(Self.row(of: lanes, in: &self.lanes, &laneRows))
        nodeIDs.append(contentsOf: nodes)
        firstNode.append(nodeIDs.count)
        return row
    }

    /// Keeps the places a road states; most files state none.
    private mutating func appendPlaces(_ places: [(longitudeE7: Int32, latitudeE7: Int32)?]) {
        guard !places.isEmpty || !statedPlaces.isEmpty else { return }
        let missing = nodeIDs.count - statedPlaces.count - places.count
        statedPlaces.append(
            contentsOf: repeatElement(StatedPlace(), count: max(0, missing)))
        for place in places {
            statedPlaces.append(
                place.map { StatedPlace(longitudeE7: $0.longitudeE7, latitudeE7: $0.latitudeE7) }
                    ?? StatedPlace())
        }
    }

    /// Adds a relation if it is a turn restriction, a walkable area or a ferry line. If an id comes
    /// several times, the newest version counts.
    ///
    /// - Returns: What to say about the relation's versions, if any is such a relation.
    mutating func add(
        relation: OSMObject, fileRank: Int, rules: RoadRules, roadKeys: Set<String>
    ) -> VersionNote? {
        let stamp = relation.stamp(fileRank: fileRank)
        let tags = relation.isTagged ? relation.tags : [:]
        let isRestriction = RestrictionRelation.isRestriction(tags)
        var note: VersionNote?
        if let old = relationStamps[relation.id] {
            let isSame = stamp.isSameEdit(as: old)
            guard stamp > old else { return !isSame && isRestriction ? .older : nil }
            let isUsed =
                relations[relation.id] != nil || areas[relation.id] != nil
                || lines[relation.id] != nil
            if isUsed, !isSame { note = relation.isDeleted ? .deleted : .newer }
            relations[relation.id] = nil
            areas[relation.id] = nil
            lines[relation.id] = nil
        } else if relation.isDeleted, isRestriction {
            note = .deleted
        }
        if relation.isDeleted {
            guard remembersAll else { return note }
        } else if isRestriction {
            relations[relation.id] = RestrictionRelation(
                id: relation.id, tags: tags, members: relation.members)
        } else if relation.hasTag(amongKeys: roadKeys),
            let area = WalkedArea(tags, relation.members, rules)
        {
            areas[relation.id] = area
        } else if relation.hasTag(amongKeys: roadKeys),
            let line = FerryLine(relation.id, tags, relation.members, rules)
        {
            lines[relation.id] = line
        } else if !remembersAll {
            return note
        }
        relationStamps[relation.id] = stamp
        return note
    }

    /// The rings of walkable areas, without the rings that are roads themselves.
    var ringWays: Set<Int64> {
        areas.isEmpty ? [] : Set(areas.values.flatMap(\.rings)).subtracting(wayIDs)
    }

    /// The ways of ferry lines, except roads.
    var lineWays: Set<Int64> {
        lines.isEmpty ? [] : Set(lines.values.flatMap(\.ways)).subtracting(wayIDs)
    }

    /// Adds the rings of walkable areas as roads, since pedestrians walk around a square.
    ///
    /// A ring inside a square counts only if another road meets it. Other inner rings would be
    /// roads to nowhere.
    ///
    /// - Parameter ways: The nodes of ``ringWays``.
    mutating func addRings(_ ways: [Int64: [Int64]]) {
        guard !ways.isEmpty else { return }
        var known = Set(nodeIDs)
        var added: Set<Int64> = []
        for (isInner, rings) in [(false, \WalkedArea.outer), (true, \WalkedArea.inner)] {
            for (_, area) in areas.sorted(by: { $0.key < $1.key }) {
                for id in area[keyPath: rings] where added.insert(id).inserted {
                    guard let nodes = ways[id], nodes.count > 1 else { continue }
                    if isInner, !nodes.contains(where: known.contains) { continue }
                    appendRow(id, area.ruling, area.labels, WayLanes(), nodes)
                    known.formUnion(nodes)
                }
            }
        }
    }

    /// Gives the ways of ferry lines what the lines say about them, and adds ways without a road.
    /// The time of a line is shared equally by the ways that state none.
    ///
    /// - Parameter ways: The nodes of ``lineWays`` without a road's tags.
    mutating func addLines(_ ways: [Int64: [Int64]], _ rules: RoadRules) {
        guard !lines.isEmpty else { return }
        let timetable = rules.definition.timetable
        var linesOfWay: [Int64: [(line: FerryLine, seconds: Double?)]] = [:]
        for line in lines.values.sorted(by: { $0.id < $1.id }) {
            let sailed = Set(line.ways).filter {
                ways[$0] != nil || ferryTags[$0] != nil
            }
            let untimed = sailed.count {
                ferryTags[$0].flatMap { timetable.seconds(for: $0) } == nil
            }
            let seconds = timetable.seconds(for: line.tags).map { $0 / Double(max(untimed, 1)) }
            for way in sailed { linesOfWay[way, default: []].append((line, seconds)) }
        }
        for row in 0..<wayCount {
            guard let own = ferryTags[wayIDs[row]], let lines = linesOfWay[wayIDs[row]] else {
                continue
            }
            let tags = FerryLine.tags(of: own, on: lines, rules.definition)
            guard let ruling = ferryRuling(tags, of: wayIDs[row], rules) else { continue }
            wayRuling[row] = Self.row(of: ruling, in: &rulings, &rulingRows)
            wayLabels[row] = Self.row(of: rules.labels(of: tags), in: &labels, &labelRows)
        }
        for (way, nodes) in ways.sorted(by: { $0.key < $1.key }) where nodes.count > 1 {
            let tags = FerryLine.tags(of: [:], on: linesOfWay[way] ?? [], rules.definition)
            guard let ruling = ferryRuling(tags, of: way, rules) else { continue }
            appendRow(way, ruling, rules.labels(of: tags), WayLanes(), nodes)
        }
        ferryTags = [:]
    }

    /// Judges a ferry with its conditions; `nil` if it is no road.
    private mutating func ferryRuling(
        _ tags: TagSet, of way: Int64, _ rules: RoadRules
    ) -> WayRuling? {
        let conditionals = rules.conditionals(of: tags)
        let (verdict, variants) = rules.verdict(on: tags, conditionals: conditionals)
        guard case .kept(let ruling) = verdict else { return nil }
        conditionalRulings[way] = variants
        if !conditionals.isEmpty { self.conditionals[way] = rules.conditionTexts(of: tags) }
        return ruling
    }

    /// Clauses of conditional tags left out of the network, counted by reason.
    var ignoredClauses: [String: Int] {
        wayRuling.reduce(into: [:]) { counts, row in
            for tag in rulings[Int(row)].oddTags where tag.kind == .condition {
                counts[tag.subject, default: 0] += 1
            }
        }
    }

    /// Frees what only the first pass needs.
    mutating func finishReading() {
        rulingRows = [:]
        labelRows = [:]
        laneRows = [:]
        knownWays = [:]
        relationStamps = [:]
        dropReasons = []
        removeReplaced()
    }

    /// Removes the rows of older versions.
    private mutating func removeReplaced() {
        guard !replacedRows.isEmpty else { return }
        let old = self
        let hasPlaces = !statedPlaces.isEmpty
        (wayIDs, wayRuling, wayLabels, wayLanes) = ([], [], [], [])
        (firstNode, nodeIDs, statedPlaces) = ([0], [], [])
        for row in 0..<old.wayCount where !replacedRows.contains(UInt32(row)) {
            wayIDs.append(old.wayIDs[row])
            wayRuling.append(old.wayRuling[row])
            wayLabels.append(old.wayLabels[row])
            wayLanes.append(old.wayLanes[row])
            let range = old.nodeRange(ofWay: row)
            nodeIDs.append(contentsOf: old.nodeIDs[range])
            if hasPlaces {
                statedPlaces.append(
                    contentsOf: range.map {
                        $0 < old.statedPlaces.count ? old.statedPlaces[$0] : StatedPlace()
                    })
            }
            firstNode.append(nodeIDs.count)
        }
        replacedRows = []
    }

    /// Inserts nodes into ways.
    ///
    /// - Parameter added: Ids to insert, by the index in ``nodeIDs`` before which they come.
    mutating func insertNodes(before added: [Int: [Int64]]) {
        let old = self
        (firstNode, nodeIDs, statedPlaces) = ([0], [], [])
        for row in 0..<old.wayCount {
            for position in old.nodeRange(ofWay: row) {
                nodeIDs.append(contentsOf: added[position] ?? [])
                nodeIDs.append(old.nodeIDs[position])
            }
            firstNode.append(nodeIDs.count)
        }
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
