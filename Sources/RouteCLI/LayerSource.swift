// A route layer, here or on a server, behind the three questions that commands ask.

import Foundation
import Geo
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Where answers come from.
enum LayerSource {
    /// A network on this machine.
    case network(RouteLayer)
    /// A layer of a server.
    case server(RouteTask)

    /// Opens what the options name.
    ///
    /// - Throws: `DatasetError` naming the file and the cure.
    init(_ options: SourceOptions) throws {
        if let network = options.network {
            self = .network(try RouteLayer.open(path: network))
        } else if let server = options.server, let url = URL(string: server) {
            self = .server(
                RouteTask(url: url, token: options.token, timeoutSeconds: options.timeout ?? 600))
        } else {
            throw CommandFailure(.usage, "say where to look: --network DIR or --server URL")
        }
    }

    /// Solves a request; Ctrl-C calls it off.
    func solve(_ request: SolveRequest, timeoutSeconds: Double?) async throws -> Solution {
        switch self {
        case .network(let layer):
            let parameters = try RouteParameters(
                fields: request.fields, locateDefaults: layer.configuration.locateSettings)
            let control = SolveControl(timeLimitSeconds: timeoutSeconds)
            return try await withInterruption({ control.cancel() }) {
                Solution(try layer.solve(parameters, control: control))
            }
        case .server(let task):
            let fields = request.fields
            return Solution(try await withCancelledTask { try await task.solve(fields: fields) })
        }
    }

    /// The layer resource of the REST contract.
    func layerResource() async throws -> JSONValue {
        switch self {
        case .network(let layer):
            try JSONValue.parse(LayerResourceWriter.json(layer.layerDescription))
        case .server(let task):
            try await withCancelledTask { try await task.layerResource() }
        }
    }

    /// The unit of the lengths in a request's directions; `nil` when a server does not tell.
    func lengthUnits(of request: SolveRequest) async throws -> NetworkUnit? {
        if let asked = request.fields["directionsLengthUnits"] {
            return NetworkUnit(rawValue: asked)
        }
        switch self {
        case .network(let layer): return layer.configuration.directionsLengthUnits
        case .server:
            return try await layerResource()["directionsLengthUnits"]?.string
                .flatMap(NetworkUnit.init(rawValue:))
        }
    }
}
