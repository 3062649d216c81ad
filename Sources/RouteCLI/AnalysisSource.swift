// A layer, local or on a server, behind the operations for commands.

import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Solves on a local network, and passes the rows of a large answer to a receiver.
typealias LocalSolve = ((any AnswerRowReceiver)?) throws -> Solution

/// Where a command's answers come from: `--network` or `--server`.
///
/// Commands work the same with both. A local network gets its request as the form fields that a
/// server would get, and the operation's own reader reads them, so both give the same answers
/// (`SampleNetworkTests`). A server's errors become a ``CommandFailure`` with the exit code of the
/// same local error.
///
/// Ctrl-C cancels a solve, and a solve of more than two seconds shows its progress. Only a local
/// network can pass on rows while others are searched, because a client reads a server's answer as
/// one document.
enum AnalysisSource {
    case network(NetworkLayer)
    /// A layer on a server.
    case server(RouteTask)

    /// Opens the source named in the options.
    ///
    /// - Parameters:
    ///   - type: The layer's type on a local network.
    ///   - zone: The time zone of a local network.
    /// - Throws: `DatasetError` naming the file and the remedy.
    init(
        _ options: SourceOptions, type: LayerType = .route, zone: ZoneClock? = nil
    ) throws {
        if let network = options.network {
            let layer = try NetworkLayer.open(
                path: network, timeZoneName: zone?.name, verification: .remembered,
                analyses: .all)
            if let traffic = options.traffic { try TrafficFeedFile(path: traffic).apply(to: layer) }
            self = .network(type == .route ? layer : layer.layer(of: type))
        } else if let server = options.server, let url = URL(string: server) {
            self = .server(
                RouteTask(url: url, token: options.token, timeoutSeconds: options.timeout ?? 600))
        } else {
            throw CommandFailure(.usage, "no source is given; use --network DIR or --server URL")
        }
    }

    /// Completes a draft for this layer and converts its times.
    ///
    /// - Throws: ``CommandFailure`` for names that the layer does not have.
    func request(_ draft: RequestDraft) async throws -> SolveRequest {
        let draft = try await draft.settled(on: self)
        return try draft.request(in: draft.hasWrittenTimes ? try await serviceZone() : .unknown)
    }

    /// The time zone for local times.
    func serviceZone() async throws -> ServiceZone {
        switch self {
        case .network(let layer): ServiceZone(layer.configuration.timeZoneName)
        case .server:
            try await layerResource()["timeZone"]?.string.map { ServiceZone($0) } ?? .unknown
        }
    }

    /// Solves a request; Ctrl-C cancels it.
    ///
    /// - Parameters:
    ///   - progress: How to show a long solve's progress.
    ///   - solving: Wraps the solve on a local network, to receive rows while others are searched.
    func solve(
        _ request: SolveRequest, timeoutSeconds: Double?, progress: ProgressDisplay.Style = .none,
        _ solving: @escaping @Sendable (LocalSolve) throws -> Solution = { try $0(nil) }
    ) async throws -> Solution {
        let progress = LateProgress(style: progress)
        switch self {
        case .network(let layer):
            let form = FormParameters(
                request.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            let wanted = request.operation ?? request.type.operation
            guard let operation = layer.operations.first(where: { $0.description == wanted }) else {
                preconditionFailure("a layer of the type \(request.type) has no \(wanted.name)")
            }
            let parsed = try operation.request(
                form, locateDefaults: layer.configuration.locateSettings)
            let control = SolveControl(timeLimitSeconds: timeoutSeconds)
            return try await progress.during(
                { ProgressLine(control.progress, elapsedSeconds: $0) },
                {
                    try await withInterruption({ control.cancel() }) {
                        try solving {
                            Solution(
                                try layer.answer(parsed, control: control, passingRowsTo: $0))
                        }
                    }
                })
        case .server(let task):
            let fields = request.fields
            let operation = (request.operation ?? request.type.operation).name
            return try await progress.during(
                { ProgressLine(waitingForServer: $0) },
                {
                    Solution(
                        try await withCancelledTask {
                            try await task.answer(of: operation, fields: fields)
                        }, to: fields)
                })
        }
    }

    /// Validates a request and then solves it, even if the validation finds problems.
    func explain(_ request: SolveRequest, timeoutSeconds: Double?) async throws -> Explanation {
        var checking = request
        checking.fields["validate"] = "true"
        var explanation = Explanation(
            checked: try await solve(checking, timeoutSeconds: timeoutSeconds))
        do {
            explanation.solution = try await solve(request, timeoutSeconds: timeoutSeconds)
        } catch let error as RouteRequestError {
            explanation.failure = CommandFailure(describing: error)
            explanation.reasons =
                try JSONValue.parse(ErrorEnvelope.json(error))["error"]?["reasons"]?.array ?? []
        } catch let error as RouteTaskError {
            explanation.failure = CommandFailure(describing: error)
            if case .service(let envelope) = error { explanation.reasons = envelope.reasonsJSON }
        }
        if let solution = explanation.solution {
            explanation.reasons = try solution.json()["reasons"]?.array ?? []
        }
        if case .network(let layer) = self { explanation.streets = layer.streets }
        return explanation
    }

    /// The layer resource in the REST contract.
    func layerResource() async throws -> JSONValue {
        switch self {
        case .network(let layer):
            try JSONValue.parse(LayerResourceWriter.json(layer.layerDescription))
        case .server(let task):
            try await withCancelledTask { try await task.layerResource() }
        }
    }

    /// The length unit in a request's directions; `nil` if unknown.
    func lengthUnits(of request: SolveRequest) async throws -> NetworkUnit? {
        if let unit = request.fields["directionsLengthUnits"] {
            return NetworkUnit(rawValue: unit)
        }
        switch self {
        case .network(let layer): return layer.configuration.directionsLengthUnits
        case .server:
            return try await layerResource()["directionsLengthUnits"]?.string
                .flatMap(NetworkUnit.init(rawValue:))
        }
    }
}

extension NetworkLayer {
    /// Returns the name or number of the street for a stop's `SourceOID`.
    fileprivate var streets: @Sendable (Int) -> String? {
        { [network] edge in
            guard edge >= 0, edge < network.edgeCount else { return nil }
            let id = EdgeID(row: UInt32(edge))
            let name = network.streetName(of: id)
            return name.isEmpty ? network.reference(of: id) : name
        }
    }
}
