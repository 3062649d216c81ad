// The map's resources: tiles, their style and description, and the page with its files.

import AccessControl
import Geo
import Hummingbird
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

extension ResourceTable {
    /// A layer's tiles and page, and the page's files.
    static let maps: [ResourceRow] = [
        ResourceRow(
            PathPattern<RequestedTile>.tile, described: .tile, layer: \.layer
        ) { tile, asking, server in
            try await TileEndpoint(
                tile: tile, asking: asking, queue: server.queue,
                client: server.clients.presence(on: asking.context.channel)
            ).respond()
        },
        ResourceRow(
            PathPattern<PublishedLayer>.overview, described: .overview, layer: { $0 }
        ) { layer, asking, server in
            try await OverviewEndpoint(
                layer: layer, asking: asking, kept: server.map.overviews,
                work: TileWork(
                    layer: layer, asking: asking, queue: server.queue,
                    client: server.clients.presence(on: asking.context.channel))
            ).respond()
        },
        ResourceRow(ofLayer: .mapStyle, described: .mapStyle) { layer, asking, _ in
            let tiles = try TileSetDocument(layer, origin: asking.request.source.base)
            let isDark = try MapTheme(asking.request.fields).isDark
            return asking.writer.script(MapStyle(tiles, isDark: isDark).json)
        },
        ResourceRow(ofLayer: .tileSet, described: .tileSet) { layer, asking, _ in
            let tiles = try TileSetDocument(layer, origin: asking.request.source.base)
            return asking.writer.script(tiles.json)
        },
        ResourceRow(ofLayer: .mapPage, described: .mapPage) { layer, asking, server in
            try MapPageAnswer(layer: layer, settings: server.map, asking: asking).response()
        },
        ResourceRow(PathPattern<Void>.map, described: .map, isListed: true) { _, asking, server in
            let layer = try MapPageAnswer.firstLayer(asking)
            return try MapPageAnswer(layer: layer, settings: server.map, asking: asking).response()
        },
        ResourceRow(
            PathPattern<String>.mapFile, described: .mapFile, access: .unrestricted
        ) { name, asking, server in
            guard let file = server.map.file(named: name) else {
                throw ErrorTable.noMapFile(name)
            }
            return asking.writer.response(file)
        },
    ]
}

extension AnswerWriter {
    /// Returns a document that is JSON in every format.
    fileprivate func script(_ document: JSONValue) -> Response {
        var writer = JSONWriter(pretty: format != .json)
        writer.value(document)
        return script(writer.bytes, isCacheable: true)
    }
}
