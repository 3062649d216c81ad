// Finds costs between many places at once.

extension LegRouter {
    /// Returns the least cost from each source to each target, each with a few candidates; `.max`
    /// if there is no path below ``SearchCost/limit``.
    ///
    /// - Returns: `nil` when the monitor stopped the search.
    package mutating func table(
        from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        monitor: some SearchMonitor
    ) -> [[UInt32]]? {
        if sources.count * targets.count > 16 { derive(monitor) }
        if case .exact(let metric) = guide, let hierarchySpace {
            count(.hierarchy)
            return HierarchyTable(costs, metric, space: hierarchySpace)
                .costs(from: sources, to: targets, monitor: monitor)
        }
        let all = targets.flatMap(\.self)
        var rows: [[UInt32]] = []
        for source in sources {
            guard let answers = find(from: source, to: all, monitor: monitor) else { return nil }
            var next = 0
            rows.append(
                targets.map { target in
                    defer { next += target.count }
                    return answers[next..<next + target.count].compactMap(\.?.cost).min() ?? .max
                })
        }
        return rows
    }

    /// Returns least costs like ``table(from:to:monitor:)``, and the cheapest paths' costs in other
    /// attributes. These equal the sums along ``path(from:to:)`` between the candidates that the
    /// table names.
    ///
    /// - Parameters:
    ///   - attributes: Positions of cost attributes.
    ///   - freeFlow: Positions of cost attributes to sum without live speeds. Their sums come last.
    /// - Returns: `nil` when the monitor stopped the search.
    package mutating func table(
        from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        summing attributes: [Int], freeFlow: [Int] = [], monitor: some SearchMonitor
    ) -> LegTable? {
        let others = Self.summed(attributes, freeFlow, costs)
        derive(monitor)
        if isStopped { return nil }
        guard case .exact(let metric) = guide, let hierarchySpace else {
            return tableByDijkstra(sources, targets, others, monitor)
        }
        count(.hierarchy)
        let isSmall = sources.count * targets.count <= Self.cellsWithoutSums
        let isUnpacked = isSmall && others.contains { metric.sums.held($0.key) == nil }
        var columns: [HierarchyTable.Column] = []
        for other in others {
            let sums =
                isUnpacked
                ? nil : engine.sums(other, of: metric, for: costs, monitor: monitor)
            guard isUnpacked || sums != nil else { return nil }
            columns.append(HierarchyTable.Column(costs: other, sums: sums))
        }
        let found = HierarchyTable(costs, metric, space: hierarchySpace)
            .table(from: sources, to: targets, summing: columns, monitor: monitor)
        guard var table = found else { return nil }
        table.replaceUnknownSums { source, target, ends in
            let leg = path(
                from: sources[source][ends.origin], to: targets[target][ends.destination])
            return others.map { other in leg.map { other.sum(along: $0.path) } ?? 0 }
        }
        return table
    }

    /// Returns the costs to sum besides the minimized one.
    private static func summed(
        _ attributes: [Int], _ freeFlow: [Int], _ costs: RequestCosts
    ) -> [AttributeCosts] {
        attributes.map { AttributeCosts($0, of: costs) }
            + freeFlow.map { AttributeCosts($0, of: costs, isFreeFlow: true) }
    }

    /// Computes the table of ``table(from:to:summing:freeFlow:monitor:)`` in stripes of `count`
    /// sources, and hands each on as soon as it is found. Small tables, and all tables without a
    /// hierarchy, are computed by one thread.
    ///
    /// - Parameters:
    ///   - count: Sources per stripe; the last may have fewer.
    ///   - use: Takes the position of a stripe's first source, and the stripe.
    /// - Returns: Whether all stripes were found. If not, the monitor stopped the search.
    /// - Complexity: O(*s* + *t*) climbs and O(*s* *t*) labels for *s* sources and *t* targets; a
    ///   stripe holds O(`count` *t*) cells.
    package mutating func stripes<Failure: Error>(
        of count: Int, from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        summing attributes: [Int], freeFlow: [Int] = [], monitor: some SearchMonitor,
        _ use: (Int, LegTable) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        derive(monitor)
        if isStopped { return false }
        guard sources.count * targets.count > Self.cellsWithoutSums,
            case .exact(let metric) = guide, let hierarchySpace
        else {
            let isGuided = if case .exact = guide { true } else { false }
            let step = isGuided ? max(sources.count, 1) : count
            for first in stride(from: 0, to: sources.count, by: step) {
                let stripe = Array(sources[first..<min(first + step, sources.count)])
                let found = table(
                    from: stripe, to: targets, summing: attributes, freeFlow: freeFlow,
                    monitor: monitor)
                guard let found else { return false }
                try use(first, found)
            }
            return true
        }
        self.count(.hierarchy)
        var columns: [HierarchyTable.Column] = []
        let others = Self.summed(attributes, freeFlow, costs)
        for other in others {
            guard let sums = engine.sums(other, of: metric, for: costs, monitor: monitor) else {
                return false
            }
            columns.append(HierarchyTable.Column(costs: other, sums: sums))
        }
        let (engine, own) = (engine, costs)
        // A cell with unknown sums takes a search. No stripe is handed on half done.
        var isWhole = true
        let isDone = try engine.withSpaces(
            ofHierarchyServing: own.metric.key,
            count: sources.count * targets.count > Self.cellsOfOneThread ? engine.threads - 1 : 0
        ) { (spaces) throws(Failure) in
            try HierarchyTable(own, metric, space: hierarchySpace).stripes(
                of: count, from: sources, to: targets, summing: columns, on: spaces,
                monitor: monitor
            ) { (first, found) throws(Failure) in
                var stripe = found
                stripe.replaceUnknownSums { source, target, ends in
                    isWhole = isWhole && !monitor.shouldStop
                    guard isWhole else { return others.map { _ in 0 } }
                    // Use another space: this one holds the targets' labels.
                    return engine.withRouter(own, by: .customized, monitor: monitor) { router in
                        let leg = router.path(
                            from: sources[first + source][ends.origin],
                            to: targets[target][ends.destination])
                        return others.map { other in
                            leg.map { other.sum(along: $0.path) } ?? 0
                        }
                    }
                }
                if isWhole { try use(first, stripe) }
            }
        }
        return isDone && isWhole
    }

    /// Up to this many cells, one thread is as quick as several.
    private static let cellsOfOneThread = 10_000

    /// Up to this many cells, unpacking their paths is faster than summing all arcs. Measured on
    /// Porto: 35 µs per path, 25 to 45 ms per attribute.
    private static let cellsWithoutSums = 256

    private mutating func tableByDijkstra(
        _ sources: [[SearchOrigin]], _ targets: [[SearchDestination]],
        _ others: [AttributeCosts], _ monitor: some SearchMonitor
    ) -> LegTable? {
        var table = LegTable(
            sourceCount: sources.count, targetCount: targets.count,
            attributeCount: others.count)
        let all = targets.flatMap(\.self)
        for (row, source) in sources.enumerated() {
            guard let answers = findByDijkstra(source, all, monitor) else { return nil }
            var next = 0
            for (place, target) in targets.enumerated() {
                let own = next..<next + target.count
                next += target.count
                let index = own.min {
                    (answers[$0]?.cost ?? .max, $0) < (answers[$1]?.cost ?? .max, $1)
                }
                guard let index, let best = answers[index], let path = best.path else { continue }
                let ends = LegTable.Ends(
                    origin: best.origin, destination: index - own.lowerBound)
                table.set(best.cost, ends, from: row, to: place)
                for (number, other) in others.enumerated() {
                    table.setSum(
                        other.sum(along: path.path), number, from: row, to: place)
                }
            }
        }
        return table
    }
}
