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
/// The type of the parameters decides the operation and the type of the layer:
/// `RouteParameters`, `ODCostMatrixParameters` or `ClosestFacilityParameters`; of routes under way
/// also `RefreshParameters`, `BetterParameters` and `RejoinParameters`.
///
/// Values are cheap to copy and safe to use from many tasks.
public struct RouteTask: Sendable {
    /// The layer, such as `http://HOST:6080/arcgis/rest/services/monaco/NAServer/Route`.
    public let url: URL
    let connection: ServiceConnection

    /// Creates a task for a layer; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - url: The layer's URL. A trailing slash, the name of an operation or of another resource
    ///     of the layer, such as `/solve`, and a query are removed, so that a URL copied from a
    ///     browser works.
    ///   - transport: Sends the calls.
    ///   - token: Sent with each call, for servers that require one.
    ///   - timeoutSeconds: Seconds without any byte after which a call fails.
    public init(
        url: URL, transport: any HTTPTransport = URLSessionTransport(), token: String? = nil,
        timeoutSeconds: Double = 600
    ) {
        self.url = Self.layerURL(url)
        connection = ServiceConnection(
            transport: transport, token: token, timeoutSeconds: timeoutSeconds)
    }

    /// The layer resource: every default, the travel modes, the limits and the network.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func layerResource() async throws -> JSONValue {
        let resource = try await call(path: nil, fields: [:])
        guard let type = resource["layerType"]?.string, LayerType(rawValue: type) != nil else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 200,
                reason: "it is not a layer for routes, matrices or closest facilities; give the "
                    + "URL that ends in /NAServer/<layer>")
        }
        return resource
    }

    /// The default parameters of a route layer, ready to be changed and sent.
    ///
    /// Parameters that are `nil` have the layer's defaults too, with every kind of layer.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func defaultParameters() async throws -> RouteParameters {
        RouteParameters(layerResource: try await layerResource())
    }

    /// Solves with typed parameters: routes, a matrix of costs, or closest facilities.
    ///
    ///     var parameters = ODCostMatrixParameters()
    ///     parameters.origins = LocationInput(features: depots)
    ///     parameters.destinations = LocationInput(features: customers)
    ///     parameters.outputType = .sparseMatrix
    ///     let matrix = try await task.solve(parameters).result.costMatrix
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
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
    /// The answer has routes as that of a solve, and the tables `tracePoints`, `traceGaps` and
    /// `brokenRules`. Only Waypost supports this.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func match(_ parameters: MatchParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Checks a request and places its stops and barriers without solving.
    ///
    /// Problems are returned as messages and `reasons`, each with a suggested change; `limits`
    /// states how much of each limit the request uses, and with `explainParameters`,
    /// `effectiveParameters` states the effective value of every setting. Only Waypost supports
    /// this; other servers solve.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func validate(_ parameters: RouteParameters) async throws -> RouteAnswer {
        var checking = parameters
        checking.validate = true
        return try await solve(checking)
    }

    /// Places the stops of a request on the streets that may be used, without solving.
    ///
    /// The locations are the `stops` of the answer. Only Waypost supports this for a route layer.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func locate(_ parameters: RouteParameters) async throws -> RouteAnswer {
        try await locate(fields: parameters.formFields, asking: parameters)
    }

    /// Places stops and barriers, which are form fields in the syntax of the REST contract.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
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

    /// Solves with form fields in the syntax of the REST contract.
    ///
    /// - Parameters:
    ///   - fields: The form fields.
    ///   - type: The kind of the layer, which decides the operation.
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func solve(
        fields: [String: String], of type: LayerType = .route
    ) async throws -> RouteAnswer {
        try await ask(type.operation.name, fields, asking: nil)
    }

    /// Asks an operation of the layer with form fields in the syntax of the REST contract.
    ///
    /// - Parameters:
    ///   - operation: The last part of its URL, such as `refresh`.
    ///   - fields: The form fields.
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
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
        // A layer may have the name of an operation.
        if let last = segments.last, namesBelowLayers.contains(last.lowercased()),
            segments.dropLast().last?.lowercased() != "naserver"
        {
            parts.path.removeLast(last.count + 1)
        }
        return parts.url ?? url
    }

    /// What the URLs of the operations and of the other resources of a layer end with, in lower
    /// case.
    private static let namesBelowLayers = Set(
        LayerOperation.all.map(\.foldedName)
            + LayerChildResource.allCases.map { $0.rawValue.lowercased() })
}
