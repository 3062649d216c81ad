// A day as one server job: one request for all routes.

package import Geo
package import RouteAPI
package import RouteTaskClient

/// The routes of a batch as one job on a server, for `--as-job`.
///
/// The request holds the stops of all routes, and `RouteName` keeps them apart. A route's own
/// settings (its start, its vehicle, its break) go into `routeSettings`. The workers of the
/// server's queue share the routes. If there are more stops than one request may have,
/// ``shares(of:)`` splits the routes into further jobs.
///
/// A batch that continues submits the same request under the same key, and so finds the job that it
/// submitted before; the server removes jobs after their time. ``DayAnswer`` splits the job's
/// answer into one answer for each route, as if each route had been requested alone.
package struct DayJob: Sendable {
    package let task: RouteTask
    /// The fields of every route, without stops.
    let usual: [String: String]
    /// When the batch began, in milliseconds since 1970.
    let begun: Int64
    /// The most stops in one server request; if more routes do not fit, they become
    /// further jobs.
    let mostStops: Int?

    package struct Request: Sendable {
        /// The route's name, which its stops carry as `RouteName`.
        let name: String
        let stops: FeatureSet
        /// The fields without stops; `nil` for the fields of every route.
        let fields: [String: String]?

        package init(name: String, stops: FeatureSet, fields: [String: String]?) {
            (self.name, self.stops, self.fields) = (name, stops, fields)
        }
    }

    /// Gives up on a server after this many seconds without an answer about jobs.
    private static let patienceSeconds = 600.0
    /// The most stops in a request if the server states no limit.
    private static let usualStops = 10_000

    package init(task: RouteTask, usual: [String: String], begun: Int64, mostStops: Int?) {
        (self.task, self.usual, self.begun, self.mostStops) = (task, usual, begun, mostStops)
    }

    /// Answers requests, in their order.
    ///
    /// - Parameter report: Called with the number of routes found so far, and of all routes.
    /// - Throws: `RouteTaskError` for errors that concern all routes.
    package func answers(
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

    /// Divides requests into jobs: as many in each as the server accepts, each name at most once.
    func shares(of requests: [Request]) -> [[Int]] {
        let most = mostStops ?? Self.usualStops
        var shares: [[Int]] = []
        var (open, count, names): ([Int], Int, Set<RouteNameKey>) = ([], 0, [])
        for (place, request) in requests.enumerated() {
            let name = RouteNameKey(request.name)
            let stops = request.stops.features.count
            // If the server sees no name, the route gets its own request.
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
            // If no route is found, the job fails with the reasons of all.
            guard let failure = GroupFailure(error) else { throw error }
            return requests.map { request in
                .failure(DayAnswer.own(failure, of: request.name, among: requests.count))
            }
        }
    }

    /// Makes the key. Equal requests in one batch have equal keys; the server compares the whole
    /// requests, too.
    private func key(of fields: [String: String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            for byte in [name, value].joined(separator: "=").utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return "batch \(begun) \(String(hash, radix: 16))"
    }

    /// Builds the job's fields for some requests.
    func fields(of requests: [Request]) -> [String: String] {
        var fields = usual
        if requests.count == 1, let own = requests[0].fields { fields = own }
        for kind in BarrierClass.allCases { fields[kind.returnParameter] = nil }
        let rows = FeatureSet.joined(timesOf: requests.map(\.stops))
        fields[RouteParameters.stopsName] = JSONWriter.text { $0.esriFeatureSet(rows) }
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

extension FeatureSet {
    /// Joins rows of several sets under the columns of all. A column is a time if it is one in any
    /// set.
    fileprivate static func joined(timesOf sets: [FeatureSet]) -> FeatureSet {
        guard var joined = joined(sets) else {
            return FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        }
        for field in sets.flatMap(\.fields) where field.type == .date {
            if let column = joined.fieldIndex(field.name) { joined.fields[column].type = .date }
        }
        return joined
    }
}
