// Rules for every route in golden answers, and for its stops.

import Geo

/// The rules for a route.
struct RouteRules {
    private(set) var problems: [String] = []
    private let route: JSONValue
    private let solve: SolveReading

    init(_ solve: SolveReading, _ feature: JSONValue) {
        self.solve = solve
        route = feature["attributes"] ?? .null
        checkUnits()
        checkShape(feature["geometry"])
        checkClocks()
        if solve.answer["stops"] != nil { checkTotals(solve.visits(of: feature)) }
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append(text()) }
    }

    private func number(_ name: String) -> Double? { route[name]?.number }

    /// Kilometers, miles and meters state the same length.
    private mutating func checkUnits() {
        guard let kilometers = number("Total_Kilometers") else { return }
        if let miles = number("Total_Miles") {
            expect(isNear(kilometers, miles * 1.609344), "\(miles) miles are \(kilometers) km")
        }
        if let meters = number("Total_Length") {
            expect(isNear(kilometers * 1_000, meters), "\(meters) m are \(kilometers) km")
        }
    }

    private mutating func checkShape(_ geometry: JSONValue?) {
        let paths = geometry?["paths"]?.array ?? []
        // With fewer decimals, the length still belongs to the exact line.
        guard solve.word("geometryPrecision") == nil else { return }
        var length = 0.0
        for path in paths {
            let places = (path.array ?? []).map { Self.coordinate($0) }
            for (from, to) in zip(places, places.dropFirst()) {
                length += ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y))
                    .squareRoot()
            }
        }
        expect(isNear(length, number("Shape_Length") ?? .nan), "Shape_Length is not \(length)")
        checkMeasures(paths)
    }

    /// Measures begin at 0, never fall and end with the impedance's total.
    private mutating func checkMeasures(_ paths: [JSONValue]) {
        guard solve.word("outputLines") == "esriNAOutputLineTrueShapeWithMeasure" else { return }
        let measures = paths.flatMap { $0.array ?? [] }.map { $0.array?.last?.number ?? .nan }
        let total = solve.impedance.flatMap { number("Total_\($0)") } ?? .nan
        expect(measures.first == 0 && isNear(measures.last ?? .nan, total), "measures' ends")
        expect(zip(measures, measures.dropFirst()).allSatisfy { $0 <= $1 }, "measures fall")
    }

    static func coordinate(_ value: JSONValue) -> Coordinate {
        Coordinate(x: value.array?.first?.number ?? .nan, y: value.array?[1].number ?? .nan)
    }

    private mutating func checkClocks() {
        for end in ["Start", "End"] {
            let (local, instant) = (number("\(end)Time"), number("\(end)TimeUTC"))
            expect((local == nil) == (instant == nil), "\(end)Time without its twin")
            guard let local, let instant else { continue }
            // The town uses Berlin time, one or two hours ahead of UTC.
            expect([3_600_000, 7_200_000].contains(local - instant), "\(end)Time's offset")
        }
        guard let start = number("StartTimeUTC"), let end = number("EndTimeUTC"),
            solve.impedance == "TravelTime", let total = number("Total_TravelTime")
        else { return }
        expect(isNear((end - start) / 60_000, total, within: 1e-6), "\(end - start) ms elapse")
    }

    private mutating func checkTotals(_ visits: [JSONValue]) {
        expect(route["StopCount"]?.integer == visits.count, "StopCount")
        expect(route["FirstStopID"] == visits.first?["ObjectID"], "FirstStopID")
        expect(route["LastStopID"] == visits.last?["ObjectID"], "LastStopID")
        for cost in SolveReading.costs {
            let total = number("Total_\(cost)")
            let cumulated = visits.map { $0["Cumul_\(cost)"]?.number }
            expect(cumulated.allSatisfy { ($0 == nil) == (total == nil) }, "Cumul_\(cost) null")
            guard let total else { continue }
            let values = cumulated.compactMap(\.self)
            expect(isNear(values.last ?? .nan, total), "last Cumul_\(cost) is not \(total)")
            expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "Cumul_\(cost) falls")
        }
        for total in ["Wait", "Violation"] {
            let sum = number("Total\(total)_TravelTime")
            let cumulated = visits.last?["Cumul\(total)_TravelTime"]?.number
            expect(sum == cumulated, "Total\(total)_TravelTime")
        }
    }
}

/// The rules for a route's stops.
struct StopRules {
    private(set) var problems: [String] = []
    private let solve: SolveReading
    private let route: JSONValue

    init(_ solve: SolveReading, _ feature: JSONValue) {
        self.solve = solve
        route = feature["attributes"] ?? .null
        let visits = solve.visits(of: feature)
        guard !visits.isEmpty else { return }
        let numbers = visits.map { $0["Sequence"]?.integer }
        expect(numbers == (1...visits.count).map(Optional.some), "sequence \(numbers)")
        for (place, stop) in visits.enumerated() {
            checkCurbs(stop, isFirst: place == 0, isLast: place == visits.count - 1)
            checkClocks(stop)
        }
        checkSums(visits)
    }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append(text()) }
    }

    /// A first stop has no arrival, a last one no departure, and all others have both.
    private mutating func checkCurbs(_ stop: JSONValue, isFirst: Bool, isLast: Bool) {
        let (arrival, departure) = (stop["ArriveCurbApproach"], stop["DepartCurbApproach"])
        expect(arrival == stop["ArrivalCurbApproach"], "the two names of a curb differ")
        expect((arrival?.integer == nil) == isFirst, "ArriveCurbApproach \(arrival ?? .null)")
        expect((departure?.integer == nil) == isLast, "DepartCurbApproach \(departure ?? .null)")
        for curb in [arrival, departure].compactMap({ $0?.integer }) {
            expect(curb == 1 || curb == 2, "curb \(curb)")
        }
    }

    private mutating func checkClocks(_ stop: JSONValue) {
        let names = ["ArriveTime", "DepartTime", "ArriveTimeUTC", "DepartTimeUTC"]
        let times = names.compactMap { stop[$0]?.number }
        let hasStart = route["StartTimeUTC"]?.number != nil
        expect(times.count == (hasStart ? 4 : 0), "\(times.count) times")
        guard times.count == 4, solve.impedance == "TravelTime" else { return }
        expect(times[0] - times[2] == times[1] - times[3], "offsets of a stop's times")
        let service = stop["Attr_TravelTime"]?.number ?? .nan
        let wait = stop["Wait_TravelTime"]?.number ?? 0
        expect(
            isNear((times[3] - times[2]) / 60_000, service + wait, within: 1e-6), "a stop's stay")
        let elapsed = (times[3] - (route["StartTimeUTC"]?.number ?? .nan)) / 60_000
        let cumulated = stop["Cumul_TravelTime"]?.number ?? .nan
        expect(
            isNear(elapsed, cumulated, within: 1e-6), "\(elapsed) min at a Cumul of \(cumulated)")
        checkWindow(stop, arrival: times[0])
    }

    /// Waits and violations state how far the arrival lies outside the window.
    private mutating func checkWindow(_ stop: JSONValue, arrival: Double) {
        guard solve.asks("useTimeWindows"), !solve.asks("timeWindowsAreUTC"),
            let start = stop["TimeWindowStart"]?.number, let end = stop["TimeWindowEnd"]?.number,
            stop["TimeWindowStart2"]?.number == nil
        else { return }
        let wait = max(0, start - arrival) / 60_000
        let violation = max(0, arrival - end) / 60_000
        expect(stop["Wait_TravelTime"]?.number == wait, "a wait of \(wait)")
        expect(stop["Violation_TravelTime"]?.number == violation, "a violation of \(violation)")
        expect((stop["Status"]?.integer == 6) == (violation > 0), "Status of a late stop")
    }

    private mutating func checkSums(_ visits: [JSONValue]) {
        for kind in ["Wait", "Violation"] {
            var sum = 0.0
            for stop in visits {
                guard let value = stop["\(kind)_TravelTime"]?.number else { continue }
                sum += value
                expect(stop["Cumul\(kind)_TravelTime"]?.number == sum, "Cumul\(kind)_TravelTime")
            }
        }
    }
}
