// The rows of a matrix: what each origin reaches, and what it does not.

import NetworkAnalysis
import RouteAPI

/// Searches the rows of a matrix.
struct MatrixSearch {
    /// What was found in addition to the rows.
    struct Findings: Sendable {
        var missing = MissingPairs()
        /// Origins and destinations that no path leaves or reaches.
        var unreached: Set<Int> = []
    }

    let search: PairSearch
    /// The parameters, with their effective values.
    let parameters: ResolvedParameters<ODCostMatrixParameters>
    /// The positions of the origins and destinations that have a place.
    private let origins: [Int]
    let destinations: [Int]

    init(_ search: PairSearch, _ parameters: ResolvedParameters<ODCostMatrixParameters>) {
        self.search = search
        self.parameters = parameters
        origins = search.valid(search.request.locations[0])
        destinations = search.valid(search.request.locations[1])
    }

    /// The same with locations moved that are not usable in their roles; `nil` when none has to be,
    /// or can be.
    ///
    /// - Throws: When the solve is cancelled.
    func moving() throws(RouteRequestError) -> MatrixSearch? {
        try search.moving(from: search.request.locations[0])
            .map { MatrixSearch($0, parameters) }
    }

    /// All rows.
    ///
    /// - Parameter isComplete: Whether rows are of use only if no pair is without a path.
    /// - Returns: `nil` when they are of no use.
    /// - Throws: When the solve is cancelled.
    func rows(
        ifComplete isComplete: Bool
    ) throws(RouteRequestError) -> (rows: [MatrixRows.Row], findings: Findings)? {
        var rows: [MatrixRows.Row] = []
        rows.reserveCapacity(origins.count)
        let findings = try forEachRow(ifComplete: isComplete) { rows.append($0) }
        return findings.map { (rows, $0) }
    }

    /// Passes each row to a function as soon as it is found.
    ///
    /// - Parameter isComplete: Whether to end with the first row that misses a pair.
    /// - Returns: `nil` when some row missed a pair, and that ended the search.
    /// - Throws: When the solve is cancelled, and what `use` throws.
    func forEachRow(
        ifComplete isComplete: Bool = false,
        _ use: (MatrixRows.Row) throws(RouteRequestError) -> Void
    ) throws(RouteRequestError) -> Findings? {
        var findings = Findings()
        var isReached = [Bool](repeating: false, count: destinations.count)
        let table = table
        // Ranks are not in a sparse matrix.
        let isSparse = parameters[\.outputType] == .sparseMatrix
        let targetCount = parameters.value(\.defaultTargetDestinationCount)
        let cutoffOfAll = parameters.value(\.defaultCutoff)
        func take(_ number: Int, _ row: CostTable.Row) throws(RouteRequestError) -> Bool {
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
            if isComplete, findings.missing.count > 0 { return false }
            if !hasPath { findings.unreached.insert(origin) }
            try use(
                MatrixRows.Row(
                    origin, isSparse ? nearest.reached : nearest.ranked, of: row,
                    width: table.width))
            return true
        }
        guard try table.takeRows(from: origins, to: destinations, while: take) else {
            return nil
        }
        for (target, isReached) in isReached.enumerated() where !isReached {
            findings.unreached.insert(destinations[target])
        }
        return findings
    }

    /// Origins that probe the destinations, at most.
    private static let mostProbes = 4

    /// What is known of a table before it is searched.
    struct Prospect {
        /// The origins and destinations that no path leaves or reaches.
        var unreached: Set<Int>
        /// Whether some pair may have no path.
        var mayMiss: Bool
    }

    /// The origins and destinations that no path leaves or reaches, found without the whole table:
    /// only locations that one origin does not reach, or that do not reach one destination, are
    /// searched with all others.
    ///
    /// - Throws: When the solve is cancelled.
    /// - Complexity: O(o + d) labels where all locations are connected, O(o · d) at most.
    func prospect() throws(RouteRequestError) -> Prospect {
        var doubtful = Set(destinations)
        for origin in origins.prefix(Self.mostProbes) where doubtful.count == destinations.count {
            doubtful = try Set(destinations).subtracting(reached(from: [origin], destinations))
        }
        guard let target = destinations.first(where: { !doubtful.contains($0) }) else {
            return Prospect(unreached: try forEachRow { _ in }?.unreached ?? [], mayMiss: true)
        }
        let leaving = try leaving(origins, to: [target])
        let doubtfulOrigins = origins.filter { !leaving.contains($0) }
        var unreached = Set(doubtfulOrigins)
        if !doubtfulOrigins.isEmpty {
            unreached.subtract(try self.leaving(doubtfulOrigins, to: destinations))
        }
        let doubtfulTargets = destinations.filter(doubtful.contains)
        if !doubtfulTargets.isEmpty {
            let reached = try reached(from: origins, doubtfulTargets)
            unreached.formUnion(doubtfulTargets.filter { !reached.contains($0) })
        }
        return Prospect(
            unreached: unreached,
            mayMiss: !doubtfulOrigins.isEmpty || !doubtfulTargets.isEmpty)
    }

    private var table: CostTable {
        CostTable(
            layer: search.layer, prepared: search.prepared, control: search.control,
            places: search.places, hasFreeFlow: parameters[\.outputType] != .sparseMatrix)
    }

    /// The attributes whose costs without live speeds a row has after the totaled costs.
    var freeFlow: [Int] { table.freeFlow }

    /// The destinations that any of some origins reaches.
    private func reached(
        from origins: [Int], _ targets: [Int]
    ) throws(RouteRequestError) -> Set<Int> {
        var reached: Set<Int> = []
        try table.forEachRow(from: origins, to: targets) { (_, row) in
            for target in targets.indices where row.searchCost(to: target) != nil {
                reached.insert(targets[target])
            }
        }
        return reached
    }

    /// The origins that reach any of some destinations.
    private func leaving(
        _ origins: [Int], to targets: [Int]
    ) throws(RouteRequestError) -> Set<Int> {
        var leaving: Set<Int> = []
        try table.forEachRow(from: origins, to: targets) { (number, row) in
            if targets.indices.contains(where: { row.searchCost(to: $0) != nil }) {
                leaving.insert(origins[number])
            }
        }
        return leaving
    }
}
