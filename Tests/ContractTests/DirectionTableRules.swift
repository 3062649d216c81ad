// Rules for directions as tables in golden answers.

import Geo

/// The rules for `directionPoints` and `directionLines`.
struct DirectionTableRules {
    private(set) var problems: [String] = []
    private let points: [JSONValue]
    private let lines: [JSONValue]

    init(_ solve: SolveReading) {
        points = solve.features("directionPoints")
        lines = solve.features("directionLines")
        let routes = Set(points.compactMap { $0["attributes"]?["RouteID"]?.integer })
        for route in routes.sorted() { checkPoints(of: route) }
        for line in lines { check(line) }
        for route in solve.routes { checkTotals(of: route["attributes"] ?? .null) }
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append(text()) }
    }

    private static func attributes(_ rows: [JSONValue], of route: Int) -> [JSONValue] {
        rows.compactMap { $0["attributes"] }.filter { $0["RouteID"]?.integer == route }
    }

    /// Points are numbered; a route begins with a departure, ends with an arrival, and names the
    /// stop at each.
    private mutating func checkPoints(of route: Int) {
        let mine = Self.attributes(points, of: route)
        let numbers = mine.map { $0["Sequence"]?.integer }
        expect(numbers == (1...mine.count).map(Optional.some), "sequence \(numbers)")
        let types = mine.map { $0["DirectionPointType"]?.integer ?? -1 }
        expect(types.first == 51 && types.last == 50, "ends \(types)")
        for (point, type) in zip(mine, types) {
            let isVisit = type == 50 || type == 51
            expect((point["StopID"]?.integer != nil) == isVisit, "stop of a point of type \(type)")
            expect(
                (point["Azimuth"]?.number == nil) == isVisit, "azimuth of a point of type \(type)")
            let offset = point["ArrivalUTCOffset"]?.number
            expect((point["ArrivalTime"]?.integer == nil) == (offset == nil), "an offset alone")
            expect(point["DisplayText"]?.string?.isEmpty == false, "a point without words")
        }
        let times = mine.compactMap { $0["ArrivalTime"]?.integer }
        expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times fall")
    }

    /// A line begins at its point and is not empty.
    private mutating func check(_ line: JSONValue) {
        let point = points.first {
            $0["attributes"]?["ObjectID"] == line["attributes"]?["DirectionPointID"]
        }
        expect(point?["attributes"]?["RouteID"] == line["attributes"]?["RouteID"], "its point")
        let path = line["geometry"]?["paths"]?.array?.first?.array ?? []
        expect(path.count >= 2 && path.first != path.last, "a line of \(path.count) places")
        let start = path.first.map { RouteRules.coordinate($0) }
        expect(
            start?.x == point?["geometry"]?["x"]?.number
                && start?.y == point?["geometry"]?["y"]?.number, "a line begins elsewhere")
        expect((line["attributes"]?["Meters"]?.number ?? 0) > 0, "a line without length")
    }

    private mutating func checkTotals(of route: JSONValue) {
        let mine = Self.attributes(lines, of: route["ObjectID"]?.integer ?? -1)
        guard !mine.isEmpty, let kilometers = route["Total_Kilometers"]?.number else { return }
        let meters = mine.reduce(0) { $0 + ($1["Meters"]?.number ?? .nan) }
        expect(isNear(meters, kilometers * 1_000), "lines of \(meters) m")
    }
}
