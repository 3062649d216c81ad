// A batch's routes for its report, read from the table of stops.

import Geo
import RouteAPI

/// A value from a stop's own row, such as its address.
struct DayDetail: Hashable {
    /// The row's column.
    var name: String
    var value: String
}

/// A stop on a route with its times, in minutes.
///
/// If the route has a start time, minutes count on local clocks since 1970-01-01T00:00; otherwise
/// they count since the route began.
struct DayVisit: Hashable {
    /// The place in the route, from 1.
    var sequence: Int
    var name: String
    var arrival: Double
    var wait: Double
    var service: Double
    /// How late the stop is reached.
    var violation: Double
    /// When the stop may be visited, if windows are used and clocks are known.
    var window: ClosedRange<Double>?
    /// The route's length up to the stop, if it was totaled.
    var distance: Double?
    /// Whether the stop was visited before the rest of a route under way begins.
    var isPast = false
    /// Further values from its row.
    var details: [DayDetail] = []
    /// Its location in WGS 84.
    var place: Coordinate?

    var departure: Double { arrival + wait + service }
}

package struct DayRoute: Hashable {
    /// The route's number in the tables, from 1.
    let number: Int
    let name: String
    /// The visited stops, in visiting order.
    var visits: [DayVisit] = []
    /// The names of unvisited stops.
    var left: [String] = []
    /// Whether minutes count on local clocks.
    var hasClock = false

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }

    /// The route's times; `nil` without a visit.
    var span: ClosedRange<Double>? {
        guard let first = visits.first, let last = visits.last else { return nil }
        return first.arrival...max(first.arrival, last.departure)
    }

    var wait: Double { visits.reduce(0) { $0 + $1.wait } }
    var service: Double { visits.reduce(0) { $0 + $1.service } }
    var lateCount: Int { visits.count { $0.violation > 0 } }
    var distance: Double? { visits.last?.distance }

    /// The minutes of travel; for a route under way, only of the rest.
    var drive: Double {
        let rest = visits.filter { !$0.isPast }
        guard let first = rest.first, let last = rest.last else { return 0 }
        let stays = rest.reduce(0) { $0 + $1.wait + $1.service }
        return max(0, last.departure - first.arrival - stays)
    }
}

/// Reads routes from the table of stops, one after another.
package struct DayRoutes {
    private let file: BatchFile
    /// The row columns to show, by name; `nil` for all.
    private let shown: [String]?
    /// Whether the stops' windows are instants rather than local times.
    private let windowsAreUTC: Bool
    /// Returns the minutes in a time cost's unit, by the cost's name.
    private let minutes: (String) -> Double

    /// The names of length costs and their units.
    private static let lengths = [("Kilometers", "km"), ("Miles", "mi")]

    package init(
        _ file: BatchFile, showing shown: [String]? = nil, windowsAreUTC: Bool,
        minutes: @escaping (String) -> Double = { _ in 1 }
    ) {
        self.file = file
        self.shown = shown
        self.windowsAreUTC = windowsAreUTC
        self.minutes = minutes
    }

    /// Passes each route to a function, in the order of their numbers.
    ///
    /// Memory holds only one route's stops, and the rows read at once.
    ///
    /// - Throws: `FeatureStoreError` if the output cannot be read; errors of `use`.
    package func forEach(_ use: (DayRoute) throws -> Void) throws {
        var current: DayRoute?
        let details = detailNames
        try file.forEachBatch(of: .stops) { rows in
            let columns = Columns(of: rows, details: details, minutes)
            for stop in rows.features {
                if let route = current, route.number != columns.routeNumber(of: stop) {
                    try use(route.inOrder)
                    current = nil
                }
                var route = current ?? columns.emptyRoute(of: stop)
                current = nil
                columns.add(stop, to: &route, windowsAreUTC: windowsAreUTC)
                current = route
            }
        }
        if let current { try use(current.inOrder) }
    }

    /// The length unit; `nil` if no length is totaled.
    package var lengthUnit: String? {
        let names = Set(file.fieldNames(of: .stops))
        return Self.lengths.first { names.contains("Cumul_\($0.0)") }?.1
    }

    /// The row columns in a report: the chosen ones, or all that are not an answer's.
    var detailNames: [String] {
        let names = file.fieldNames(of: .stops)
        guard shown == nil else { return shown ?? [] }
        let group = file.settings["--group-by"]?.lowercased()
        return names.filter { name in
            let folded = name.lowercased()
            return folded != group && !Self.answerFields.contains(folded)
                && !Self.costPrefixes.contains { folded.hasPrefix($0) }
        }
    }

    /// An answer's column names, in lower case.
    private static let answerFields: Set<String> = Set(
        (AnalysisClass.stops.fields.filter { $0.repetition == nil }.map(\.name)
            + ["RouteID", "InputID", "ArrivalCurbApproach"]).map { $0.lowercased() })

    private static let costPrefixes = AnalysisClass.stops.costPrefixes.map { $0.lowercased() }

    /// The positions of the columns that a report needs.
    private struct Columns {
        private let route, routeName, status: Int?
        private let name, sequence, arrival, arrivalUTC: Int?
        private let windows: [(opens: Int, closes: Int)]
        private let distance: Int?
        private let details: [(name: String, column: Int)]
        /// The columns of each time cost; a batch's vehicles may use different ones.
        private let costs: [CostColumns]

        struct CostColumns {
            var total, service, wait, violation: Int?
            /// The minutes in its unit.
            var unit: Double
        }

        init(
            of set: FeatureSet, details names: [String], _ minutes: (String) -> Double
        ) {
            details = names.compactMap { name in set.fieldIndex(name).map { (name, $0) } }
            let times = set.fields.filter { $0.name.hasPrefix("Wait_") }
                .map { String($0.name.dropFirst("Wait_".count)) }
            route = set.fieldIndex("RouteID")
            routeName = set.fieldIndex("RouteName")
            status = set.fieldIndex("Status")
            name = set.fieldIndex("Name")
            sequence = set.fieldIndex("Sequence")
            arrival = set.fieldIndex("ArriveTime")
            arrivalUTC = set.fieldIndex("ArriveTimeUTC")
            windows = (1...Column.mostWindows).compactMap { number in
                guard let opens = set.fieldIndex(Column.windowStart(number)),
                    let closes = set.fieldIndex(Column.windowEnd(number))
                else { return nil }
                return (opens, closes)
            }
            costs = times.map { name in
                CostColumns(
                    total: set.fieldIndex("Cumul_\(name)"),
                    service: set.fieldIndex("Attr_\(name)"),
                    wait: set.fieldIndex("Wait_\(name)"),
                    violation: set.fieldIndex("Violation_\(name)"), unit: minutes(name))
            }
            distance = DayRoutes.lengths.lazy.compactMap { set.fieldIndex("Cumul_\($0.0)") }.first
        }

        func routeNumber(of stop: Feature) -> Int { integer(stop, route) ?? 0 }

        /// A stop's route, without stops.
        func emptyRoute(of stop: Feature) -> DayRoute {
            DayRoute(number: routeNumber(of: stop), name: text(stop, routeName) ?? "")
        }

        func add(_ stop: Feature, to route: inout DayRoute, windowsAreUTC: Bool) {
            let label = text(stop, name) ?? ""
            guard [0, 6, 7].contains(integer(stop, status) ?? 0) else {
                route.left.append(label)
                return
            }
            let cost = costs.first { number(stop, $0.total) != nil }
            let unit = cost?.unit ?? 1
            let served = value(stop, cost?.service) * unit
            let waited = value(stop, cost?.wait) * unit
            var visit = DayVisit(
                sequence: integer(stop, sequence) ?? 0, name: label,
                arrival: value(stop, cost?.total) * unit - served - waited, wait: waited,
                service: served, violation: value(stop, cost?.violation) * unit,
                distance: number(stop, distance), details: details(of: stop))
            visit.isPast = cost == nil && !costs.isEmpty
            if visit.isPast { visit.arrival = .nan }
            if case .point(let place)? = stop.geometry { visit.place = place }
            if let clock = number(stop, arrival) {
                visit.arrival = clock / 60_000
                visit.window = window(
                    of: stop, clock, missedBy: visit.violation * 60_000, windowsAreUTC)
                route.hasClock = true
            }
            route.visits.append(visit)
        }

        private func details(of stop: Feature) -> [DayDetail] {
            details.compactMap { name, column in
                let value =
                    switch stop.values[column] {
                    case .null: ""
                    case .string(let text): text
                    case .integer(let number): "\(number)"
                    case .double(let number): FigureText.total(number)
                    case .date(let milliseconds): ISODateTime.text(milliseconds)
                    }
                return value.isEmpty ? nil : DayDetail(name: name, value: value)
            }
        }

        /// Finds the window that counts for a stop, in minutes on local clocks. Returns `nil` if
        /// windows are not used.
        ///
        /// - Parameter violation: The milliseconds by which it was missed.
        private func window(
            of stop: Feature, _ clock: Double, missedBy violation: Double, _ isUTC: Bool
        ) -> ClosedRange<Double>? {
            let offset = isUTC ? number(stop, arrivalUTC).map { clock - $0 } : 0
            guard let offset, costs.contains(where: { number(stop, $0.wait) != nil }) else {
                return nil
            }
            let bounds = windows.compactMap { columns -> ClosedRange<Double>? in
                guard let opens = number(stop, columns.opens),
                    let closes = number(stop, columns.closes), opens <= closes
                else { return nil }
                return (opens + offset)...(closes + offset)
            }
            // A vehicle that is early waits for the next window. One that is late has missed the
            // window that closed `violation` before it came.
            let counts =
                violation > 0
                ? bounds.min {
                    abs($0.upperBound + violation - clock) < abs($1.upperBound + violation - clock)
                }
                : bounds.filter { $0.upperBound >= clock }.min { $0.lowerBound < $1.lowerBound }
            return counts.map { $0.lowerBound / 60_000...$0.upperBound / 60_000 }
        }

        private func value(_ stop: Feature, _ column: Int?) -> Double { number(stop, column) ?? 0 }

        private func integer(_ stop: Feature, _ column: Int?) -> Int? {
            number(stop, column).flatMap { Int(exactly: $0) }
        }

        private func text(_ stop: Feature, _ column: Int?) -> String? {
            guard let column, case .string(let text) = stop.values[column] else { return nil }
            return text
        }

        private func number(_ stop: Feature, _ column: Int?) -> Double? {
            guard let column else { return nil }
            return switch stop.values[column] {
            case .integer(let number): Double(number)
            case .double(let number): number
            case .date(let milliseconds): Double(milliseconds)
            case .null, .string: nil
            }
        }
    }
}

extension DayRoute {
    /// The route with its stops in visiting order.
    fileprivate var inOrder: DayRoute {
        var route = self
        route.visits.sort { $0.sequence < $1.sequence }
        // A past visit's time may be unknown.
        var next = route.visits.first { !$0.arrival.isNaN }?.arrival ?? 0
        for place in route.visits.indices.reversed() {
            if route.visits[place].arrival.isNaN { route.visits[place].arrival = next }
            next = route.visits[place].arrival
        }
        return route
    }
}
