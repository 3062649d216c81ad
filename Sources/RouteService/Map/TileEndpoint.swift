// Answers requests for vector tiles.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport
import VectorTiles

/// Answers with one tile of a layer: its streets and what lies below them, or their traffic.
///
/// A tile with streets stays the same as long as the network and its map do. If the client has it,
/// the entity tag alone is enough to answer. A tile with traffic has a tag of its content, and
/// clients ask for it again after some seconds. If a tile was made before, it is sent from memory.
/// Otherwise a thread of ``SolveQueue`` makes it; if this takes too long, a thread from the queue
/// for heavy work does.
struct TileEndpoint: Sendable {
    /// The media type for vector tiles, as IANA has it.
    static let mediaType = "application/vnd.mapbox-vector-tile"
    /// The query's field for the network version a style belongs to.
    static let versionField = "v"
    /// Seconds for which a client may keep a tile, if its URL has the network's version.
    private static let keptSeconds = 86_400
    /// Seconds for which a client may keep a tile with traffic. MapLibre asks again by this alone:
    /// without it, an open map shows the same traffic for hours.
    static let trafficSeconds = 30
    /// The most bytes to compress on the event loop. Beyond, it takes a millisecond and more.
    private static let bytesOnLoop = 65_536
    /// The content's version. Raise it if tiles change for the same network.
    private static let contentVersion = 1

    let tile: RequestedTile
    let asking: Asking
    let queue: SolveQueue
    let client: ClientPresence?

    private var layer: PublishedLayer { tile.layer }

    /// Answers the request.
    ///
    /// - Throws: ``ServiceError`` with 404 if there is no such tile; with 503 if a program wrote
    ///   into the network. ``LaneRefusal`` if no thread is free.
    func respond() async throws -> Response {
        guard layer.answering.mapFacts != nil else { throw ErrorTable.noMap(of: layer) }
        guard let address = tile.address else { throw ErrorTable.noTile(asking.request.path) }
        guard !layer.answering.hasChangedFile else {
            throw ErrorTable.changedNetwork(of: layer)
        }
        switch tile.set {
        case .streets: return try await streets(address)
        case .traffic: return try await traffic(address)
        }
    }

    private func traffic(_ address: TileAddress) async throws -> Response {
        let cache = "\(Self.audience(of: layer)), max-age=\(Self.trafficSeconds)"
        @Sendable func response(_ bytes: [UInt8], _ writer: AnswerWriter) -> Response {
            let tag = StaticFile.tag(of: bytes)
            let headers = AnswerWriter.headers(ofBytes: Self.mediaType, tag: tag, cache: cache)
            guard !writer.isCurrent(tag) else { return AnswerWriter.notModified(headers) }
            return Self.response(bytes, headers, writer)
        }
        if let kept = layer.answering.keptTrafficTile(address), kept.count <= Self.bytesOnLoop {
            return response(kept, asking.writer)
        }
        return try await made { [layer, asking] in
            response(layer.answering.trafficTile(address), asking.writer)
        }
    }

    private func streets(_ address: TileAddress) async throws -> Response {
        let tag = Self.tag(of: layer)
        let headers = AnswerWriter.headers(
            ofBytes: Self.mediaType, tag: tag, cache: Self.cache(of: layer, asking))
        if asking.writer.isCurrent(tag) { return AnswerWriter.notModified(headers) }
        if let kept = layer.answering.keptStreetTile(address),
            kept.count <= Self.bytesOnLoop || !asking.writer.acceptsGzip
        {
            return Self.response(kept, headers, asking.writer)
        }
        return try await made { [layer, asking] in
            Self.response(layer.answering.streetTile(address), headers, asking.writer)
        }
    }

    /// Returns the version for URLs of a layer's tiles.
    static func version(of layer: PublishedLayer) -> String {
        let background = layer.answering.mapFacts?.backgroundVersion.map { "-\($0)" } ?? ""
        return "\(contentVersion)-\(layer.description.fingerprint)\(background)"
    }

    private static func tag(of layer: PublishedLayer) -> String { "W/\"\(version(of: layer))\"" }

    /// Returns the cache rule. Clients may keep a tile only if its URL has the version: no rebuild
    /// changes it.
    static func cache(of layer: PublishedLayer, _ asking: Asking) -> String {
        guard asking.request.fields.text(versionField) == version(of: layer) else {
            return "no-cache"
        }
        return "\(audience(of: layer)), max-age=\(keptSeconds)"
    }

    /// Returns who may keep a tile, as cache rules have it: shared caches too, if anybody may have
    /// it.
    private static func audience(of layer: PublishedLayer) -> String {
        let isOpen = layer.access.decision(on: .anonymous(network: "")) == .allowed
        return isOpen ? "public" : "private"
    }

    private static func response(
        _ bytes: [UInt8], _ headers: HTTPFields, _ writer: AnswerWriter
    ) -> Response {
        guard !bytes.isEmpty else { return empty(headers) }
        var headers = headers
        let compressed =
            writer.acceptsGzip && bytes.count >= Gzip.minimumBytes ? Gzip.compress(bytes) : nil
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed ?? bytes)))
    }

    /// Returns a tile without content, if it shows nothing. Every map understands this.
    private static func empty(_ headers: HTTPFields) -> Response {
        var headers = headers
        headers[.contentType] = nil
        return Response(status: .noContent, headers: headers)
    }

    private func made(
        _ response: @escaping @Sendable () -> Response
    ) async throws -> Response {
        try await TileWork(layer: layer, asking: asking, queue: queue, client: client)
            .made(response)
    }
}

extension ErrorTable {
    /// Explains that a path names no tile.
    static func noTile(_ path: String) -> ServiceError {
        ServiceError(
            code: 404, message: "Not Found",
            details: [
                "\"\(path.excerpt(200))\" is no tile; use tiles/{z}/{x}/{y}.mvt with z in "
                    + "0…\(TileAddress.deepestZoom) and x and y in 0…2^z-1, without leading zeros."
            ], status: .notFound)
    }

    /// Explains that a layer has no network, and so no map.
    static func noMap(of layer: PublishedLayer) -> ServiceError {
        ServiceError(
            code: 404, message: "Not Found",
            details: ["\(ResourcePath.layer(layer)) has no network that a map could show."],
            status: .notFound)
    }

    /// Explains that the map page lacks a file.
    static func noMapFile(_ name: String) -> ServiceError {
        let names = MapSettings.names
        let detail =
            MapSettings.libraryNames.contains(name)
            ? "\(name) is missing; run scripts/setup-map, or name the folder that has it with "
                + "--map-files, and start the server again."
            : "The map has no file \"\(name.excerpt(60))\"; it has "
                + "\(names.joined(separator: ", "))."
        return ServiceError(code: 404, message: "Not Found", details: [detail], status: .notFound)
    }
}
