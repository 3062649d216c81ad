// Reads published problems, and Waypost's own JSON, as problems of ordering stops.

import Foundation

/// A problem of ordering stops, read from a file.
///
/// Formats: TSPLIB (`.tsp`, `.atsp`; G. Reinelt, *TSPLIB 95*), text files with windows (a count, a
/// matrix of times, a line "opens closes" for each stop; stop 0 is the depot), and JSON:
///
///     {"costs": [[0, 7, 4], [6, 0, 3], [4, 3, 0]],
///      "first": 0, "last": null, "roundTrip": false,
///      "services": [0, 5, 5], "windows": [null, [10, 20], [0, 99]], "start": 0}
///
/// Numbers must be whole; others are multiplied by ``scale`` to become so.
package struct SequenceInstance {
    /// The most stops. A matrix for 3,000 takes some 200 MB.
    package static let mostStops = 3_000
    /// The longest file in bytes: enough for the largest matrix.
    package static let mostBytes = 256 << 20

    package let problem: TourProblem
    /// The number of stops in the file. In a round trip, ``problem`` has its depot twice.
    package let stopCount: Int
    package let isRoundTrip: Bool
    /// The factor that the file's numbers were multiplied by.
    package let scale: Double

    /// Reads a file's text.
    package init(text: String, goal: TourGoal) throws(SequenceFileError) {
        switch text.first(where: { !$0.isWhitespace }) {
        case "{": try self.init(json: text, goal)
        case .some(let character) where character.isNumber || character == "#":
            try self.init(windowed: text, goal)
        case .some: try self.init(TSPLIBFile(text).matrix(), goal)
        case .none: throw SequenceFileError("it is empty; \(Self.formats)")
        }
    }

    /// Makes a round trip through all stops of a matrix.
    private init(_ matrix: [[Double]], _ goal: TourGoal) throws(SequenceFileError) {
        try self.init(
            costs: matrix, services: [], windows: [], first: 0, last: nil, isRoundTrip: true,
            start: nil, goal)
    }

    /// Reads a count, a matrix, and a line "opens closes" for each stop.
    private init(windowed text: String, _ goal: TourGoal) throws(SequenceFileError) {
        var numbers: [Double] = []
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            for word in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
                guard let number = Double(word), number.isFinite else {
                    throw SequenceFileError(
                        "line \(index + 1): \"\(word.prefix(40))\" is no number")
                }
                numbers.append(number)
            }
        }
        let count = try Self.checked(count: numbers.first ?? 0)
        guard numbers.count == 1 + count * count + 2 * count else {
            throw SequenceFileError(
                "\(numbers.count - 1) numbers follow the count \(count); a matrix and a window "
                    + "for each stop are \(count * count + 2 * count) numbers")
        }
        let costs = (0..<count).map { Array(numbers[(1 + $0 * count)..<(1 + ($0 + 1) * count)]) }
        let windows = (0..<count).map { stop -> (Double, Double)? in
            let place = 1 + count * count + 2 * stop
            return (numbers[place], numbers[place + 1])
        }
        try self.init(
            costs: costs, services: [], windows: windows, first: 0, last: nil, isRoundTrip: true,
            start: windows.first.flatMap { $0?.0 }, goal)
    }

    private init(json text: String, _ goal: TourGoal) throws(SequenceFileError) {
        let file: JSONFile
        do {
            file = try JSONDecoder().decode(JSONFile.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw SequenceFileError(JSONFile.text(of: error))
        } catch {
            throw SequenceFileError("it is not valid JSON")
        }
        let count = try Self.checked(count: Double(file.costs.count))
        if file.roundTrip == true, let last = file.last {
            throw SequenceFileError(
                "\"last\" is \(last), and a round trip ends where it begins; leave out \"last\" or "
                    + "\"roundTrip\"")
        }
        for (name, stop) in [("first", file.first), ("last", file.last)] {
            guard let stop, !(0..<count).contains(stop) else { continue }
            throw SequenceFileError("\"\(name)\" is \(stop), and stops are 0 to \(count - 1)")
        }
        for (name, length) in [
            ("services", file.services?.count), ("windows", file.windows?.count),
        ] {
            guard let length, length != count else { continue }
            throw SequenceFileError("\"\(name)\" has \(length) values for \(count) stops")
        }
        let windows = try (file.windows ?? []).map {
            window throws(SequenceFileError) -> (Double, Double)? in
            guard let window else { return nil }
            guard window.count == 2 else {
                throw SequenceFileError("a window is [opens, closes] or null")
            }
            return (window[0], window[1])
        }
        try self.init(
            costs: file.costs, services: file.services ?? [], windows: windows, first: file.first,
            last: file.last, isRoundTrip: file.roundTrip ?? false, start: file.start, goal)
    }

    private init(
        costs: [[Double]], services: [Double], windows: [(Double, Double)?], first: Int?,
        last: Int?, isRoundTrip: Bool, start: Double?, _ goal: TourGoal
    ) throws(SequenceFileError) {
        stopCount = costs.count
        self.isRoundTrip = isRoundTrip
        let bounds = windows.compactMap { $0 }.flatMap { [$0.0, $0.1] }
        let all = costs.joined() + services + bounds + [start].compactMap { $0 }
        let scale = all.allSatisfy { $0 == $0.rounded() } ? 1.0 : 10_000
        self.scale = scale
        var matrix: [[UInt32]] = []
        for (row, values) in costs.enumerated() {
            guard values.count == costs.count else {
                throw SequenceFileError(
                    "row \(row) of the costs has \(values.count) values for \(costs.count) stops")
            }
            matrix.append(
                try values.map { value throws(SequenceFileError) in
                    let scaled = (value * scale).rounded()
                    // A negative cost, such as -1 in JSON, means no leg.
                    if scaled < 0 { return TourProblem.unreachable }
                    guard scaled < 4e9 else {
                        throw SequenceFileError(
                            "a cost of row \(row) is \(value); costs are below \(4e9 / scale)")
                    }
                    return UInt32(scaled)
                })
        }
        func whole(_ value: Double) throws(SequenceFileError) -> Int64 {
            guard abs(value * scale) < 1e15 else {
                throw SequenceFileError("\(value) is too great a time")
            }
            return Int64((value * scale).rounded())
        }
        var spans: [TimeWindow?] = []
        for window in windows {
            guard let window else {
                spans.append(nil)
                continue
            }
            spans.append(TimeWindow(opens: try whole(window.0), closes: try whole(window.1)))
        }
        var served: [Int64] = []
        for service in services {
            guard service >= 0 else { throw SequenceFileError("a service takes \(service)") }
            served.append(try whole(service))
        }
        var end = last
        if isRoundTrip, !costs.isEmpty {
            let depot = first ?? 0
            for row in matrix.indices { matrix[row].append(matrix[row][depot]) }
            matrix.append(matrix[depot])
            if !served.isEmpty { served.append(0) }
            if !spans.isEmpty { spans.append(spans[depot]) }
            end = stopCount
        }
        let begin = isRoundTrip ? first ?? 0 : first
        guard begin == nil || begin != end else {
            throw SequenceFileError("\"first\" and \"last\" are one stop; see \"roundTrip\"")
        }
        problem = TourProblem(
            costs: matrix, firstStop: begin, lastStop: end, services: served, windows: spans,
            start: try start.map(whole), goal: goal)
    }

    /// The accepted formats, for messages about other files.
    fileprivate static let formats =
        "expected TSPLIB (.tsp, .atsp), a count with a matrix and windows, or JSON with \"costs\""

    private static func checked(count: Double) throws(SequenceFileError) -> Int {
        guard count == count.rounded() else {
            throw SequenceFileError("its count of stops is \(count); \(formats)")
        }
        guard count >= 1 else { throw SequenceFileError("it has no stops") }
        // The count may be greater than any integer.
        guard count <= Double(mostStops) else {
            let number = count < 1e15 ? String(Int(count)) : String(count)
            throw SequenceFileError("it has \(number) stops; send at most \(mostStops)")
        }
        return Int(count)
    }
}

/// What is wrong with a file.
package struct SequenceFileError: Error, CustomStringConvertible {
    package var text: String

    package var description: String { text }

    init(_ text: String) { self.text = text }
}

private struct JSONFile: Decodable {
    var costs: [[Double]]
    var first: Int?
    var last: Int?
    var roundTrip: Bool?
    var services: [Double]?
    var windows: [[Double]?]?
    var start: Double?

    private static func text(_ key: any CodingKey) -> String {
        key.intValue.map(String.init) ?? key.stringValue
    }

    static func text(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\"\(context.codingPath.map(Self.text).joined(separator: "/"))\" "
                + "has the wrong type or is null"
        case .dataCorrupted: "it is not valid JSON"
        @unknown default: "it is not valid JSON"
        }
    }
}

/// A TSPLIB file: `KEY: value` lines, then sections of numbers.
private struct TSPLIBFile {
    private var keys: [String: String] = [:]
    private var weights: [Double] = []
    private var numbered: [(number: Double, place: (x: Double, y: Double))] = []

    init(_ text: String) {
        var section = ""
        for line in text.split(whereSeparator: \.isNewline).map({
            $0.trimmingCharacters(in: .whitespaces)
        }) {
            if line.hasSuffix("SECTION") || line == "EOF" {
                section = line
            } else if let colon = line.firstIndex(of: ":") {
                let key = line[..<colon].trimmingCharacters(in: .whitespaces)
                keys[key] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            } else {
                let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
                if section.hasPrefix("EDGE_WEIGHT") { weights += numbers }
                if section.hasPrefix("NODE_COORD"), numbers.count == 3 {
                    numbered.append((numbers[0], (numbers[1], numbers[2])))
                }
            }
        }
    }

    func matrix() throws(SequenceFileError) -> [[Double]] {
        guard let dimension = keys["DIMENSION"], let count = Int(dimension), count >= 1 else {
            throw SequenceFileError("it has no DIMENSION; \(SequenceInstance.formats)")
        }
        guard count <= SequenceInstance.mostStops else {
            throw SequenceFileError(
                "it has \(count) stops; send at most \(SequenceInstance.mostStops)")
        }
        let type = keys["EDGE_WEIGHT_TYPE"] ?? "none"
        switch (type, keys["EDGE_WEIGHT_FORMAT"]) {
        case ("EXPLICIT", let format?):
            return try explicit(count, format)
        case ("EUC_2D", _):
            return try distances(count) { a, b in
                ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot().rounded()
            }
        case ("CEIL_2D", _):
            return try distances(count) { a, b in
                ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot().rounded(.up)
            }
        case ("MAN_2D", _):
            return try distances(count) { a, b in (abs(a.x - b.x) + abs(a.y - b.y)).rounded() }
        case ("MAX_2D", _):
            return try distances(count) { a, b in
                max(abs(a.x - b.x).rounded(), abs(a.y - b.y).rounded())
            }
        case ("ATT", _): return try distances(count, Self.pseudoEuclidean)
        case ("GEO", _): return try distances(count, Self.geographical)
        default:
            throw SequenceFileError(
                "its EDGE_WEIGHT_TYPE is \(type.prefix(40)); "
                    + "EXPLICIT, EUC_2D, CEIL_2D, MAN_2D, MAX_2D, ATT and GEO are known"
            )
        }
    }

    private func explicit(
        _ count: Int, _ format: String
    ) throws(SequenceFileError) -> [[Double]] {
        func place(_ row: Int, _ column: Int) -> Int? {
            let (high, low) = (max(row, column), min(row, column))
            // The columns of one half are the rows of the other.
            return switch format {
            case "FULL_MATRIX": row * count + column
            case "LOWER_DIAG_ROW", "UPPER_DIAG_COL": high * (high + 1) / 2 + low
            case "UPPER_DIAG_ROW", "LOWER_DIAG_COL":
                low * count - low * (low - 1) / 2 + high - low
            case "LOWER_ROW", "UPPER_COL": high == low ? nil : high * (high - 1) / 2 + low
            case "UPPER_ROW", "LOWER_COL":
                high == low ? nil : low * count - low * (low + 1) / 2 + high - low - 1
            default: nil
            }
        }
        let (half, rest) = (count * (count + 1) / 2, count * (count - 1) / 2)
        let needed: [String: Int] = [
            "FULL_MATRIX": count * count, "LOWER_DIAG_ROW": half, "UPPER_DIAG_ROW": half,
            "LOWER_DIAG_COL": half, "UPPER_DIAG_COL": half, "LOWER_ROW": rest,
            "UPPER_ROW": rest, "LOWER_COL": rest, "UPPER_COL": rest,
        ]
        guard let expected = needed[format] else {
            throw SequenceFileError(
                "its EDGE_WEIGHT_FORMAT is \(format.prefix(40)); "
                    + "\(needed.keys.sorted().joined(separator: ", ")) are known")
        }
        guard weights.count == expected else {
            throw SequenceFileError("it has \(weights.count) weights, and \(expected) are needed")
        }
        return (0..<count).map { row in
            (0..<count).map { column in place(row, column).map { weights[$0] } ?? 0 }
        }
    }

    private func distances(
        _ count: Int, _ distance: ((x: Double, y: Double), (x: Double, y: Double)) -> Double
    ) throws(SequenceFileError) -> [[Double]] {
        let places = numbered.sorted { $0.number < $1.number }.map(\.place)
        guard places.count == count else {
            throw SequenceFileError("it has \(places.count) places, and DIMENSION is \(count)")
        }
        return places.indices.map { a in
            places.indices.map { b in a == b ? 0 : distance(places[a], places[b]) }
        }
    }

    /// TSPLIB 95, section 2.4: degrees and minutes, pi cut short, kilometers rounded up.
    private static func geographical(
        _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
    ) -> Double {
        func radians(_ value: Double) -> Double {
            let degrees = value.rounded(.towardZero)
            return 3.141592 * (degrees + 5 * (value - degrees) / 3) / 180
        }
        let (q1, q2) = (cos(radians(a.y) - radians(b.y)), cos(radians(a.x) - radians(b.x)))
        let q3 = cos(radians(a.x) + radians(b.x))
        return (6_378.388 * acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1).rounded(.down)
    }

    /// TSPLIB 95, section 2.5: a tenth of the squared distance, its root rounded up.
    private static func pseudoEuclidean(
        _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
    ) -> Double {
        let squares = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
        return (squares / 10).squareRoot().rounded(.up)
    }
}
