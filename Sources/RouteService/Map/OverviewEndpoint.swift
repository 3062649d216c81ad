// `…/tiles/overview.svg`: all streets as a small picture, to see before a map is drawn.

import DataStructures
import HTTPTypes
import Hummingbird
import NIOCore
import Pictures
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport
import Synchronization
import VectorTiles

/// Answers with a picture of a layer's streets.
///
/// As with tiles, the entity tag changes with the network, and a client may keep the picture if its
/// URL has the network's version. Pictures that were made are kept, up to ``Kept/mostBytes``.
struct OverviewEndpoint: Sendable {
    static let mediaType = "image/svg+xml;charset=utf-8"
    /// The picture's version. Raise it if it changes for the same network.
    private static let contentVersion = 2

    let layer: PublishedLayer
    let asking: Asking
    let kept: Kept
    let work: TileWork

    /// Answers the request.
    ///
    /// - Throws: ``ServiceError`` with 404 if the layer has no network; with 400 if the theme is
    ///   none; with 503 if a program wrote into the network. ``LaneRefusal`` if no thread is free.
    func respond() async throws -> Response {
        guard let facts = layer.answering.mapFacts else { throw ErrorTable.noMap(of: layer) }
        let isDark = try MapTheme(asking.request.fields).isDark
        guard !layer.answering.hasChangedFile else {
            throw ErrorTable.changedNetwork(of: layer)
        }
        let name =
            "\(Self.contentVersion)-\(TileEndpoint.version(of: layer))-\(isDark ? "dark" : "light")"
        let tag = "W/\"\(name)\""
        let headers = AnswerWriter.headers(
            ofBytes: Self.mediaType, tag: tag, cache: TileEndpoint.cache(of: layer, asking))
        if asking.writer.isCurrent(tag) { return AnswerWriter.notModified(headers) }
        if let known = kept.file(named: name) {
            return asking.writer.response(known, headers)
        }
        return try await work.made { [layer, asking, kept] in
            // While this waited, another request, or a try that took too long, may have made it.
            if let known = kept.file(named: name) { return asking.writer.response(known, headers) }
            let drawing = OverviewDrawing(
                layer.answering.overviewStreets(), covering: facts.bounds)
            let palette = isDark ? MapPalette.dark : MapPalette.light
            let text = drawing.document(attribution: layer.description.attribution) { rank in
                palette.look(of: rank)
            }
            let file = StaticFile(Array(text.utf8), mediaType: Self.mediaType)
            kept.keep(file, named: name)
            return asking.writer.response(file, headers)
        }
    }

    /// The pictures of all layers that were made.
    final class Kept: Sendable {
        /// The most bytes to keep.
        static let mostBytes = 2 << 20

        private let files = Mutex(BoundedCache<String, StaticFile>(budget: mostBytes))

        func file(named name: String) -> StaticFile? { files.withLock { $0.find(name) } }

        func keep(_ file: StaticFile, named name: String) {
            let size = file.bytes.count + (file.compressed?.count ?? 0)
            files.withLock { $0.keep(file, for: name, size: size) }
        }
    }
}

extension MapPalette {
    /// Returns how streets of a rank look in a small picture.
    fileprivate func look(of rank: StreetLine.Rank) -> OverviewDrawing.Look {
        switch rank {
        case .path: OverviewDrawing.Look(color: path, width: 0.8)
        case .minor: OverviewDrawing.Look(color: minor, width: 2.6, casing: casing)
        case .medium: OverviewDrawing.Look(color: secondary, width: 3.6, casing: casing)
        case .major: OverviewDrawing.Look(color: primary, width: 4.4, casing: casing)
        }
    }
}
