// Answers OSRM's requests for tiles.

import HTTPTypes
import Hummingbird
import NIOCore
import OSRMAPI
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport
import VectorTiles

/// Answers with a tile of the streets' speeds in a travel mode, as OSRM's service `tile`.
struct OSRMTileEndpoint: Sendable {
    let door: OSRMDoor
    let asking: Asking
    let work: TileWork

    /// Answers the request.
    ///
    /// - Throws: ``OSRMFailure`` if there is no such tile; ``ServiceError`` with 503 if a program
    ///   wrote into the network. ``LaneRefusal`` if no thread is free.
    func respond() async throws -> Response {
        let layer = door.layer
        do {
            let asked = try OSRMTileRequest(
                door.segments, asking.request.fields.fields.lazy.map { ($0.name, $0.value) },
                deepestZoom: TileAddress.deepestZoom)
            let answering = layer.answering
            guard answering.mapFacts != nil,
                let address = TileAddress(
                    zoom: asked.zoom, column: asked.column, row: asked.row)
            else { throw OSRMError(.notImplemented, "The layer has no network to show.") }
            let mode = try asked.mode(
                on: OSRMLayer(layer.description) { answering.streetName(ofElement: $0) })
            guard !answering.hasChangedFile else { throw ErrorTable.changedNetwork(of: layer) }
            return try await work.made {
                let bytes = try answering.speedTile(address, for: mode)
                return Response(
                    status: .ok, headers: [.contentType: "application/x-protobuf"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
            }
        } catch let error as OSRMError {
            throw OSRMFailure(error)
        } catch let error as RouteRequestError {
            throw OSRMFailure(OSRMError(error, of: .route))
        }
    }
}
