// `…/NAServer/{layer}/map` and `/map`: the page to draw routes on.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import MapPage
import NIOCore
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport
import VectorTiles

/// Answers with a route layer's map page.
struct MapPageAnswer: Sendable {
    let layer: PublishedLayer
    let settings: MapSettings
    let asking: Asking

    /// Returns the page.
    ///
    /// - Throws: ``ServiceError`` with 404 if the layer has no network.
    func response() throws(ServiceError) -> Response {
        guard let facts = layer.answering.mapFacts else { throw ErrorTable.noMap(of: layer) }
        let prefix = asking.request.source.prefix
        let box = [facts.bounds.minX, facts.bounds.minY, facts.bounds.maxX, facts.bounds.maxY]
        let own = prefix + PathPattern<PublishedLayer>.mapStyle.path(of: layer)
        let isOpen = layer.access.decision(on: .anonymous(network: "")) == .allowed
        // A browser cannot send the token that the page's scripts send, and the style of another
        // server draws other streets.
        let overview =
            isOpen && settings.styleURL == nil
            ? prefix + PathPattern<PublishedLayer>.overview.path(of: layer)
                + "?\(TileEndpoint.versionField)=\(TileEndpoint.version(of: layer))" : nil
        let page = MapTemplate(
            layer: prefix + ResourcePath.layer(layer), title: layer.service,
            bounds: box.map { "\($0)" }.joined(separator: ","),
            style: settings.styleURL ?? own,
            nightStyle: settings.styleURL ?? "\(own)?\(MapTheme.field)=dark",
            overview: overview,
            nightOverview: overview.map { "\($0)&\(MapTheme.field)=dark" }, isOpen: isOpen,
            attribution: layer.description.attribution,
            files: "\(prefix)\(PathPattern<Void>.map.path)/",
            version: ProductVersion.current
        ).filled()
        var response = asking.writer.response(
            StaticFile(Array(page.utf8), mediaType: MapFile.page.mediaType))
        response.headers[.contentSecurityPolicy] = settings.policy(
            origin: asking.request.source.origin)
        response.headers[.xFrameOptions] = "DENY"
        response.headers[.referrerPolicy] = "same-origin"
        return response
    }

    /// Returns the layer for `/map`: the first route layer with a network the caller may use.
    ///
    /// - Throws: ``ServiceError`` with code 499 if a token would help; with 404 if there is none.
    static func firstLayer(_ asking: Asking) throws(ServiceError) -> PublishedLayer {
        func first(in catalog: ServiceCatalog) -> PublishedLayer? {
            PathPattern<PublishedLayer>.mapPage.all(catalog).first
        }
        if let layer = first(in: asking.catalog) { return layer }
        if let hidden = first(in: asking.snapshot) {
            try asking.server.gate.checkAccess(of: asking.caller, to: hidden)
        }
        throw ServiceError(
            code: 404, message: "Not Found",
            details: [
                "No route layer on this server has a network that a map could show; serve one with "
                    + "waypost serve --network."
            ], status: .notFound)
    }
}
