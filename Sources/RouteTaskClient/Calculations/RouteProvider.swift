// Where routes come from: a server, anything that yields lines, or one after another.

public import Geo
public import RouteAPI

/// Something that answers requests for routes.
///
/// Use ``ServerRouteProvider`` for a server, ``ExternalRouteProvider`` for lines from elsewhere and
/// ``CombinedRouteProvider`` for two of them. Write your own for routes that are calculated
/// on the device.
public protocol RouteProvider: Sendable {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - parameters: The request: a solve, a match, or one about a route under way.
    ///   - report: Tells progress and warnings.
    /// - Throws: Why there is no answer; `CancellationError` if the task is cancelled.
    func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer
}

extension OperationParameters {
    /// Checks what can be known without a network, by the rules of servers.
    func checkBeforeSending() throws(RouteRequestError) {
        try checkValues()
        guard let route = self as? RouteParameters else { return }
        try route.checkRules()
        var match = MatchParameters()
        match.matchDistanceLimit = route.matchDistanceLimit
        try match.checkValues()
    }
}

extension RouteProvider {
    /// Starts a calculation and returns it at once.
    ///
    /// - Throws: `RouteRequestError`, with the code a server would answer with, if the request
    ///   cannot be started: a value is out of range, there are fewer than two stops, or legs and
    ///   limits do not fit them.
    public func calculate(
        _ parameters: some OperationParameters
    ) throws(RouteRequestError) -> RouteCalculation {
        try parameters.checkBeforeSending()
        return RouteCalculation { report in
            try await answer(to: parameters, report)
        }
    }

    /// Starts the calculation of routes that can be followed, and returns it at once.
    ///
    /// - Parameters:
    ///   - itinerary: Where the routes lead.
    ///   - options: What the caller wishes. If walking ignores a wish, a warning says so.
    ///   - layer: The layer's resource, which has the travel modes.
    /// - Throws: As ``RouteOptions/parameters(along:layer:)``.
    public func calculate(
        along itinerary: Itinerary, _ options: RouteOptions = RouteOptions(), layer: JSONValue
    ) throws(RouteRequestError) -> RouteCalculation {
        let parameters = try options.parameters(along: itinerary, layer: layer)
        let ignored = options.ignored
        return RouteCalculation { report in
            for name in ignored {
                report.warn(.ignored, "Option \(name) has no effect, because routes are walked.")
            }
            return try await answer(to: parameters, report)
        }
    }
}

/// Calculates routes on a server.
public struct ServerRouteProvider: RouteProvider {
    /// The layer that is asked.
    public let task: RouteTask
    /// How many times a request is sent if no reply comes, or the server is too busy.
    public let attempts: Int

    /// Creates a provider for a layer.
    ///
    /// - Parameters:
    ///   - task: The layer to ask.
    ///   - attempts: How many times a request is sent at most, a second after the last failure, or
    ///     as late as the server asks. If it asks for more than ten seconds, the request fails.
    public init(_ task: RouteTask, attempts: Int = 2) {
        self.task = task
        self.attempts = max(1, attempts)
    }

    private static let longestWaitSeconds = 10.0

    /// Sends the request, and again after a passing failure.
    public func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer {
        report.progress(.sent, share: 0)
        for attempt in 1..<attempts {
            do {
                return try await task.solve(parameters)
            } catch let error as RouteTaskError where error.isPassing {
                let wait = max(1, error.retryAfterSeconds ?? 1)
                guard wait <= Self.longestWaitSeconds else { throw error }
                report.warn(.retried, "\(error)")
                try await Task.sleep(for: .seconds(wait))
                report.progress(.sentAgain, share: Double(attempt) / Double(attempts))
            }
        }
        return try await task.solve(parameters)
    }
}

/// Calculates routes elsewhere and matches their lines to a server's streets.
///
/// A source need not know more than lines: matched, they have legs, directions, conditions and a
/// handle like any route, and can be followed, refreshed and rejoined.
public struct ExternalRouteProvider: RouteProvider {
    /// The layer that matches.
    public let server: ServerRouteProvider
    private let lines: @Sendable (RouteParameters) async throws -> [[Coordinate]]

    /// How many meters of a line are matched if the request does not say.
    private static let usualMeters = 100_000

    /// Creates a provider.
    ///
    /// Of each line, as many meters are matched as the request says in `matchDistanceLimit`, from
    /// its start; 100,000 if it says nothing. Matching a long line at once takes long. If a line is
    /// longer, its route ends there, which is told as a warning.
    ///
    /// - Parameters:
    ///   - server: Matches the lines, and answers all other requests.
    ///   - lines: Returns the lines of routes in longitude and latitude, the best one first.
    public init(
        matchingOn server: ServerRouteProvider,
        lines: @escaping @Sendable (RouteParameters) async throws -> [[Coordinate]]
    ) {
        self.server = server
        self.lines = lines
    }

    /// Requests lines for a solve and matches them; sends other requests to the server.
    public func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer {
        guard let route = parameters as? RouteParameters else {
            return try await server.answer(to: parameters, report)
        }
        report.progress(.sent, share: 0)
        let lines = try await lines(route)
        report.progress(.sentAgain, share: 0.5)
        var match = MatchParameters()
        match.analysis = route.analysis
        match.analysis.inputs = LocationInputs()
        match.matchDistanceLimit = route.matchDistanceLimit ?? Self.usualMeters
        match.returnRoutes = true
        match.traces = TraceInput(
            lines.enumerated().map { number, line in
                Trace(name: "\(number + 1)", isLine: true, fixes: line.map { TraceFix($0) })
            })
        let answer = try await server.answer(to: match, report)
        if let gaps = answer.result[table: "traceGaps"] {
            for row in gaps.features where gaps.string("Cause", of: row) == "beyondLimit" {
                report.warn(.answered, gaps.string("Text", of: row) ?? "")
            }
        }
        return answer
    }
}

/// Asks one provider for short routes and another for long ones, and the other one if the first
/// fails.
public struct CombinedRouteProvider<Near: RouteProvider, Far: RouteProvider>: RouteProvider {
    /// Answers solves over short distances.
    public let near: Near
    /// Answers everything else.
    public let far: Far
    /// The sum of straight lines between stops, in meters, up to which ``near`` is asked.
    public let nearMeters: Double

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - near: Answers solves over short distances, such as on the device.
    ///   - far: Answers everything else.
    ///   - nearMeters: The sum of straight lines between stops up to which `near` is asked.
    public init(near: Near, far: Far, nearMeters: Double = 30_000) {
        self.near = near
        self.far = far
        self.nearMeters = nearMeters
    }

    /// Asks the provider for the distance, and the other one if it fails.
    ///
    /// A request about a route under way goes to ``far``, since it carries a handle. If that one is
    /// busy and says when to ask again, ``near`` is not asked: the handle is rarely its own. If it
    /// fails otherwise, ``near`` may have made the handle and is asked.
    ///
    /// - Throws: If both fail, the first error that says when to ask again; if none does, a solve
    ///   throws the second provider's error, and other requests the first one's.
    ///   `CancellationError` if the task is cancelled.
    public func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer {
        let meters = (parameters as? RouteParameters)?.straightMeters
        let isNear = meters.map { $0 <= nearMeters } ?? false
        let first: any Error
        do {
            return try await ask(near: isNear, parameters, report)
        } catch {
            // A cancelled task must not go on elsewhere.
            try Task.checkCancellation()
            let asksToWait = (error as? RouteTaskError)?.retryAfterSeconds != nil
            if asksToWait, parameters is any HandleParameters { throw error }
            report.warn(.fellBack, "\(error)")
            report.progress(.sentAgain, share: 0.5)
            first = error
        }
        do {
            return try await ask(near: !isNear, parameters, report)
        } catch {
            try Task.checkCancellation()
            let busy = [first, error].first {
                ($0 as? RouteTaskError)?.retryAfterSeconds != nil
            }
            throw busy ?? (parameters is RouteParameters ? error : first)
        }
    }

    private func ask(
        near isNear: Bool, _ parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer {
        isNear
            ? try await near.answer(to: parameters, report)
            : try await far.answer(to: parameters, report)
    }
}

extension RouteParameters {
    /// The sum of straight lines between stops; `nil` if the request does not hold their places in
    /// longitude and latitude.
    var straightMeters: Double? {
        guard let stops, !stops.isReference,
            stops.features.spatialReference.effectiveWKID == SpatialReference.wgs84.wkid
        else { return nil }
        var places: [Coordinate] = []
        for row in stops.features.features {
            guard case .point(let place)? = row.geometry, let place = place.onEarth else {
                return nil
            }
            places.append(place)
        }
        return Geodesic.lengthMeters(of: places)
    }
}
