// Lists of numbers by row, flat.

/// Numbers grouped by row in one array.
struct RowTable {
    private(set) var first: [UInt32] = [0]
    private(set) var values: [UInt32] = []

    init() {}

    /// Groups pairs by row; within a row they keep their order.
    init(_ pairs: [(row: UInt32, value: UInt32)], rowCount: Int) {
        first = [UInt32](repeating: 0, count: rowCount + 1)
        for pair in pairs { first[Int(pair.row) + 1] += 1 }
        for row in 0..<rowCount { first[row + 1] += first[row] }
        var next = first
        values = [UInt32](repeating: 0, count: pairs.count)
        for pair in pairs {
            values[Int(next[Int(pair.row)])] = pair.value
            next[Int(pair.row)] += 1
        }
    }

    subscript(row: Int) -> ArraySlice<UInt32> {
        values[Int(first[row])..<Int(first[row + 1])]
    }

    /// Returns for each value the rows of two tables that hold it.
    static func transposed(_ a: RowTable, _ b: RowTable, rowCount: Int) -> RowTable {
        var pairs: [(row: UInt32, value: UInt32)] = []
        pairs.reserveCapacity(a.values.count + b.values.count)
        for table in [a, b] {
            for row in 0..<rowCount {
                for value in table[row] { pairs.append((value, UInt32(row))) }
            }
        }
        return RowTable(pairs, rowCount: rowCount)
    }
}

/// Rows that are appended one after the other, and for each value a chain of the rows holding it.
struct RowChains {
    private static let end = UInt32.max

    private(set) var first: [UInt32] = [0]
    private(set) var values: [UInt32] = []
    /// The newest place that holds each value.
    private var newest: [UInt32]
    /// Each place's row, and the next older place with the same value.
    private var links: [(row: UInt32, older: UInt32)] = []

    init(rowCount: Int) {
        newest = [UInt32](repeating: Self.end, count: rowCount)
        first.reserveCapacity(rowCount + 1)
    }

    mutating func append(_ row: [UInt32]) {
        let number = UInt32(first.count - 1)
        for value in row {
            links.append((number, newest[Int(value)]))
            newest[Int(value)] = UInt32(values.count)
            values.append(value)
        }
        first.append(UInt32(values.count))
    }

    func row(_ row: UInt32) -> ArraySlice<UInt32> {
        values[Int(first[Int(row)])..<Int(first[Int(row) + 1])]
    }

    /// Calls `visit` with each row that holds a value, newest first.
    @inline(__always)
    func forEach(into value: UInt32, _ visit: (UInt32) -> Void) {
        var place = newest[Int(value)]
        while place != Self.end {
            visit(links[Int(place)].row)
            place = links[Int(place)].older
        }
    }
}
