// Reads the exported CSV files into a plain turn-expanded graph, as an outside program would.
//
// Written from the export's guide alone. The code shares nothing with the exporter, the dataset or
// the engine, so if the results agree, the guide is right.

import Foundation

/// A CSV file's rows, accessed by column name.
package struct ExportedTable {
    package let columns: [String]
    package let rows: [[String]]

    package init(path: String) throws {
        var records = Self.records(try String(contentsOfFile: path, encoding: .utf8))
        columns = records.isEmpty ? [] : records.removeFirst()
        rows = records
    }

    package subscript(column: String) -> [String] {
        guard let index = columns.firstIndex(of: column) else { return [] }
        return rows.map { $0[index] }
    }

    /// A column of whole numbers; blanks become `blank`.
    package func integers(_ column: String, blank: Int = -1) -> [Int] {
        self[column].map { Int($0) ?? blank }
    }

    private static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        func take() {
            record.append(String(decoding: field, as: UTF8.self))
            field.removeAll(keepingCapacity: true)
        }
        for byte in text.utf8 {
            switch (byte, isQuoted) {
            case (UInt8(ascii: "\""), _): isQuoted.toggle()
            case (UInt8(ascii: ","), false): take()
            case (UInt8(ascii: "\n"), false):
                take()
                records.append(record)
                record.removeAll(keepingCapacity: true)
            default: field.append(byte)
            }
        }
        return records
    }
}

/// What an outside program asks of the tables.
package struct ExportedRequest {
    package struct Place {
        package var edge: Int
        package var fraction: Double
        package var cost = 0

        package init(edge: Int, fraction: Double, cost: Int = 0) {
            self.edge = edge
            self.fraction = fraction
            self.cost = cost
        }
    }

    /// A restriction that applies if the limit column is below the vehicle's value.
    package struct Limit {
        package var restriction: String
        package var column: String
        package var vehicle: Double
        /// The cost factor, or `nil` if the restriction prohibits.
        package var thousandths: Int?

        package init(restriction: String, column: String, vehicle: Double, thousandths: Int?) {
            self.restriction = restriction
            self.column = column
            self.vehicle = vehicle
            self.thousandths = thousandths
        }
    }

    package var cost: String
    /// Prohibiting restrictions, except those on through traffic and vehicle limits.
    package var prohibited: Set<String> = []
    /// Cost factors in thousandths, by the name of their restriction.
    package var factors: [String: Int] = [:]
    package var throughTraffic: String?
    package var limit: Limit?
    package var family: String
    package var allowsUTurn: (_ valence: Int) -> Bool
    package var closedEdges: Set<Int> = []
    /// Whether traffic.csv counts.
    package var usesTraffic = false

    package init(
        cost: String, family: String, allowsUTurn: @escaping (_ valence: Int) -> Bool
    ) {
        self.cost = cost
        self.family = family
        self.allowsUTurn = allowsUTurn
    }
}

/// A plain search graph over exported tables: vertices are rows of edges.csv, arcs are turns.
///
/// This is the outside reader for which the export's guide is written. It knows the CSV files and
/// the guide, and no type of the engine. `NetworkExportTests` compares its costs with the engine's
/// on random networks, and `ExportedPairProperties` compares whole matrices and closest facilities,
/// so both the tables and their description must stay complete.
///
/// To search, ask ``search(_:turnTime:)`` for the weights of a request and use the result for any
/// number of origins, or call ``costs(_:from:to:turnTime:)`` once.
package struct ExportedGraph {
    private let nodes: ExportedTable
    private let edges: ExportedTable
    private let turns: ExportedTable
    /// The rows of traffic.csv by edge, if the file exists.
    private let traffic: ExportedTable?
    private let from: [Int]
    private let to: [Int]
    private let twin: [Int]
    private let copyOf: [Int]

    package init(folder: String) throws {
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

    package var copyCount: Int { copyOf.count { $0 >= 0 } }

    private func original(_ row: Int) -> Int { copyOf[row] >= 0 ? copyOf[row] : row }

    /// Every edge's and copy's weight, `nil` if closed.
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

    /// For each row its turns with their costs.
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

    /// The least cost from any origin to each destination, or `nil` if there is no path.
    package func costs(
        _ request: ExportedRequest, from origins: [ExportedRequest.Place],
        to destinations: [ExportedRequest.Place], turnTime: String?
    ) -> [Int?] {
        search(request, turnTime: turnTime).costs(from: origins, to: destinations)
    }

    /// Prepares searches with the request's weights.
    package func search(_ request: ExportedRequest, turnTime: String?) -> ExportedSearch {
        ExportedSearch(
            weights: weights(request), arcs: arcs(request, time: turnTime),
            closed: request.throughTraffic.map { edges[$0].map { $0 == "1" } },
            originals: from.indices.map(original))
    }
}

/// Dijkstra's search over the tables under one request.
package struct ExportedSearch {
    /// Every edge's and copy's weight, `nil` if closed.
    fileprivate let weights: [Int?]
    /// For each row its turns with their costs.
    fileprivate let arcs: [[(to: Int, cost: Int)]]
    /// Whether each row lies in an area closed to through traffic; `nil` if that does not matter.
    fileprivate let closed: [Bool]?
    /// Each row's edge; copies share one.
    fileprivate let originals: [Int]

    private func prefix(_ row: Int, _ fraction: Double) -> Int? {
        weights[row].map { Int((fraction * Double($0)).rounded()) }
    }

    /// The least cost from any origin to each destination, or `nil` if there is no path.
    package func costs(
        from origins: [ExportedRequest.Place], to destinations: [ExportedRequest.Place]
    ) -> [Int?] {
        func isClosedArea(_ row: Int) -> Bool { closed?[row] ?? false }
        var best = [Int?](repeating: nil, count: destinations.count)
        let ends = Dictionary(grouping: destinations.indices) { destinations[$0].edge }
        // Each row twice: before and after the search enters the last closed area.
        var reached = [Int?](repeating: nil, count: 2 * weights.count)
        var open = CostQueue()
        func reach(_ row: Int, _ area: Int, _ cost: Int) {
            if let known = reached[2 * row + area], known <= cost { return }
            reached[2 * row + area] = cost
            open.add((cost, 2 * row + area))
        }
        func arrive(_ row: Int, _ cost: Int, after fraction: Double) {
            for index in ends[originals[row]] ?? []
            where destinations[index].fraction >= fraction {
                guard let end = prefix(row, destinations[index].fraction),
                    let start = prefix(row, fraction)
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
        while let (cost, place) = open.takeLeast() {
            guard reached[place] == cost else { continue }
            let (row, area) = (place / 2, place % 2)
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

/// A binary heap of places by cost.
private struct CostQueue {
    private var heap: [(cost: Int, place: Int)] = []

    mutating func add(_ entry: (cost: Int, place: Int)) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child].cost < heap[(child - 1) / 2].cost {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func takeLeast() -> (cost: Int, place: Int)? {
        guard let least = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return least }
        heap[0] = last
        var parent = 0
        while true {
            var next = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].cost < heap[next].cost {
                next = child
            }
            guard next != parent else { return least }
            heap.swapAt(parent, next)
            parent = next
        }
    }
}
