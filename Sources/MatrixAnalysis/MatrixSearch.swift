// A matrix's rows: what each origin reaches, and what it does not.

import Preparation
import RouteAPI

/// Searches a matrix's rows.
struct MatrixSearch {
    /// What was found in addition to the rows.
    struct Findings: Sendable {
        var missing = MissingPairs()
        /// Origins and destinations that no path leaves or reaches.
        var unreached: Set<Int> = []
        /// Origins with paths, of which none is within the cutoff.
        var beyondCutoff: [Int] = []
    }

    let search: PairSearch
    /// The parameters, with their effective values.
    let parameters: ResolvedParameters<ODCostMatrixParameters>
    /// The positions of origins and destinations with a place.
    private let origins: [Int]
    let destinations: [Int]

    init(_ search: PairSearch, _ parameters: ResolvedParameters<ODCostMatrixParameters>) {
        self.search = search
        self.parameters = parameters
        origins = search.valid(search.request.locations[0])
        destinations = search.valid(search.request.locations[1])
    }

    /// Returns the search after moving locations that miss paths; `nil` if none can move.
    ///
    /// - Throws: If the solve is cancelled.
    func moving(for missing: MissingPairs) throws(RouteRequestError) -> MatrixSearch? {
        try search.moving(from: search.request.locations[0], for: missing)
            .map { MatrixSearch($0, parameters) }
    }

    /// Finds all rows.
    ///
    /// - Throws: If the solve is cancelled.
    func rows() throws(RouteRequestError) -> (rows: [MatrixRows.Row], findings: Findings) {
        var rows: [MatrixRows.Row] = []
        rows.reserveCapacity(origins.count)
        let findings = try forEachRow { rows.append($0) }
        return (rows, findings)
    }

    /// Passes each row to a function as soon as it is found.
    ///
    /// - Throws: If the solve is cancelled, and whatever `use` throws.
    func forEachRow(
        _ use: (MatrixRows.Row) throws(RouteRequestError) -> Void
    ) throws(RouteRequestError) -> Findings {
        var findings = Findings()
        var isReached = [Bool](repeating: false, count: destinations.count)
        let table = table
        // A sparse matrix has no ranks.
        let isSparse = parameters[\.outputType] == .sparseMatrix
        let targetCount = parameters.value(\.defaultTargetDestinationCount)
        let cutoffOfAll = parameters.value(\.defaultCutoff)
        try table.forEachRow(from: origins, to: destinations) {
            (number, row) throws(RouteRequestError) in
            let origin = origins[number]
            let cutoff = search.cutoff(of: origin, default: cutoffOfAll)
            var nearest = NearestTargets(
                count: search.prepared.stops[origin].input.targetCount ?? targetCount)
            var hasPath = false
            for target in destinations.indices {
                guard let cost = row.searchCost(to: target) else {
                    findings.missing.add(origin, destinations[target])
                    continue
                }
                hasPath = true
                isReached[target] = true
                guard nearest.admits(Int64(cost)),
                    cutoff.map({ row.quanta(0, to: target) <= $0 }) ?? true
                else { continue }
                nearest.insert(ReachedTarget(target: target, rank: Int64(cost)))
            }
            if !hasPath {
                findings.unreached.insert(origin)
            } else if cutoff != nil, nearest.reached.isEmpty {
                findings.beyondCutoff.append(origin)
            }
            try use(
                MatrixRows.Row(
                    origin, isSparse ? nearest.reached : nearest.ranked, of: row,
                    width: table.width))
        }
        for (target, isReached) in isReached.enumerated() where !isReached {
            findings.unreached.insert(destinations[target])
        }
        return findings
    }

    /// The most origins from which to probe the destinations.
    private static let mostProbes = 4

    /// What is known about a table before it is searched.
    struct Prospect {
        /// The origins and destinations that no path leaves or reaches.
        var unreached: Set<Int>
        /// The pairs found without a path.
        var missing: MissingPairs
    }

    /// Finds the origins and destinations that no path leaves or reaches, without the whole table.
    /// Only locations that one origin does not reach, or that do not reach one destination, are
    /// searched with all others.
    ///
    /// - Throws: If the solve is cancelled.
    /// - Complexity: O(o + d) labels if all locations are connected, O(o · d) at most.
    func prospect() throws(RouteRequestError) -> Prospect {
        var doubtful = Set(destinations)
        for origin in origins.prefix(Self.mostProbes) where doubtful.count == destinations.count {
            doubtful = Set(destinations)
            try forEachPath(from: [origin], to: destinations) { _, target in
                doubtful.remove(target)
            }
        }
        guard let target = destinations.first(where: { !doubtful.contains($0) }) else {
            let found = try rowsOnly()
            return Prospect(unreached: found.unreached, missing: found.missing)
        }
        var doubtfulOrigins = Set(origins)
        try forEachPath(from: origins, to: [target]) { origin, _ in doubtfulOrigins.remove(origin) }
        var found = Prospect(
            unreached: doubtfulOrigins.union(doubtful), missing: MissingPairs())
        let left = (origins.filter(doubtfulOrigins.contains), destinations)
        let others = (
            origins.filter { !doubtfulOrigins.contains($0) }, destinations.filter(doubtful.contains)
        )
        for (some, ends) in [left, others] where !some.isEmpty && !ends.isEmpty {
            try forEachPath(from: some, to: ends, missing: &found.missing) { origin, target in
                found.unreached.remove(origin)
                found.unreached.remove(target)
            }
        }
        return found
    }

    private var table: CostTable {
        CostTable(
            layer: search.layer, prepared: search.prepared, control: search.control,
            moved: search.moved,
            hasFreeFlow: parameters[\.outputType] != .sparseMatrix)
    }

    /// The attributes for which a row also has the cost without live speeds, after the totaled
    /// costs.
    var freeFlow: [Int] { table.freeFlow }

    private func rowsOnly() throws(RouteRequestError) -> Findings {
        try forEachRow { _ in }
    }

    private func forEachPath(
        from origins: [Int], to targets: [Int], _ use: (Int, Int) -> Void
    ) throws(RouteRequestError) {
        var missing = MissingPairs()
        try forEachPath(from: origins, to: targets, missing: &missing, use)
    }

    /// Calls a function with both ends of each path, and adds the pairs without one.
    private func forEachPath(
        from origins: [Int], to targets: [Int], missing: inout MissingPairs,
        _ use: (Int, Int) -> Void
    ) throws(RouteRequestError) {
        var lacking = missing
        let reach = CostTable(
            layer: search.layer, prepared: search.prepared, control: search.control,
            moved: search.moved, sumsCosts: false)
        try reach.forEachRow(from: origins, to: targets) { (number, row) in
            for (place, target) in targets.enumerated() {
                if row.searchCost(to: place) == nil {
                    lacking.add(origins[number], target)
                } else {
                    use(origins[number], target)
                }
            }
        }
        missing = lacking
    }
}
