// One route of a day: which stops are done, where the rest begins and ends, and how its answer is
// completed.

package import Geo
import Preparation
package import RouteAPI

/// One route of a day, some of whose stops may already be done.
///
/// Done stops (`Status` visited, delivered and so on) stay at the beginning, in the order of their
/// visits. A stop under way is the first of the rest. The other stops lie between the place where
/// the driver starts or is now, and the place where the route ends.
///
/// ``request(_:)`` builds the request for the rest: open rows first, then the places where it
/// begins and ends, marked by `preserveFirstStop` and `preserveLastStop`. If the driver is on the
/// way to a stop, and the best order is wanted, it first asks for the arrival there and then for
/// the order behind it. ``answer(to:_:)`` puts the done stops back before the rest, in the rows
/// where they were given, and adds messages about a late end and a route that takes too long.
///
/// Without a driver, a done stop, a stop under way and a current time, the request has the rows
/// unchanged, and the answer passes through as it is.
package struct RouteDay: Sendable {
    /// Finds the route through stops; without fields of its own, with the fields of every route.
    package typealias Ask = (FeatureSet, [String: String]?) async throws -> AnalysisResult

    private let plan: RoutePlan
    /// The rows, with windows in milliseconds.
    private let given: FeatureSet
    /// The visited rows, in visiting order.
    private let done: [Int]
    /// The row that the driver is heading for.
    private let next: Int?
    /// The other rows, in their order.
    private let open: [Int]
    /// When each visited row was reached and left, on local clocks.
    private let visits: [Int: Visit]
    /// Unknown words in `Status`.
    private let unknownWords: Set<String>

    private struct Visit: Hashable {
        var arrival: Int64?
        var departure: Int64?
    }

    /// Reads which stops are done.
    ///
    /// - Parameter set: The rows, with the request's field names and windows in milliseconds.
    /// - Throws: `FeatureReadError` naming row and column.
    package init(_ set: FeatureSet, _ plan: RoutePlan) throws {
        self.plan = plan
        var set = set
        let states = VisitState.states(&set)
        unknownWords = states.unknown
        given = set
        let rows = try Self.inOrder(set)
        var visits: [Int: Visit] = [:]
        let reader = TimeReader(order: nil)
        func time(_ name: String, _ row: Int) throws -> Int64? {
            do throws(FeatureReadError) {
                let value = set.value(name, of: set.features[row]) ?? .null
                guard let time = try reader.time(value, of: name) else { return nil }
                return try? plan.local(time)
            } catch {
                throw FeatureReadError(feature: row + 1, error.reason)
            }
        }
        for row in rows where states.byRow[row] == .visited {
            visits[row] = Visit(
                arrival: try time("ArriveTime", row), departure: try time("DepartTime", row))
        }
        self.visits = visits
        var done = rows.filter { states.byRow[$0] == .visited }
        let arrivals = done.compactMap { visits[$0]?.arrival }
        if arrivals.count == done.count {
            done = zip(arrivals, done).sorted { $0.0 < $1.0 }.map(\.1)
        }
        self.done = done
        let next = rows.first { states.byRow[$0] == .underWay }
        self.next = next
        open = rows.filter { states.byRow[$0] != .visited && $0 != next }
    }

    /// The rows in the wanted order: first those with a `Sequence`.
    private static func inOrder(_ set: FeatureSet) throws(FeatureReadError) -> [Int] {
        guard let column = set.fieldIndex("Sequence") else {
            return Array(set.features.indices)
        }
        var places: [Int] = []
        for (row, feature) in set.features.enumerated() {
            switch feature.values[column] {
            case .null, .string(""): places.append(.max)
            case .string(let text) where Int(text.trimmingBlanks) != nil:
                places.append(Int(text.trimmingBlanks) ?? .max)
            default:
                guard let place = set.integer("Sequence", of: feature) else {
                    let text = BatchKey(feature.values[column]).name
                    throw FeatureReadError(
                        feature: row + 1,
                        "Sequence is \"\(text.excerpt(40))\"; write a whole number")
                }
                places.append(place)
            }
        }
        return set.features.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    }

    /// Whether the request's stops are the rows unchanged.
    private var isPlain: Bool {
        plan.driver == nil && done.isEmpty && next == nil && plan.now == nil
    }

    package struct Request: Sendable {
        package let stops: FeatureSet
        /// The fields without stops; `nil` for the fields of every route.
        package let fields: [String: String]?
        /// The number of stops from the batch's rows; the places where the route begins and ends
        /// follow them.
        fileprivate var count = 0
    }

    /// Builds the request for the route.
    ///
    /// - Parameter ask: Answers intermediate requests about the order of a route under way.
    /// - Throws: Errors of `ask`.
    package func request(_ ask: Ask) async throws -> Request {
        guard !isPlain else { return Request(stops: given, fields: nil) }
        var rows = (next.map { [$0] } ?? []) + open
        if let next, open.count > 1, plan.fields["findBestSequence"] == "true" {
            rows = [next] + (try await order(after: next, ask))
        }
        let request = self.request(through: rows, isOrdered: next != nil)
        return Request(stops: request.stops, fields: request.fields, count: rows.count)
    }

    /// Completes the answer so that it covers the whole route.
    ///
    /// - Parameter found: The answer to the request.
    /// - Throws: `GroupFailure` if the start or end place has no street.
    package func answer(
        to request: Request, _ found: AnalysisResult
    ) throws(GroupFailure) -> AnalysisResult {
        guard !isPlain else { return found }
        var result = found
        try checkPlaces(of: result, after: request.count)
        addMessages(to: &result)
        addDone(to: &result)
        return result
    }
}

// MARK: - Where the rest begins and ends

extension RouteDay {
    /// Whether the route is under way: it begins later than planned, or elsewhere.
    private var isUnderWay: Bool {
        !done.isEmpty || next != nil || plan.driver?.current != nil
            || plan.driver?.currentTime != nil
    }

    private func place(of row: Int?) -> Driver.Place? {
        guard let row, case .point(let place)? = given.features[row].geometry else { return nil }
        return Driver.Place(
            coordinate: place,
            reference: given.features[row].spatialReference ?? given.spatialReference,
            name: given.string("Name", of: given.features[row]) ?? "")
    }

    private var start: Driver.Place? {
        plan.driver?.current ?? place(of: done.last) ?? plan.driver?.start
    }

    /// The place where the route ends. Without such a place and without stops, the route ends where
    /// it is.
    private var end: Driver.Place? {
        plan.driver?.end ?? (next == nil && open.isEmpty ? start : nil)
    }

    /// When the rest begins, on local clocks; `nil` if as planned.
    private var startTime: Int64? {
        if let time = plan.driver?.currentTime, let local = try? plan.local(time) { return local }
        let last = done.last.flatMap { visits[$0] }
        let since = [plan.now, last?.departure ?? last?.arrival].compactMap(\.self).max()
        guard let since, !isUnderWay else { return since }
        guard let start = plan.shift.start else { return since }
        return since > start ? since : nil
    }

    private var usesWindows: Bool {
        plan.fields["useTimeWindows"] == "true" || WindowFields(given).isEmpty
    }

    /// Builds the request through rows, followed by the places where it begins and ends.
    ///
    /// - Parameters:
    ///   - rows: The rows in the wanted order.
    ///   - isOrdered: Whether to keep that order.
    private func request(
        through rows: [Int], isOrdered: Bool
    ) -> (stops: FeatureSet, fields: [String: String]) {
        var fields = plan.fields
        if isOrdered { fields["findBestSequence"] = "false" }
        if start != nil { fields["preserveFirstStop"] = "true" }
        if end != nil { fields["preserveLastStop"] = "true" }
        if let startTime,
            let written = try? plan.clock.fields(
                ofStart: .written(.wallClock(startTime)))
        {
            fields["optimizeStartTime"] = nil
            fields["startTime"] = written.startTime
            fields["startTimeIsUTC"] = written.isUTC.map { "\($0)" }
        }
        var set = given
        set.features = []
        let sequence = set.column("Sequence", .integer)
        let first = start == nil ? 1 : 2
        for row in rows.sorted() {
            var feature = given.features[row]
            if feature.values.count == sequence { feature.values.append(.null) }
            feature.values[sequence] = .integer((rows.firstIndex(of: row) ?? 0) + first)
            set.features.append(feature)
        }
        if let start {
            var window: (Int64, Int64)?
            if fields["optimizeStartTime"] == "true", let opens = plan.shift.start {
                window = (opens, plan.shift.end ?? opens + ShiftWindow.dayLength)
            }
            set.append(start, sequence: 1, route: routeName, window.flatMap(bounds))
        }
        if let end {
            var window: (Int64, Int64)?
            if usesWindows, let closes = plan.shift.end {
                window = (min(plan.shift.start ?? closes, closes), closes)
                fields["useTimeWindows"] = "true"
            }
            set.append(end, sequence: rows.count + first, route: routeName, window.flatMap(bounds))
        }
        return (set, fields)
    }

    private var routeName: AttributeValue {
        given.features.first.flatMap { given.value("RouteName", of: $0) } ?? .null
    }

    /// Converts a window on local clocks to the form of the request's windows.
    private func bounds(_ window: (Int64, Int64)) -> (Int64, Int64)? {
        guard let opens = try? plan.windows.value(ofLocal: window.0),
            let closes = try? plan.windows.value(ofLocal: window.1)
        else { return nil }
        return (opens, closes)
    }

    /// Orders the open rows behind the row that the driver is heading for.
    private func order(after next: Int, _ ask: Ask) async throws -> [Int] {
        let first = request(through: [next], isOrdered: true)
        var arrival: Int64?
        if start != nil, plan.fields["startTime"] != nil || startTime != nil {
            var fields = first.fields
            fields["returnDirections"] = "false"
            let found = try await ask(first.stops, fields).stops
            arrival = found.flatMap { $0.date("ArriveTimeUTC", ofRow: 0) }
        }
        var (stops, fields) = request(through: [next] + open, isOrdered: false)
        fields["returnDirections"] = "false"
        if start != nil { stops.features.remove(at: open.count + 1) }
        fields["preserveFirstStop"] = "true"
        if let arrival {
            fields["startTime"] = "\(arrival)"
            fields["startTimeIsUTC"] = "true"
        }
        guard let found = try await ask(stops, fields).stops else { return open }
        var places: [Int: Int] = [:]
        for (row, feature) in zip((open + [next]).sorted(), found.features) {
            places[row] = found.integer("Sequence", of: feature)
        }
        return open.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
    }
}

// MARK: - What becomes of the answer

extension RouteDay {
    private static let notVisited: [LocationStatus] = [
        .notLocated, .elementNotLocated, .elementNotTraversable, .invalidFieldValues, .notReached,
    ]

    /// Refuses a route that does not begin or end where it must.
    private func checkPlaces(
        of result: AnalysisResult, after count: Int
    ) throws(GroupFailure) {
        guard let stops = result.stops else { return }
        let named = [(start, "begins"), (end, "ends")].filter { $0.0 != nil }
        for (row, (place, verb)) in zip(count..., named) where row < stops.features.count {
            let status = stops.integer("Status", of: stops.features[row])
            guard let place, let status, Self.notVisited.contains(where: { $0.rawValue == status })
            else { continue }
            let reason = result.reasons.first { $0.stop.objectID == row + 1 }?.text
            throw GroupFailure(
                RouteRequestError.Identifier.notLocated.rawValue,
                "The route \(verb) at \(place.name), \(place.coordinate.x) "
                    + "\(place.coordinate.y), which it cannot reach"
                    + (plan.driver.map { " (\($0.label))" } ?? "") + ". " + (reason ?? ""))
        }
    }

    /// Adds messages about a shift that is too short, and about unknown words.
    private func addMessages(to result: inout AnalysisResult) {
        if !unknownWords.isEmpty {
            let words = unknownWords.sorted().prefix(4).map { "\"\($0.excerpt(30))\"" }
            result.messages.append(
                Message(
                    .informative,
                    "Status is \(words.joined(separator: ", ")) at stops that count as open; "
                        + "visited stops have one of \(VisitState.visited.words)."))
        }
        guard let driver = plan.driver, let stops = result.stops else { return }
        let visits = stops.features.indices.compactMap { row -> (at: Int64, row: Int)? in
            let time =
                stops.date("DepartTimeUTC", ofRow: row)
                ?? stops.date("ArriveTimeUTC", ofRow: row)
            return time.map { ($0, row) }
        }
        guard let last = visits.max(by: { $0 < $1 }), let first = visits.map(\.at).min(),
            let reading = plan.clock.reading
        else { return }
        let ends = reading.local(ofUTC: last.at)
        if let end = plan.shift.end, ends > end {
            // The end place's window stands for the shift, so this message replaces messages about
            // the window.
            let said = result.reasons.filter {
                $0.cause == .timeWindow && $0.stop.objectID == last.row + 1
            }.map(\.text)
            result.messages.removeAll { said.contains($0.text) }
            let name = stops.string("Name", of: stops.features[last.row]) ?? "its last stop"
            result.messages.append(
                Message(
                    .warning,
                    "Late at \(name) by \(Self.minutes(ends - end)) min: the route ends at "
                        + "\(Self.clock(ends)), and the shift at \(Self.clock(end))."))
        }
        let begins =
            isUnderWay
            ? plan.shift.start ?? reading.local(ofUTC: first) : reading.local(ofUTC: first)
        if let most = driver.maxTotalTime, Double(ends - begins) > most * 60_000 {
            let over = ends - begins - Int64(most * 60_000)
            // The message replaces the one about the planned part.
            result.messages.removeAll { $0.text.contains("than maxTotalTime allows") }
            result.messages.append(
                Message(
                    .warning,
                    "The route takes \(Self.minutes(ends - begins)) min, "
                        + "\(Self.minutes(over)) min more than MaxTotalTime."))
        }
    }

    private static func minutes(_ milliseconds: Int64) -> String {
        JSONValue.number((Double(milliseconds) / 6_000).rounded(.up) / 10).text
    }

    private static func clock(_ local: Int64) -> Substring {
        ISODateTime.text(local).dropFirst(11).prefix(5)
    }

    /// Puts the visited stops before the answer's stops, in the rows where they were given.
    private func addDone(to result: inout AnalysisResult) {
        guard !done.isEmpty, var stops = result.stops else { return }
        let sequence = stops.fieldIndex("Sequence")
        for row in stops.features.indices {
            guard let sequence, case .integer(let place) = stops.features[row].values[sequence]
            else { continue }
            stops.features[row].values[sequence] = .integer(place + done.count)
        }
        let shapes =
            given.spatialReference == stops.spatialReference
            ? given : try? given.projected(to: stops.spatialReference)
        var rest = stops.features[...]
        var features: [Feature] = []
        for row in given.features.indices {
            if let place = done.firstIndex(of: row) {
                features.append(
                    visited(
                        row, at: place, id: stops.features.count + place + 1,
                        shape: shapes?.features[row].geometry, stops.fields))
            } else if let next = rest.popFirst() {
                features.append(next)
            }
        }
        stops.features = features + rest
        result.stops = stops
    }

    /// Writes a visited stop as a row with an answer's fields.
    private func visited(
        _ row: Int, at place: Int, id: Int, shape: Geometry?, _ fields: [Field]
    ) -> Feature {
        let visit = visits[row]
        func date(_ local: Int64?, isUTC: Bool) -> AttributeValue {
            guard let local, let instant = try? plan.clock.instant(.wallClock(local), day: 0)
            else { return .null }
            // Answers have local times in the service's zone.
            return .date(isUTC ? instant : plan.clock.service?.local(ofUTC: instant) ?? local)
        }
        let values = fields.map { field -> AttributeValue in
            switch field.name {
            case "ObjectID": .integer(id)
            case "Sequence": .integer(place + 1)
            case "Status": .integer(LocationStatus.ok.rawValue)
            case "ArriveTime": date(visit?.arrival, isUTC: false)
            case "DepartTime": date(visit?.departure, isUTC: false)
            case "ArriveTimeUTC": date(visit?.arrival, isUTC: true)
            case "DepartTimeUTC": date(visit?.departure, isUTC: true)
            default: given.value(field.name, of: given.features[row]) ?? .null
            }
        }
        return Feature(values: values, geometry: shape ?? .empty)
    }
}

extension FeatureSet {
    /// Returns a column's position, and adds the column if it is missing.
    fileprivate mutating func column(_ name: String, _ type: FieldType) -> Int {
        if let column = fieldIndex(name) { return column }
        fields.append(Field(name, type))
        for row in features.indices { features[row].values.append(.null) }
        return fields.count - 1
    }

    /// Appends a place where a route begins or ends.
    fileprivate mutating func append(
        _ place: Driver.Place, sequence: Int, route: AttributeValue, _ window: (Int64, Int64)?
    ) {
        var values = [column("Name", .string): AttributeValue.string(place.name)]
        values[column("Sequence", .integer)] = .integer(sequence)
        values[column("RouteName", .string)] = route
        if let window {
            let bounds = [(Column.windowStart(1), window.0), (Column.windowEnd(1), window.1)]
            for (name, time) in bounds {
                let column = column(name, .date)
                fields[column].type = .date
                values[column] = .date(time)
            }
        }
        features.append(
            Feature(
                values: fields.indices.map { values[$0] ?? .null },
                geometry: .point(place.coordinate),
                spatialReference: place.reference == spatialReference ? nil : place.reference))
    }

    /// A row's time in a field.
    fileprivate func date(_ name: String, ofRow row: Int) -> Int64? {
        guard features.indices.contains(row) else { return nil }
        if case .date(let time)? = value(name, of: features[row]) { return time }
        return nil
    }
}
