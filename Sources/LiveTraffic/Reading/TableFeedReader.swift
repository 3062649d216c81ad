// Reads feeds of comma-separated values: by OSM way under a header, or OSRM's node pairs.

import Geo
import Preparation
import RoutingEngine

/// Reads feeds of comma-separated values.
///
///     way,direction,from_node,to_node,speed_kmh,closed,valid_from,valid_to,kind,text
///     4305,forward,,,31.5,,,,,
///     4306,both,,,,true,2026-11-23T08:00:00Z,2026-11-23T18:00:00Z,works,New tracks
///
/// - Complexity: O(*n*) for *n* bytes. Only the rows are kept.
struct TableFeedReader {
    private typealias Cell = CellScanner.Cell

    /// The columns of a table by OSM way. A table needs `way`, and `speed_kmh`, `closed` or `kind`.
    static let columns = [
        "way", "direction", "from_node", "to_node", "speed_kmh", "closed", "valid_from",
        "valid_to", "kind", "text", "id", "lanes_closed",
    ]

    private let limits: FeedLimits
    private let zone: ZoneClock?
    private let shouldStop: () -> Bool
    private var scanner: CellScanner
    private var rows: [FeedRow] = []
    private var refused: RefusedRows
    /// Where the header has each of ``columns``; -1 if it lacks the column.
    private var places = [Int](repeating: -1, count: columns.count)
    private var cellCount = 0
    /// The last time's column, text and value. Feeds repeat the same times row after row.
    private var lastTime: (column: Int, text: [UInt8], value: FeedTimes.Reading?) = (-1, [], nil)

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, separator: UInt8,
        limits: FeedLimits, zone: ZoneClock?, shouldStop: @escaping () -> Bool
    ) {
        self.limits = limits
        self.zone = zone
        self.shouldStop = shouldStop
        scanner = CellScanner(bytes, from: start, separator: separator)
        refused = RefusedRows(keeping: limits.keptRefusals)
    }

    /// Reads all rows.
    ///
    /// - Throws: ``FeedError`` if the table is in neither form or has too many rows.
    mutating func content() throws(FeedError) -> FeedContent {
        var cells: [Cell] = []
        guard try scanner.next(&cells) else {
            throw FeedError("the feed is empty; a header or a row is needed")
        }
        rows.reserveCapacity(min(limits.maximumRows, scanner.bytes.count / 24))
        let isPairs = scanner.integer(cells[0]) != nil
        if isPairs {
            try addPair(cells)
        } else {
            try readHeader(cells)
        }
        while try scanner.next(&cells) {
            try countRow()
            if isPairs { try addPair(cells) } else { addWay(cells) }
        }
        return FeedContent(form: isPairs ? .nodePairs : .ways, rows: rows, refused: refused)
    }

    private func countRow() throws(FeedError) {
        let count = rows.count + refused.count
        guard count < limits.maximumRows else {
            throw FeedError("the feed has more than \(limits.maximumRows) rows; send it in parts")
        }
        if count & 4_095 == 4_095, shouldStop() { throw FeedReader.stopped }
    }

    private mutating func readHeader(_ cells: [Cell]) throws(FeedError) {
        cellCount = cells.count
        for (place, cell) in cells.enumerated() {
            guard let column = Self.column(named: scanner.text(cell)) else {
                throw FeedError(
                    "the header names the column \"\(scanner.text(cell))\"; known are "
                        + Self.columns.joined(separator: ", ")
                        + ". Without a header, rows are OSRM's from_node,to_node,speed")
            }
            guard places[column] < 0 else {
                throw FeedError("the header names the column \(Self.columns[column]) twice")
            }
            places[column] = place
        }
        guard places[Column.way] >= 0 else {
            throw FeedError("the header lacks the column way, the number of an OSM way")
        }
        guard [Column.speed, Column.closed, Column.kind].contains(where: { places[$0] >= 0 })
        else {
            throw FeedError("the header lacks speed_kmh, closed and kind; one of them is needed")
        }
        guard (places[Column.from] >= 0) == (places[Column.to] >= 0) else {
            throw FeedError("the header has one of from_node and to_node; both or none are needed")
        }
    }

    /// Returns the column that a header's cell names, also in the spelling of features' properties:
    /// `validTo`.
    private static func column(named name: String) -> Int? {
        let plain = FeedWords.plain(name)
        switch plain {
        case "speed": return Column.speed
        case "wayid", "osmwayid": return Column.way
        default: return columns.firstIndex { FeedWords.plain($0) == plain }
        }
    }

    private enum Column {
        static let way = 0
        static let direction = 1
        static let from = 2
        static let to = 3
        static let speed = 4
        static let closed = 5
        static let validFrom = 6
        static let validTo = 7
        static let kind = 8
        static let text = 9
        static let id = 10
        static let lanesClosed = 11
    }

    /// Returns a column's cell, or `nil` if it is empty or the header lacks the column.
    private func cell(_ column: Int, _ cells: [Cell]) -> Cell? {
        guard places[column] >= 0 else { return nil }
        let cell = cells[places[column]]
        return cell.isEmpty ? nil : cell
    }

    private mutating func addWay(_ cells: [Cell]) {
        let number = scanner.line
        guard cells.count == cellCount else {
            refused.add(
                number, "has \(cells.count) cells; the header has \(cellCount) columns")
            return
        }
        do throws(RowProblem) {
            let place = try place(cells)
            let event = try event(cells)
            let effect = try effect(cells, event)
            let from = try time(Column.validFrom, cells)
            let until = try time(Column.validTo, cells)
            if let problem = FeedRules.problem(from: from, until: until) {
                throw RowProblem(problem)
            }
            rows.append(
                FeedRow(
                    number: number, place: place, effect: effect, from: from, until: until,
                    event: event))
        } catch {
            refused.add(number, error.reason)
        }
    }

    private func place(_ cells: [Cell]) throws(RowProblem) -> FeedRow.Place {
        guard let wayCell = cell(Column.way, cells) else {
            throw RowProblem("way is empty; the number of an OSM way is needed")
        }
        guard let way = way(wayCell), way > 0 else {
            throw RowProblem(
                "way is \"\(scanner.text(wayCell))\"; the number of an OSM way is needed")
        }
        let direction = try direction(cells)
        let from = try node(Column.from, cells)
        let to = try node(Column.to, cells)
        switch (from, to) {
        case (nil, nil): return .way(way, direction, nil)
        case (let from?, let to?): return .way(way, direction, NodePair(from: from, to: to))
        default: throw RowProblem("has one of from_node and to_node; both or none are needed")
        }
    }

    /// Reads the number of a way; `way/4305` and `w4305` are 4305.
    private func way(_ cell: Cell) -> Int64? {
        if let way = scanner.integer(cell) { return way }
        for prefix in ["way/", "w"] where cell.count > prefix.utf8.count {
            let split = cell.lowerBound + prefix.utf8.count
            if scanner.matches(cell.lowerBound..<split, prefix) {
                return scanner.integer(split..<cell.upperBound)
            }
        }
        return nil
    }

    private func direction(_ cells: [Cell]) throws(RowProblem) -> FeedDirection? {
        guard let cell = cell(Column.direction, cells) else { return nil }
        if scanner.matches(cell, "forward") { return .forward }
        if scanner.matches(cell, "backward") { return .backward }
        if scanner.matches(cell, "both") { return .both }
        if let direction = FeedWords.direction(scanner.text(cell)) { return direction }
        throw RowProblem(
            "direction is \"\(scanner.text(cell))\"; forward, backward or both is needed")
    }

    private func node(_ column: Int, _ cells: [Cell]) throws(RowProblem) -> Int64? {
        guard let cell = cell(column, cells) else { return nil }
        guard let node = scanner.integer(cell), node > 0 else {
            throw RowProblem(
                "\(Self.columns[column]) is \"\(scanner.text(cell))\"; the number of an OSM node "
                    + "is needed")
        }
        return node
    }

    private func effect(
        _ cells: [Cell], _ event: TrafficEvent?
    ) throws(RowProblem) -> FeedRow.Effect {
        if let cell = cell(Column.closed, cells) {
            guard let isClosed = flag(cell) else {
                throw RowProblem("closed is \"\(scanner.text(cell))\"; true or false is needed")
            }
            if isClosed { return .closed }
        }
        guard let cell = cell(Column.speed, cells) else {
            return event == nil ? .cleared : .event
        }
        guard let speed = scanner.number(cell) else {
            throw RowProblem(
                "speed_kmh is \"\(scanner.text(cell))\"; a number of km/h is needed")
        }
        if let problem = FeedRules.problem(ofSpeed: speed, written: scanner.text(cell)) {
            throw RowProblem(problem)
        }
        return .speed(speed)
    }

    private func flag(_ cell: Cell) -> Bool? {
        if scanner.matches(cell, "true") || scanner.matches(cell, "1") { return true }
        return FeedWords.truth(scanner.text(cell))
    }

    private mutating func time(_ column: Int, _ cells: [Cell]) throws(RowProblem) -> Int64? {
        guard let cell = cell(column, cells) else { return nil }
        let text = scanner.bytes[cell]
        if lastTime.column != column || !lastTime.text.elementsEqual(text) {
            let value = FeedTimes.read(
                String(decoding: text, as: UTF8.self), in: zone, isEnd: column == Column.validTo)
            lastTime = (column, Array(text), value)
        }
        guard let value = lastTime.value else {
            throw RowProblem(
                "\(Self.columns[column]) is \"\(scanner.text(cell))\"; \(FeedTimes.rule)")
        }
        return value.milliseconds
    }
}

extension TableFeedReader {
    /// Reads what happens at a row's place; `nil` if the row does not say.
    private func event(_ cells: [Cell]) throws(RowProblem) -> TrafficEvent? {
        guard places[Column.kind] >= 0 || places[Column.text] >= 0 else { return nil }
        return try StatedEvent(
            kind: try words(Column.kind, cells), text: try words(Column.text, cells),
            id: try words(Column.id, cells), lanesClosed: try words(Column.lanesClosed, cells)
        ).event { key in key == .lanesClosed ? "lanes_closed" : key.rawValue }
    }

    /// Returns a cell's whole text; `nil` if it is empty. A quoted cell has quotes doubled.
    private func words(_ column: Int, _ cells: [Cell]) throws(RowProblem) -> String? {
        guard let cell = cell(column, cells) else { return nil }
        guard let text = String(validating: scanner.bytes[cell], as: UTF8.self) else {
            throw RowProblem("\(Self.columns[column]) is not UTF-8")
        }
        let isQuoted = cell.lowerBound > 0 && scanner.bytes[cell.lowerBound - 1] == 0x22
        return isQuoted ? text.replacing("\"\"", with: "\"") : text
    }

    /// Adds a row `from_node,to_node,speed[,rate]`. As with OSRM, a speed of 0 closes the street.
    /// The rate is not used here and not read.
    ///
    /// - Throws: ``FeedError`` if the first row has another form, because then all rows have.
    private mutating func addPair(_ cells: [CellScanner.Cell]) throws(FeedError) {
        let number = scanner.line
        guard cells.count == 3 || cells.count == 4 else {
            let reason = "has \(cells.count) cells; from_node,to_node,speed is needed"
            guard !rows.isEmpty || refused.count > 0 else {
                throw FeedError(
                    "the first row \(reason), or a header with the column way: "
                        + Self.columns.joined(separator: ","))
            }
            refused.add(number, reason)
            return
        }
        guard let from = scanner.integer(cells[0]), let to = scanner.integer(cells[1]), from > 0,
            to > 0
        else {
            let found = "\(scanner.text(cells[0])),\(scanner.text(cells[1]))"
            refused.add(number, "is between \"\(found)\"; the numbers of two OSM nodes are needed")
            return
        }
        guard let speed = scanner.number(cells[2]) else {
            let found = scanner.text(cells[2])
            refused.add(number, "the speed is \"\(found)\"; a number of km/h is needed")
            return
        }
        let place = FeedRow.Place.nodes(NodePair(from: from, to: to))
        if speed == 0 {
            rows.append(FeedRow(number: number, place: place, effect: .closed))
        } else if let problem = FeedRules.problem(
            ofSpeed: speed, written: scanner.text(cells[2]))
        {
            refused.add(number, problem)
        } else {
            rows.append(FeedRow(number: number, place: place, effect: .speed(speed)))
        }
    }
}

/// Why one row is refused.
struct RowProblem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
