// An outside program's reading of the exported tables: CSV files to a plain turn-expanded graph.
//
// Written from the guide beside the tables alone. It shares no code with the exporter, the dataset
// or the engine, so that agreeing with the engine means the guide is right.

import Foundation

/// Rows of one CSV file under the names of its columns.
struct ExportedTable {
    let columns: [String]
    let rows: [[String]]

    init(path: String) throws {
        var records = Self.records(try String(contentsOfFile: path, encoding: .utf8))
        columns = records.isEmpty ? [] : records.removeFirst()
        rows = records
    }

    /// The values of a column.
    subscript(column: String) -> [String] {
        guard let index = columns.firstIndex(of: column) else { return [] }
        return rows.map { $0[index] }
    }

    /// A column of whole numbers; blanks become `blank`.
    func integers(_ column: String, blank: Int = -1) -> [Int] {
        self[column].map { Int($0) ?? blank }
    }

    private static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field = ""
        var isQuoted = false
        for character in text {
            switch (character, isQuoted) {
            case ("\"", _): isQuoted.toggle()
            case (",", false):
                record.append(field)
                field = ""
            case ("\n", false):
                records.append(record + [field])
                (record, field) = ([], "")
            default: field.append(character)
            }
        }
        return records
    }
}

/// What an outside program asks of the tables.
struct ExportedRequest {
    struct Place {
        var edge: Int
        var fraction: Double
        var cost = 0
    }

    /// A restriction that applies where a limit column is below the vehicle's value.
    struct Limit {
        var restriction: String
        var column: String
        var vehicle: Double
        /// The factor, or `nil` when the restriction prohibits.
        var thousandths: Int?
    }

    var cost: String
    /// Names of the restrictions that prohibit, through-traffic and vehicle limits apart.
    var prohibited: Set<String> = []
    /// Names of restrictions that multiply costs, with thousandths.
    var factors: [String: Int] = [:]
    var throughTraffic: String?
    var limit: Limit?
    var family: String
    var allowsUTurn: (_ valence: Int) -> Bool
    var closedEdges: Set<Int> = []
    /// Whether the rows of traffic.csv count.
    var usesTraffic = false
}

/// The graph of the guide: vertices are rows of edges.csv, arcs are turns.
struct ExportedGraph {
    private let nodes: ExportedTable
    private let edges: ExportedTable
    private let turns: ExportedTable
    /// The rows of traffic.csv by edge, where there is one.
    private let traffic: ExportedTable?
    private let from: [Int]
    private let to: [Int]
    private let twin: [Int]
    private let copyOf: [Int]

    init(folder: String) throws {
        nodes = try ExportedTable(path: folder + "/nodes.csv")
        edges = try ExportedTable(path: folder + "/edges.csv")
        turns = try ExportedTable(path: folder + "/turns.csv")
        let live = folder + "/traffic.csv"
        traffic =
            FileManager.default.fileExists(atPath: live) ? try ExportedTable(path: live) : nil
        from = edges.integers("from")
        to = edges.integers("to")
        twin = edges.integers("twin")
        copyOf = edges.integers("copy_of")
    }

    var copyCount: Int { copyOf.count { $0 >= 0 } }

    private func original(_ row: Int) -> Int { copyOf[row] >= 0 ? copyOf[row] : row }

    /// The weight of every edge and copy, `nil` where closed.
    private func weights(_ request: ExportedRequest) -> [Int?] {
        var plain = edges.integers(request.cost)
        var closedNow: Set<Int> = []
        if request.usesTraffic, let traffic {
            let (rows, closed) = (traffic.integers("edge"), traffic["closed"])
            let costs = traffic.columns.contains(request.cost) ? traffic[request.cost] : []
            var live: [Int: Int] = [:]
            for (place, edge) in rows.enumerated() {
                if closed[place] == "1" { closedNow.insert(edge) }
                if place < costs.count, let cost = Int(costs[place]) { live[edge] = cost }
            }
            for row in plain.indices { plain[row] = live[original(row)] ?? plain[row] }
        }
        let prohibited = request.prohibited.map { edges[$0] }
        let scaled = request.factors.map { (edges[$0.key], $0.value) }
        let limited = request.limit.map { ($0, edges[$0.restriction], edges[$0.column]) }
        return plain.indices.map { row in
            if request.closedEdges.contains(original(row)) { return nil }
            if closedNow.contains(original(row)) { return nil }
            if prohibited.contains(where: { $0[row] == "1" }) { return nil }
            var applies: [Int] = scaled.filter { $0.0[row] == "1" }.map(\.1)
            if let (limit, flags, values) = limited, flags[row] == "1",
                let value = Double(values[row]), value < limit.vehicle
            {
                guard let factor = limit.thousandths else { return nil }
                applies.append(factor)
            }
            guard !applies.isEmpty else { return plain[row] }
            let product = applies.reduce(Double(plain[row])) { $0 * Double($1) }
            return max(1, Int((product / pow(1_000, Double(applies.count))).rounded()))
        }
    }

    /// The arcs: for each row the turns from it and their costs.
    private func arcs(_ request: ExportedRequest, time: String?) -> [[(to: Int, cost: Int)]] {
        let valence = nodes.integers("valence_\(request.family)")
        var prohibiting = request.prohibited
        if let name = request.throughTraffic { prohibiting.insert(name) }
        if let limit = request.limit, limit.thousandths == nil {
            prohibiting.insert(limit.restriction)
        }
        let limited = request.limit.flatMap { limit -> [Bool]? in
            guard limit.thousandths == nil else { return nil }
            return nodes[limit.column].map { Double($0).map { $0 < limit.vehicle } ?? false }
        }
        let columns = turns.columns.filter(prohibiting.contains).map { turns[$0] }
        let costs = time.map { turns.integers($0) }
        let (starts, ends) = (turns.integers("from_edge"), turns.integers("to_edge"))
        var listed: [[Int: Int?]] = Array(repeating: [:], count: from.count)
        for row in starts.indices {
            let isProhibited = columns.contains { $0[row] == "1" }
            let cost = costs?[row] ?? 0
            listed[starts[row]][ends[row]] = .some(isProhibited ? nil : cost)
        }
        var leaving: [Int: [Int]] = [:]
        for row in from.indices where copyOf[row] < 0 {
            leaving[from[row], default: []].append(row)
        }
        return from.indices.map { row in
            var all = listed[row]
            if copyOf[row] < 0 {
                for next in leaving[to[row]] ?? [] where all[next] == nil { all[next] = .some(0) }
            }
            return all.compactMap { next, cost in
                guard let cost else { return nil }
                let isUTurn = original(next) == twin[original(row)]
                if !isUTurn, limited?[to[row]] == true { return nil }
                return isUTurn && !request.allowsUTurn(valence[to[row]]) ? nil : (next, cost)
            }
        }
    }

    /// The least cost from any origin to each destination, or `nil` where there is no path.
    func costs(
        _ request: ExportedRequest, from origins: [ExportedRequest.Place],
        to destinations: [ExportedRequest.Place], turnTime: String?
    ) -> [Int?] {
        let weights = weights(request)
        let arcs = arcs(request, time: turnTime)
        let closed = request.throughTraffic.map { edges[$0].map { $0 == "1" } }
        func isClosedArea(_ row: Int) -> Bool { closed?[row] ?? false }
        func prefix(_ row: Int, _ fraction: Double) -> Int? {
            weights[row].map { Int((fraction * Double($0)).rounded()) }
        }
        var best = [Int?](repeating: nil, count: destinations.count)
        var reached: [[Int?]] = Array(repeating: [nil, nil], count: from.count)
        var open: Set<[Int]> = []
        func reach(_ row: Int, _ area: Int, _ cost: Int) {
            if let known = reached[row][area], known <= cost { return }
            reached[row][area] = cost
            open.insert([row, area])
        }
        func arrive(_ row: Int, _ cost: Int, after fraction: Double) {
            for (index, place) in destinations.enumerated()
            where place.edge == original(row) && place.fraction >= fraction {
                guard let end = prefix(row, place.fraction), let start = prefix(row, fraction)
                else { continue }
                best[index] = min(best[index] ?? .max, cost + end - start)
            }
        }
        for origin in origins {
            arrive(origin.edge, origin.cost, after: origin.fraction)
            guard let whole = weights[origin.edge],
                let start = prefix(origin.edge, origin.fraction)
            else { continue }
            reach(origin.edge, 0, origin.cost + whole - start)
        }
        while let place = open.min(by: { reached[$0[0]][$0[1]] ?? 0 < reached[$1[0]][$1[1]] ?? 0 })
        {
            open.remove(place)
            let (row, area) = (place[0], place[1])
            guard let cost = reached[row][area] else { continue }
            for (next, turn) in arcs[row] {
                if area == 1 && !isClosedArea(next) { continue }
                let entersLast = isClosedArea(next) && !isClosedArea(row)
                arrive(next, cost + turn, after: 0)
                if let weight = weights[next] {
                    reach(next, entersLast ? 1 : area, cost + turn + weight)
                }
            }
        }
        return best
    }
}
