// Whether a dataset's columns fit each other, which checksums cannot show.

/// Checks columns for row numbers out of range.
struct StructureCheck {
    /// A sentence for each faulty column.
    private(set) var faults: [String] = []

    /// Checks that every value names a row of a column with `count` rows.
    ///
    /// - Parameter none: A value that stands for no row.
    mutating func rows<Value: FixedWidthInteger & BitwiseCopyable>(
        _ column: MappedColumn<Value>, below count: Int, _ name: String, none: Value? = nil
    ) {
        for row in 0..<column.count where column[row] != none && Int(column[row]) >= count {
            return note(
                "\(name): row \(row) names row \(column[row]) of \(count)")
        }
    }

    /// Checks that values begin with 0, never fall, and end with `count`.
    mutating func offsets<Value: FixedWidthInteger & BitwiseCopyable>(
        _ column: MappedColumn<Value>, of count: Int, _ name: String
    ) {
        guard column.count > 0 else { return note("\(name) is empty") }
        for row in 1..<max(column.count, 1) where column[row] < column[row - 1] {
            return note("\(name): row \(row) is less than the one before it")
        }
        // A damaged value may be beyond any Int.
        guard column[0] == 0, column[column.count - 1] == count else {
            return note(
                "\(name) runs from \(column[0]) to \(column[column.count - 1]), not from 0 to "
                    + "\(count)")
        }
    }

    /// Checks that values rise.
    mutating func ascending(
        _ column: MappedColumn<UInt32>, _ name: String, strictly: Bool = true
    ) {
        for row in 1..<max(column.count, 1)
        where column[row] < column[row - 1] || strictly && column[row] == column[row - 1] {
            return note("\(name): row \(row) does not come after the one before it")
        }
    }

    /// Checks some rows one by one and notes the first wrong one.
    mutating func each(_ rows: Int, _ name: String, _ isRight: (Int) -> Bool) {
        for row in 0..<rows where !isRight(row) { return note(row: row, name) }
    }

    /// Notes a wrong row.
    mutating func note(row: Int, _ name: String) {
        note("\(name): row \(row) does not match the columns next to it")
    }

    private mutating func note(_ fault: String) { faults.append(fault) }
}

extension NetworkDataset {
    /// Returns a sentence for each column that does not fit the others in a dataset whose checksums
    /// match; empty for a sound dataset.
    ///
    /// - Complexity: O(*n*) in the size of the dataset.
    public func structuralFaults() -> [String] {
        var check = StructureCheck()
        checkTopology(&check)
        // The checks below rely on the checks above.
        guard check.faults.isEmpty else { return check.faults }
        checkTurns(&check)
        checkTexts(&check)
        checkRules(&check)
        checkStreets(&check)
        index.check(&check, segments: segmentCount)
        conditions.check(&check, edges: edgeCount, texts: nameFirst.count - 1)
        for (family, columns) in hierarchies.enumerated() {
            columns?.check(&check, "hierarchy.\(family)", states: edgeCount + copyCount)
        }
        return check.faults
    }

    private func checkTopology(_ check: inout StructureCheck) {
        check.offsets(nodeFirstOut, of: edgeCount, "node.firstOut")
        check.rows(outEdges, below: edgeCount, "outEdges")
        check.rows(edgeHead, below: nodeCount, "edge.head")
        check.rows(copyOf, below: edgeCount, "copyOf")
        guard check.faults.isEmpty else { return }
        check.each(edgeCount, "edge.slot") { edge in
            let tail = edgeHead[edge ^ 1]
            let first = Int(nodeFirstOut[tail])
            let place = first + Int(edgeSlot[edge])
            return place < Int(nodeFirstOut[tail + 1]) && Int(outEdges[place]) == edge
        }
    }

    private func checkTurns(_ check: inout StructureCheck) {
        check.each(nodeCount, "node.turnClasses") { node in
            let degree = Int(nodeFirstOut[node + 1] - nodeFirstOut[node])
            return Int(nodeTurnClasses[node]) + degree * degree <= turnClassPool.count
        }
        for column in 0..<description.costColumnCount {
            check.rows(turnClassPool, below: turnClassCosts[column].count, "turnClass.pool")
        }
        let states = edgeCount + copyCount
        check.rows(turnRuleFrom, below: states, "turnRule.from")
        check.ascending(turnRuleFrom, "turnRule.from", strictly: false)
        check.rows(turnRuleTo, below: edgeCount, "turnRule.to")
        check.rows(turnRuleTarget, below: states, "turnRule.target")
    }

    private func checkTexts(_ check: inout StructureCheck) {
        check.offsets(nameFirst, of: nameBytes.count, "name.first")
        check.offsets(shapeFirst, of: shapeBytes.count, "shape.first")
        let names = nameFirst.count - 1
        for (column, name) in [
            (segmentName, "segment.name"), (segmentRef, "segment.ref"),
            (edgeDestination, "edge.destination"), (conditionalTexts, "conditional.texts"),
        ] {
            check.rows(column, below: names, name)
        }
        translations.check(&check, names: names)
        guard check.faults.isEmpty else { return }
        check.each(segmentCount, "shape.bytes") { shape(ofSegment: $0).count >= 2 }
    }

    private func checkRules(_ check: inout StructureCheck) {
        check.rows(barredNodes, below: nodeCount, "barred.nodes")
        check.ascending(barredNodes, "barred.nodes")
        check.rows(conditionalSegments, below: segmentCount, "conditional.segments")
        for (limit, rows) in edgeLimits.rows.enumerated() {
            check.rows(rows, below: edgeCount, "limit.edges.\(limit)")
            check.ascending(rows, "limit.edges.\(limit)")
        }
        for (limit, rows) in nodeLimits.rows.enumerated() {
            check.rows(rows, below: nodeCount, "nodeLimit.nodes.\(limit)")
            check.ascending(rows, "nodeLimit.nodes.\(limit)")
        }
        exits.check(&check, edges: edgeCount, names: nameFirst.count - 1)
    }
}

extension HighwayExits {
    fileprivate func check(_ check: inout StructureCheck, edges: Int, names: Int) {
        guard let columns else { return }
        check.rows(columns.edges, below: edges, "exit.edges")
        check.ascending(columns.edges, "exit.edges")
        check.rows(columns.names, below: names, "exit.names")
    }
}

extension EdgeIndex {
    fileprivate func check(_ check: inout StructureCheck, segments count: Int) {
        check.rows(segments, below: count, "index.segments")
        check.ascending(levels, "index.levels", strictly: false)
        check.each(levels.count > 1 ? 1 : 0, "index.levels") { _ in
            levels[0] == 0 && Int(levels[1]) == segments.count
        }
        for level in stride(from: 2, to: levels.count, by: 1) {
            // Each entry covers up to `fanout` entries of the level below.
            check.each(1, "index.levels") { _ in
                let below = Int(levels[level - 1] - levels[level - 2])
                return Int(levels[level] - levels[level - 1])
                    == (below + Self.fanout - 1) / Self.fanout
            }
        }
    }
}

extension HierarchyColumns {
    fileprivate func check(_ check: inout StructureCheck, _ name: String, states: Int) {
        let none = UInt32.max
        check.rows(stateOfRank, below: states, "\(name).stateOfRank")
        check.rows(rankOfState, below: rankCount, "\(name).rankOfState", none: none)
        check.rows(parent, below: rankCount, "\(name).parent", none: none)
        for (first, ends, kind) in [
            (upFirst, upHead, "up"), (downFirst, downTail, "down"),
            (upIntoFirst, upIntoTail, "upInto"), (downFromFirst, downFromHead, "downFrom"),
        ] {
            check.offsets(first, of: ends.count, "\(name).\(kind)First")
            check.rows(ends, below: rankCount, "\(name).\(kind)")
        }
        check.offsets(turnFirst, of: turnArc.count, "\(name).turnFirst")
        check.rows(
            turnArc, below: upHead.count + downTail.count, "\(name).turnArc", none: none)
        guard check.faults.isEmpty else { return }
        check.each(rankCount, "\(name).parent") { rank in
            parent[rank] == none || Int(parent[rank]) > rank
        }
        check.each(rankCount, "\(name).stateOfRank") { rank in
            Int(rankOfState[stateOfRank[rank]]) == rank
        }
        for (first, ends, isHigher, kind) in [
            (upFirst, upHead, true, "up"), (downFirst, downTail, true, "down"),
            (upIntoFirst, upIntoTail, false, "upInto"),
            (downFromFirst, downFromHead, false, "downFrom"),
        ] {
            check.each(rankCount, "\(name).\(kind)") { rank in
                let row = Int(first[rank])..<Int(first[rank + 1])
                return row.allSatisfy { place in
                    (isHigher ? Int(ends[place]) > rank : Int(ends[place]) < rank)
                        && (place == row.lowerBound || ends[place - 1] < ends[place])
                }
            }
        }
    }
}
