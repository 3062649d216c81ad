// A job's answer about a whole day, as an answer for each route.

import Geo
import RouteAPI
import RouteTaskClient

/// A job's answer about several routes, split by route.
struct DayAnswer {
    private let result: AnalysisResult
    private var messages: [String: [Message]] = [:]
    private var reasons: [String: [Reason]] = [:]
    /// The columns that count a table's rows; for each route their numbers begin with 1.
    private static let counted: [(table: String, columns: [String])] = [
        ("traversedEdges", ["ObjectID"]), ("traversedEdges", ["FromJunctionID", "ToJunctionID"]),
        ("traversedJunctions", ["ObjectID"]), ("traversedTurns", ["ObjectID"]),
        ("traversedTurns", ["FromEdgeID", "ToEdgeID"]),
    ]

    init(_ answer: RouteAnswer) {
        result = answer.result
        for row in answer.json["routeMessages"]?.array ?? [] {
            guard let name = row["routeName"]?.string, let text = row["description"]?.string
            else { continue }
            let type: MessageType =
                switch row["type"]?.string {
                case "esriJobMessageTypeError": .error
                case "esriJobMessageTypeWarning": .warning
                default: .informative
                }
            messages[name, default: []].append(Message(type, text))
            if let reason = row["reason"].flatMap({ Reason(json: $0) }) {
                reasons[name, default: []].append(reason)
            }
        }
    }

    /// Answers each request as if it had been sent alone.
    func parts(of requests: [DayJob.Request]) -> [Result<AnalysisResult, GroupFailure>] {
        var before = 0
        return requests.map { request in
            defer { before += request.stops.features.count }
            return part(of: request.name, after: before)
        }
    }

    /// Extracts the answer about one route.
    ///
    /// - Parameter before: The number of stops on the routes before it.
    private func part(
        of name: String, after before: Int
    ) -> Result<AnalysisResult, GroupFailure> {
        let own = messages[name] ?? []
        func isOwn(_ set: FeatureSet, _ column: String) -> (Feature) -> Bool {
            { set.string(column, of: $0).map { RouteNameKey($0) } == RouteNameKey(name) }
        }
        guard var routes = result.routes,
            let row = routes.features.first(where: isOwn(routes, "Name")),
            let id = routes.integer("ObjectID", of: row)
        else {
            let errors = own.filter { $0.type == .error }.map(\.text)
            return .failure(
                GroupFailure(
                    RouteRequestError.Identifier.noSolution.rawValue,
                    errors.isEmpty ? "No route was found." : errors.joined(separator: "\n")))
        }
        var part = result
        part.messages = own
        part.reasons = (reasons[name] ?? []).map { reason in
            var reason = reason
            reason.stop.row -= before
            reason.stop.objectID -= before
            return reason
        }
        routes.features = [row]
        routes.subtract(id - 1, from: ["ObjectID"])
        routes.subtract(before, from: ["FirstStopID", "LastStopID"])
        part.routes = routes
        if var stops = result.stops {
            stops.features = stops.features.filter(isOwn(stops, "RouteName"))
            stops.subtract(before, from: ["ObjectID"])
            part.stops = stops
        }
        part.directions = result.directions?.filter { $0.routeID == id }.map { route in
            var route = route
            route.routeID = 1
            return route
        }
        for table in Set(Self.counted.map(\.table)) {
            guard var rows = result[table: table] else { continue }
            rows.features = rows.features.filter { rows.integer("RouteID", of: $0) == id }
            rows.subtract(id - 1, from: ["RouteID"])
            for (name, columns) in Self.counted where name == table {
                rows.subtract((rows.least(of: columns) ?? 1) - 1, from: columns)
            }
            part[table: table] = rows
        }
        return .success(part)
    }

    /// Extracts what a job's failure says about a route: its own reasons, or all if none names it.
    static func own(_ failure: GroupFailure, of name: String, among count: Int) -> GroupFailure {
        guard count > 1 else { return failure }
        let mark = "Route \"\(name)\": "
        let lines = failure.text.split(separator: "\n").map(String.init)
        let own = lines.filter { $0.hasPrefix(mark) || $0.contains("\"\(name)\"") }
        guard !own.isEmpty else { return failure }
        let text = own.map { $0.hasPrefix(mark) ? String($0.dropFirst(mark.count)) : $0 }
        return GroupFailure(failure.reason, text.joined(separator: "\n"))
    }
}

extension FeatureSet {
    /// Subtracts a number from the whole numbers in columns.
    fileprivate mutating func subtract(_ number: Int, from names: [String]) {
        guard number != 0 else { return }
        for column in names.compactMap({ fieldIndex($0) }) {
            for row in features.indices {
                guard case .integer(let value) = features[row].values[column] else { continue }
                features[row].values[column] = .integer(value - number)
            }
        }
    }

    /// Returns the least whole number in columns.
    fileprivate func least(of names: [String]) -> Int? {
        names.compactMap { fieldIndex($0) }.flatMap { column in
            features.compactMap { feature -> Int? in
                if case .integer(let value) = feature.values[column] { value } else { nil }
            }
        }.min()
    }
}
