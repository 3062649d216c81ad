// Start here: a client for a layer of a server.

public import Foundation
public import Geo
public import RouteAPI

/// A layer of a Waypost server, or of any server with the same REST contract.
///
/// ```swift
/// let task = RouteTask(url: layerURL)
/// var parameters = try await task.defaultParameters()
/// parameters.stops = LocationInput(features: stops)
/// let answer = try await task.solve(parameters)
/// ```
///
/// A task is the client's entry point. It holds the layer's URL, a token and a transport, and turns
/// each call into one posted form. Creating one sends nothing. Values are cheap to copy and safe to
/// use from many Swift tasks.
///
/// The parameters' type decides the operation, and the URL must name a layer of the matching type:
///
/// - `RouteParameters`, `ODCostMatrixParameters` and `ClosestFacilityParameters` solve.
/// - `MatchParameters` finds the path that a trace followed.
/// - `FollowParameters`, `RefreshParameters`, `BetterParameters` and `RejoinParameters` are about a
///   route under way.
///
/// Start from ``defaultParameters()`` if you want to see or change the layer's settings. Otherwise
/// create parameters yourself: whatever is `nil` is not sent, and the layer's default applies.
///
/// Every method throws ``RouteTaskError``. If the server refused the request, the error has a code
/// and sentences for the user; often it also has reasons with a change you can apply and send
/// again.
///
/// Use ``submit(_:key:patienceSeconds:)`` instead of ``solve(_:)`` for long requests.
public struct RouteTask: Sendable {
    /// The layer's URL, such as `http://HOST:6080/arcgis/rest/services/monaco/NAServer/Route`.
    public let url: URL
    let connection: ServiceConnection

    /// Creates a task for a layer. Sends nothing.
    ///
    /// - Parameters:
    ///   - url: The layer's URL. You can paste it from a browser: a trailing slash, an operation's
    ///     or resource's name such as `/solve`, and a query are removed.
    ///   - transport: Sends the calls.
    ///   - token: Sent with each call, for servers that require one.
    ///   - timeoutSeconds: A call fails if no byte arrives for this many seconds.
    public init(
        url: URL, transport: any HTTPTransport = URLSessionTransport(), token: String? = nil,
        timeoutSeconds: Double = 600
    ) {
        self.url = Self.layerURL(url)
        connection = ServiceConnection(
            transport: transport, token: token, timeoutSeconds: timeoutSeconds)
    }

    /// Fetches the layer resource: all defaults, travel modes, limits and the network.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func layerResource() async throws -> JSONValue {
        let resource = try await call(path: nil, fields: [:])
        guard let type = resource["layerType"]?.string, LayerType.named(type) != nil else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 200,
                reason: "it is not a layer for routes, matrices or closest facilities; give the "
                    + "URL that ends in /NAServer/<layer>")
        }
        return resource
    }

    /// Fetches a route layer's default parameters, for you to change and send.
    ///
    /// You need not start from them: on every kind of layer, the layer's default applies to
    /// parameters that are `nil`.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func defaultParameters() async throws -> RouteParameters {
        RouteParameters(layerResource: try await layerResource())
    }

    /// Finds routes, a cost matrix or closest facilities.
    ///
    ///     var parameters = ODCostMatrixParameters()
    ///     parameters.origins = LocationInput(features: depots)
    ///     parameters.destinations = LocationInput(features: customers)
    ///     parameters.outputType = .sparseMatrix
    ///     let matrix = try await task.solve(parameters).result.costMatrix
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func solve<Parameters: OperationParameters>(
        _ parameters: Parameters
    ) async throws -> RouteAnswer {
        try await ask(
            Parameters.operation.layerOperation.name, parameters.formFields, asking: parameters)
    }

    /// Matches traces and drawn lines to streets.
    ///
    ///     var parameters = MatchParameters()
    ///     parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
    ///     let answer = try await task.match(parameters)
    ///     let places = answer.result[table: "tracePoints"]
    ///
    /// The answer has routes, as after a solve, and the tables `tracePoints`, `traceGaps` and
    /// `brokenRules`. Only Waypost supports this.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func match(_ parameters: MatchParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Checks a request and places its stops and barriers, without solving.
    ///
    /// Problems come back as messages and as `reasons`, each with a suggested change. `limits`
    /// states how much the request uses of each limit. Set `explainParameters` to get each
    /// setting's effective value in `effectiveParameters`. Only Waypost supports this; other
    /// servers solve.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func validate(_ parameters: RouteParameters) async throws -> RouteAnswer {
        var checking = parameters
        checking.validate = true
        return try await solve(checking)
    }

    /// Places a request's stops on the streets it may use, without solving.
    ///
    /// The answer's `stops` hold the places. For route layers, only Waypost supports this.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func locate(_ parameters: RouteParameters) async throws -> RouteAnswer {
        try await locate(fields: parameters.formFields, asking: parameters)
    }

    /// Places stops and barriers, given as form fields in the REST contract's syntax.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func locate(fields: [String: String]) async throws -> RouteAnswer {
        try await locate(fields: fields, asking: nil)
    }

    private func locate(
        fields: [String: String], asking parameters: RouteParameters?
    ) async throws -> RouteAnswer {
        var fields = fields
        fields["inputLocations"] = fields.removeValue(forKey: RouteParameters.stopsName)
        return try await ask("locate", fields, asking: parameters)
    }

    /// Solves with form fields in the REST contract's syntax.
    ///
    /// - Parameters:
    ///   - fields: The form fields.
    ///   - type: The layer's type, which decides the operation.
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func solve(
        fields: [String: String], of type: LayerType = .route
    ) async throws -> RouteAnswer {
        try await ask(type.operation.name, fields, asking: nil)
    }

    /// Calls an operation of the layer with form fields in the REST contract's syntax.
    ///
    /// - Parameters:
    ///   - operation: The last part of its URL, such as `refresh`.
    ///   - fields: The form fields.
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func answer(
        of operation: String, fields: [String: String]
    ) async throws -> RouteAnswer {
        try await ask(operation, fields, asking: nil)
    }

    private func ask(
        _ operation: String, _ fields: [String: String],
        asking parameters: (any OperationParameters)?
    ) async throws -> RouteAnswer {
        let reply = try await call(path: operation, fields: fields, asking: parameters)
        do {
            return try RouteAnswer(json: reply, asking: parameters)
        } catch {
            throw RouteTaskError.unexpectedReply(
                url: url.appendingPathComponent(operation), status: 200, reason: "\(error)")
        }
    }

    private func call(
        path: String?, fields: [String: String],
        asking parameters: (any OperationParameters)? = nil
    ) async throws -> JSONValue {
        try await connection.call(
            path.map { url.appendingPathComponent($0) } ?? url, fields, asking: parameters)
    }

    private static func layerURL(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        parts.query = nil
        parts.fragment = nil
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        let segments = parts.path.split(separator: "/")
        // A layer may itself be named like an operation.
        if let last = segments.last, namesBelowLayers.contains(last.lowercased()),
            segments.dropLast().last?.lowercased() != "naserver"
        {
            parts.path.removeLast(last.count + 1)
        }
        return parts.url ?? url
    }

    /// The last parts of URLs below a layer, for operations and other resources, in lower case.
    private static let namesBelowLayers = Set(
        LayerOperation.all.map(\.foldedName)
            + LayerChildResource.allCases.map { $0.rawValue.lowercased() })
}
