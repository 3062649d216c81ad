// Rules for every item of directions in golden answers.

import Geo
import RouteAPI

/// The rules for words and numbers in directions.
struct DirectionRules {
    private(set) var problems: [String] = []
    private let solve: SolveReading
    private let item: JSONValue
    private let steps: [JSONValue]

    /// The time value in answers without times.
    private static let noTime = -2_209_161_600_000.0
    private static let units = [
        "esriNAUKilometers": 1_000, "esriNAUMiles": 1_609.344, "esriNAUFeet": 0.3048,
    ]

    init(_ solve: SolveReading, _ item: JSONValue, _ index: Int) {
        self.solve = solve
        self.item = item
        steps = item["features"]?.array ?? []
        expect(item["routeId"]?.integer == index + 1, "routeId")
        if solve.routes.indices.contains(index) { checkRoute(solve.routes[index]) }
        if solve.word("directionsOutputType") == "esriDOTSummaryOnly" {
            expect(steps.isEmpty, "steps of a summary")
        } else {
            checkSums()
            checkEnds()
            checkClock()
        }
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append(text()) }
    }

    private func summary(_ name: String) -> Double { item["summary"]?[name]?.number ?? .nan }

    private mutating func checkRoute(_ route: JSONValue) {
        expect(item["routeName"] == route["attributes"]?["Name"], "routeName")
        let unit = Self.units[solve.word("directionsLengthUnits") ?? "esriNAUKilometers"] ?? .nan
        if let kilometers = route["attributes"]?["Total_Kilometers"]?.number {
            expect(isNear(summary("totalLength") * unit, kilometers * 1_000), "totalLength")
        }
        let time = solve.word("directionsTimeAttributeName") ?? "TravelTime"
        if let minutes = route["attributes"]?["Total_\(time)"]?.number {
            expect(isNear(summary("totalTime"), minutes), "totalTime")
        }
    }

    private mutating func checkSums() {
        func sum(_ name: String, _ counts: (JSONValue) -> Bool = { _ in true }) -> Double {
            steps.filter(counts).reduce(0) { $0 + ($1["attributes"]?[name]?.number ?? .nan) }
        }
        expect(isNear(sum("length"), summary("totalLength")), "lengths add up to another total")
        expect(isNear(sum("time"), summary("totalTime")), "times add up to another total")
        let driven = sum("time") { step in
            let type = step["attributes"]?["maneuverType"]?.string
            return type != "esriDMTStop" && type != "esriDMTDepart"
        }
        expect(isNear(driven, summary("totalDriveTime")), "drive times add up to another total")
    }

    private mutating func checkEnds() {
        let types = steps.map { $0["attributes"]?["maneuverType"]?.string }
        expect(types.first == "esriDMTDepart" && types.last == "esriDMTStop", "ends \(types)")
        // After arriving at a stop between, a route departs from it.
        for (type, next) in zip(types, types.dropFirst()) {
            expect((type == "esriDMTStop") == (next == "esriDMTDepart"), "\(type ?? "") goes on")
        }
        let names = ["length", "time", "text", "ETA", "arriveTimeUTC", "maneuverType"]
        for step in steps {
            expect(step["attributes"]?.object?.keys == names, "attributes of a step")
            expect(step["strings"]?.array?.isEmpty != true, "no strings are left out")
        }
    }

    /// Each step begins when the previous one ends.
    private mutating func checkClock() {
        var clock: Double?
        for step in steps.compactMap({ $0["attributes"] }) {
            let (local, instant) = (step["ETA"]?.number, step["arriveTimeUTC"]?.number)
            expect((local == Self.noTime) == (instant == Self.noTime), "ETA without its twin")
            guard let instant, instant != Self.noTime else { continue }
            if let clock { expect(abs(clock - instant) <= 1, "\(instant) for \(clock)") }
            clock = instant + (step["time"]?.number ?? .nan) * 60_000
        }
    }
}

/// The rules for lines in directions.
struct DirectionLineRules {
    private(set) var problems: [String] = []
    private let item: JSONValue
    /// Every step's vertices, in order.
    private var vertices: [Coordinate] = []
    /// How far apart equal places may be, since the coarsest step rounds.
    private var slack = 1e-9

    init(_ solve: SolveReading, _ item: JSONValue, _ index: Int) {
        self.item = item
        expect(item["summary"]?["envelope"]?["spatialReference"]?["wkid"] != nil, "no reference")
        let steps = item["features"]?.array ?? []
        guard solve.word("directionsOutputType") != "esriDOTInstructionsOnly", !steps.isEmpty else {
            expect(steps.allSatisfy { $0["compressedGeometry"] == nil }, "geometry")
            return
        }
        for step in steps { read(step) }
        checkEnvelope()
        if solve.routes.indices.contains(index), solve.word("geometryPrecision") == nil {
            checkRoute(solve.routes[index]["geometry"])
        }
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append(text()) }
    }

    /// Checks a step's line, and keeps its vertices.
    private mutating func read(_ step: JSONValue) {
        guard let text = step["compressedGeometry"]?.string,
            let shape = Self.decoded(text), shape.line.count >= 2
        else { return expect(false, "a step without a line") }
        let length = step["attributes"]?["length"]?.number
        let isPoint = shape.line.allSatisfy { $0 == shape.line[0] }
        expect((length == 0) == isPoint, "a line of length \(length ?? -1)")
        expect((shape.measures != nil) == (item["hasM"]?.bool ?? false), "hasM")
        expect((shape.elevations != nil) == (item["hasZ"]?.bool ?? false), "hasZ")
        // The scale is the largest for which numbers fit into 32 bits.
        let largest = shape.line.map { max(abs($0.x), abs($0.y)) }.max() ?? 1
        slack = max(slack, 2 * largest / 2_147_483_647 + 1e-9)
        if let last = vertices.last { expect(isSame(last, shape.line[0]), "a gap") }
        for place in shape.line where vertices.last.map({ !isSame($0, place) }) ?? true {
            vertices.append(place)
        }
    }

    private static func decoded(_ text: String) -> CompressedGeometry? {
        do { return try CompressedGeometry(text: text) } catch { return nil }
    }

    private func isSame(_ a: Coordinate, _ b: Coordinate) -> Bool {
        abs(a.x - b.x) <= slack && abs(a.y - b.y) <= slack
    }

    private mutating func checkEnvelope() {
        let box = item["summary"]?["envelope"]
        func side(_ name: String) -> Double { box?[name]?.number ?? .nan }
        // Fewer decimals may move a side by half the last one.
        let room = max(slack, 5e-5)
        let (xs, ys) = (vertices.map(\.x), vertices.map(\.y))
        let isTight =
            abs((xs.min() ?? .nan) - side("xmin")) <= room
            && abs((xs.max() ?? .nan) - side("xmax")) <= room
            && abs((ys.min() ?? .nan) - side("ymin")) <= room
            && abs((ys.max() ?? .nan) - side("ymax")) <= room
        expect(isTight, "the envelope is not that of the steps")
    }

    /// The route and its directions have the same vertices.
    private mutating func checkRoute(_ geometry: JSONValue?) {
        let paths = geometry?["paths"]?.array ?? []
        let line = paths.flatMap { $0.array ?? [] }.map { RouteRules.coordinate($0) }
        guard !line.isEmpty else { return }
        var kept: [Coordinate] = []
        for place in line where kept.last.map({ !isSame($0, place) }) ?? true {
            kept.append(place)
        }
        let isSameLine =
            kept.count == vertices.count && zip(kept, vertices).allSatisfy { isSame($0, $1) }
        let text = "\(kept.count) vertices of the route, \(vertices.count) of directions"
        expect(isSameLine, text)
    }
}
