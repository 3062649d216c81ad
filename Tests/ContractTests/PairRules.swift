// Rules for every golden answer about pairs: matrices and closest facilities.

import Geo

/// The rules for an answer about pairs.
struct PairRules {
    private(set) var problems: [String] = []

    /// An operation's set of pairs and its fields.
    private struct Pairs {
        let set: String
        let first: String
        let rank: String
    }

    private static let pairs = [
        "solveODCostMatrix": Pairs(set: "odLines", first: "OriginID", rank: "DestinationRank"),
        "solveClosestFacility": Pairs(set: "routes", first: "IncidentID", rank: "FacilityRank"),
    ]

    /// Whether a case is a successful request about pairs.
    static func hold(for read: ReadCase) -> Bool {
        pairs[read.golden.operation] != nil && read.answer["error"] == nil
    }

    init(_ read: ReadCase) {
        let solve = SolveReading(read)
        problems = solve.featureSets.flatMap { FeatureSetRules($0.key, $0.value).problems }
        guard let pairs = Self.pairs[read.golden.operation] else { return }
        checkOrder(solve.features(pairs.set).compactMap { $0["attributes"] }, pairs)
        if let matrix = read.answer["odCostMatrix"]?.object { check(matrix) }
        for set in ["directionPoints", "directionLines"] {
            for row in solve.features(set) { checkStep(row["attributes"] ?? .null, of: solve) }
        }
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append(text()) }
    }

    /// Ranks count from 1 for each location, and the minimized total never falls.
    private mutating func checkOrder(_ rows: [JSONValue], _ pairs: Pairs) {
        var seen: Set<Int> = []
        var last: (first: Int, rank: Int, total: Double)?
        for row in rows {
            let (first, rank) = (row[pairs.first]?.integer ?? -1, row[pairs.rank]?.integer ?? -1)
            let total = row["Total_TravelTime"]?.number ?? .nan
            if let last, last.first == first {
                expect(rank == last.rank + 1 && total >= last.total, "rank \(rank) of \(first)")
            } else {
                expect(rank == 1 && seen.insert(first).inserted, "\(first) begins with \(rank)")
            }
            last = (first, rank, total)
        }
    }

    /// A row of directions names its route's facility and incident.
    private mutating func checkStep(_ row: JSONValue, of solve: SolveReading) {
        guard let route = row["RouteID"]?.integer else { return expect(false, "no RouteID") }
        let own = solve.routes.compactMap { $0["attributes"] }
            .first { $0["ObjectID"]?.integer == route }
        for name in ["FacilityID", "IncidentID"] {
            let (found, wanted) = (row[name]?.integer, own?[name]?.integer)
            expect(found != nil && found == wanted, "another \(name) than that of route \(route)")
        }
    }

    /// Every cell has a number for each cost.
    private mutating func check(_ matrix: JSONObject) {
        let names = matrix["costAttributeNames"]?.array ?? []
        expect(!names.isEmpty, "no names of costs")
        for row in matrix.members where row.key != "costAttributeNames" {
            expect(Int(row.key) != nil, "the key \(row.key)")
            for cell in row.value.object?.members ?? [] {
                let costs = cell.value.array?.compactMap(\.number) ?? []
                expect(Int(cell.key) != nil && costs.count == names.count, "the cell \(cell.key)")
            }
        }
    }
}
