// Checks rules for all answers of solves on every golden answer, so that no value in them goes
// unread.

import Geo
import RouteAPI
import Testing

@Suite struct GoldenInvariantTests {
    @Test func `every extended code is one of the contract`() {
        let known = Set(ContractTables.extendedCodes.map(\.code))
        #expect(ExtendedCode.allCases.filter { !known.contains($0.rawValue) } == [])
    }

    /// Every successful golden solve.
    private static func solves() throws -> [SolveReading] {
        try GoldenCase.all().filter { $0.operation == "solve" }
            .map { SolveReading(try ReadCase($0)) }.filter { !$0.isError }
    }

    /// Checks a rule on every golden solve.
    private func check(_ rule: (SolveReading) -> [String]) throws {
        let solves = try Self.solves()
        #expect(solves.count > 90)
        for solve in solves {
            let problems = rule(solve)
            #expect(problems.isEmpty, "\(solve.name): \(problems.joined(separator: "; "))")
        }
    }

    @Test func `an error comes alone, with its details in a list`() throws {
        for golden in try GoldenCase.all() {
            let read = try ReadCase(golden)
            guard let error = read.answer["error"] else { continue }
            #expect(read.answer.object?.keys == ["error"], "\(golden)")
            #expect(error["code"]?.integer != nil && error["message"]?.string != nil, "\(golden)")
            let details = error["details"]?.array
            #expect(details?.allSatisfy { $0.string != nil } ?? false, "\(golden)")
            let keys = error.object?.keys.filter { $0 != "extendedCode" && $0 != "reasons" }
            #expect(keys == ["code", "message", "details"], "\(golden)")
        }
    }

    @Test func `an answer has what was asked for and nothing else`() throws {
        try check { solve in
            var problems: [String] = []
            func expect(_ key: String, _ isThere: Bool) {
                if (solve.answer[key] != nil) != isThere {
                    problems.append("\(key) is \(isThere ? "missing" : "there")")
                }
            }
            guard !solve.asks("validate") else { return [] }
            expect("messages", true)
            expect("requestID", true)
            expect("routes", solve.asks("returnRoutes", otherwise: true))
            expect("stops", solve.asks("returnStops"))
            expect("traversedEdges", solve.asks("returnTraversedEdges"))
            expect("traversedJunctions", solve.asks("returnTraversedJunctions"))
            expect("traversedTurns", solve.asks("returnTraversedTurns"))
            expect("legs", solve.asks("returnLegs"))
            for key in ["events", "spans", "conditions"] {
                expect(key, solve.asks("returnConditions"))
            }
            let hasDirections = solve.asks("returnDirections", otherwise: true)
            let isTables = solve.word("directionsOutputType") == "esriDOTFeatureSets"
            expect("directions", hasDirections && !isTables)
            expect("directionPoints", hasDirections && isTables)
            expect("directionLines", hasDirections && isTables)
            return problems
        }
    }

    @Test func `rows have the fields that their set declares, of its types and in its order`()
        throws
    {
        try check { solve in
            solve.featureSets.flatMap { FeatureSetRules($0.key, $0.value).problems }
        }
    }

    @Test func `totals of routes are those of their last stop, and clocks agree with them`() throws
    {
        try check { solve in solve.routes.flatMap { RouteRules(solve, $0).problems } }
    }

    @Test func `stops are numbered as they are visited, and curbs and clocks have both ends`()
        throws
    {
        try check { solve in
            solve.routes.flatMap { StopRules(solve, $0).problems }
        }
    }

    @Test func `directions add up to their summary and to the route`() throws {
        try check { solve in
            solve.wholeDirections.enumerated().flatMap { index, item in
                DirectionRules(solve, item, index).problems
            }
        }
    }

    @Test func `the lines of directions join up, lie in the envelope and follow the route`() throws
    {
        try check { solve in
            solve.wholeDirections.enumerated().flatMap { index, item in
                DirectionLineRules(solve, item, index).problems
            }
        }
    }

    @Test func `directions as tables are numbered, joined and as long as their routes`() throws {
        try check { DirectionTableRules($0).problems }
    }

    @Test func `pairs go by their first location, then by rank, and ranks by cost`() throws {
        let reads = try GoldenCase.all().map { try ReadCase($0) }
            .filter { PairRules.hold(for: $0) }
        #expect(reads.count > 20)
        for read in reads {
            let problems = PairRules(read).problems
            #expect(problems.isEmpty, "\(read.golden): \(problems.joined(separator: "; "))")
        }
    }

    @Test func `what is traversed adds up to the route`() throws {
        try check { TraversalRules($0).problems }
    }
}

/// A golden answer as the rules read it.
struct SolveReading: Sendable {
    let read: ReadCase

    init(_ read: ReadCase) { self.read = read }

    var name: String { read.golden.description }
    var answer: JSONValue { read.answer }
    var isError: Bool { answer["error"] != nil }

    /// A value in the request.
    func word(_ name: String) -> String? { read.field([name]) }

    /// Whether the request has a switch on.
    func asks(_ name: String, otherwise fallback: Bool = false) -> Bool {
        word(name).map { $0.lowercased() == "true" } ?? fallback
    }

    /// The minimized cost, unless a travel mode sets it.
    var impedance: String? {
        if read.field(["travelMode", "travel_mode"]) != nil { return nil }
        return word("impedanceAttributeName") ?? "TravelTime"
    }

    var featureSets: [(key: String, value: JSONValue)] {
        (answer.object?.members ?? []).filter { $0.value["features"] != nil }
            .map { ($0.key, $0.value) }
    }

    func features(_ key: String) -> [JSONValue] { answer[key]?["features"]?.array ?? [] }

    var routes: [JSONValue] { features("routes") }
    var directions: [JSONValue] { answer["directions"]?.array ?? [] }
    /// The directions, unless the request wants only a part.
    var wholeDirections: [JSONValue] { answer["directionsPages"] == nil ? directions : [] }

    /// The stops that a route visits, in order.
    func visits(of route: JSONValue) -> [JSONValue] {
        features("stops").compactMap { $0["attributes"] }.filter { stop in
            stop["RouteName"] == route["attributes"]?["Name"]
                && [0, 6, 7].contains(stop["Status"]?.integer ?? -1)
                && stop["Sequence"]?.integer != nil
        }.sorted { ($0["Sequence"]?.integer ?? 0) < ($1["Sequence"]?.integer ?? 0) }
    }

    /// The network's costs, by the routes' fields.
    static let costs = ["TravelTime", "Length", "WalkTime", "Kilometers", "Miles"]
}

/// Whether two numbers differ only by rounding.
func isNear(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
    abs(a - b) <= tolerance * max(1, abs(a), abs(b))
}
