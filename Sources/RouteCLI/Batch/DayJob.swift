// A day as one job of a server: the requests of all routes together, and their answers apart.

import Batches
import Geo
import NetworkAnalysis
import RouteAPI
import RouteTaskClient

/// The routes of a batch as one job of a server.
///
/// The stops of all routes are those of one request, in which `RouteName` keeps them apart, and
/// what a route has of its own (its start, its vehicle, its break) is in `routeSettings`. The
/// workers of the server's queue share the routes. A batch that is continued submits the same
/// request under the same key, and so finds the job that it had submitted; the server removes jobs
/// after their time.
struct DayJob: Sendable {
    let task: RouteTask
    /// The fields of every route without stops.
    let usual: [String: String]
    /// When the batch was begun, in milliseconds since 1970.
    let begun: Int64
    /// The most stops of a request of the server; more routes than fit are further jobs.
    let mostStops: Int?

    /// The request for one route.
    struct Request: Sendable {
        /// The name of the route, which its stops have as `RouteName`.
        let name: String
        let stops: FeatureSet
        /// The fields without stops; `nil` for those of every route.
        let fields: [String: String]?
    }

    /// Seconds without an answer after which a server of jobs is given up.
    private static let patienceSeconds = 600.0
    /// The most stops of a request of a server that states no limit.
    private static let usualStops = 10_000

    /// The answers to requests, in their order.
    ///
    /// - Parameter report: Is called with the number of routes that are found, and of all.
    /// - Throws: `RouteTaskError` for errors that concern all routes.
    func answers(
        _ requests: [Request], report: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [Result<AnalysisResult, GroupFailure>] {
        var found: [Int: Result<AnalysisResult, GroupFailure>] = [:]
        var done = 0
        for places in shares(of: requests) {
            let share = places.map { requests[$0] }
            let before = done
            let answers = try await answers(ofJob: share) { report(before + $0, requests.count) }
            for (place, answer) in zip(places, answers) { found[place] = answer }
            done += share.count
            report(done, requests.count)
        }
        return requests.indices.map { place in
            found[place] ?? .failure(GroupFailure("no-solution", "The job has no answer."))
        }
    }

    /// The requests of each job: as many as a server accepts, in which each name occurs once.
    func shares(of requests: [Request]) -> [[Int]] {
        let most = mostStops ?? Self.usualStops
        var shares: [[Int]] = []
        var (open, count, names): ([Int], Int, Set<String>) = ([], 0, [])
        for (place, request) in requests.enumerated() {
            let name = request.name.trimmingBlanks
            let stops = request.stops.features.count
            // A route without a name in the eyes of the server is a request of its own.
            guard !name.isEmpty else {
                shares.append([place])
                continue
            }
            if !open.isEmpty, count + stops > most || names.contains(name) {
                shares.append(open)
                (open, count, names) = ([], 0, [])
            }
            open.append(place)
            count += stops
            names.insert(name)
        }
        return open.isEmpty ? shares : shares + [open]
    }

    private func answers(
        ofJob requests: [Request], report: @escaping @Sendable (Int) -> Void
    ) async throws -> [Result<AnalysisResult, GroupFailure>] {
        let fields = fields(of: requests)
        do {
            let job = try await task.submit(
                fields: fields, key: key(of: fields), patienceSeconds: Self.patienceSeconds)
            let answer = try await job.answer(patienceSeconds: Self.patienceSeconds) { status in
                if let progress = status.progress, progress.count == requests.count {
                    report(progress.done)
                }
            }
            return requests.count == 1
                ? [.success(answer.result)]
                : DayAnswer(answer).parts(of: requests)
        } catch let error as RouteTaskError {
            // Without any route, the job fails with the reasons of all.
            guard let failure = GroupFailure(error) else { throw error }
            return requests.map { request in
                .failure(DayAnswer.own(failure, of: request.name, among: requests.count))
            }
        }
    }

    /// Equal requests of one batch have one key. The server compares the requests as well.
    private func key(of fields: [String: String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            for byte in [name, value].joined(separator: "=").utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return "batch \(begun) \(String(hash, radix: 16))"
    }

    /// The fields of the job for some requests.
    func fields(of requests: [Request]) -> [String: String] {
        var fields = usual
        if requests.count == 1, let own = requests[0].fields { fields = own }
        for kind in BarrierClass.allCases { fields[kind.returnParameter] = nil }
        let rows = FeatureSet.joined(timesOf: requests.map(\.stops))
        fields[RouteParameters.stopsName] = SolveRequest.text(rows)
        var settings = JSONObject()
        for request in requests where requests.count > 1 {
            guard let own = request.fields else { continue }
            var differences = JSONObject()
            for name in Set(usual.keys).union(own.keys).sorted() where usual[name] != own[name] {
                differences[name] = own[name].map { .string($0) } ?? .null
            }
            if !differences.members.isEmpty { settings[request.name] = .object(differences) }
        }
        if !settings.members.isEmpty {
            fields["routeSettings"] = JSONValue.object(settings).text
        }
        return fields
    }
}

/// The answer of a job of several routes, by route.
struct DayAnswer {
    private let result: AnalysisResult
    /// The messages about each route.
    private var messages: [String: [Message]] = [:]
    /// The reasons of messages about each route.
    private var reasons: [String: [Reason]] = [:]
    /// The columns of each table that count rows, whose numbers begin with 1 for each route.
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

    /// The answer to each request, as a request for that route alone has it.
    func parts(of requests: [DayJob.Request]) -> [Result<AnalysisResult, GroupFailure>] {
        var before = 0
        return requests.map { request in
            defer { before += request.stops.features.count }
            return part(of: request.name, after: before)
        }
    }

    /// The answer about a route.
    ///
    /// - Parameter before: The number of stops of the routes before it.
    private func part(
        of name: String, after before: Int
    ) -> Result<AnalysisResult, GroupFailure> {
        let own = messages[name] ?? []
        func isOwn(_ set: FeatureSet, _ column: String) -> (Feature) -> Bool {
            { set.string(column, of: $0)?.trimmingBlanks == name.trimmingBlanks }
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

    /// What a failure of a job says about a route: its own reasons, or all where none names it.
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
    /// Rows of several sets under the columns of all. Numbers are times where some set has them so.
    ///
    /// - Complexity: O(*n*) in the number of values, for each set.
    fileprivate static func joined(timesOf sets: [FeatureSet]) -> FeatureSet {
        guard var joined = joined(sets) else {
            return FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        }
        for field in sets.flatMap(\.fields) where field.type == .date {
            if let column = joined.fieldIndex(field.name) { joined.fields[column].type = .date }
        }
        return joined
    }

    /// Subtracts from the whole numbers of columns.
    fileprivate mutating func subtract(_ number: Int, from names: [String]) {
        guard number != 0 else { return }
        for column in names.compactMap({ fieldIndex($0) }) {
            for row in features.indices {
                guard case .integer(let value) = features[row].values[column] else { continue }
                features[row].values[column] = .integer(value - number)
            }
        }
    }

    /// The least whole number of columns.
    fileprivate func least(of names: [String]) -> Int? {
        names.compactMap { fieldIndex($0) }.flatMap { column in
            features.compactMap { feature -> Int? in
                if case .integer(let value) = feature.values[column] { value } else { nil }
            }
        }.min()
    }
}
