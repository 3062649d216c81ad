// `…/{service}/FeatureServer`: a service's stored layers.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// A service's stored layers.
struct FeatureServiceResource: Resource {
    /// The service with only the layers the caller may use.
    let service: FeatureService

    /// The most rows in one answer.
    static let mostRows = 2_000

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            writer.member("serviceDescription", service.summary)
            writer.member("hasVersionedData", false)
            writer.member("maxRecordCount", Self.mostRows)
            writer.member("supportedQueryFormats", "JSON, geoJSON")
            writer.member(
                "capabilities",
                FeatureLayerResource.capabilities(
                    isEditable: service.layers.contains(where: \.isEditable)))
            writer.member("description", service.summary)
            writer.member("copyrightText", service.attribution)
            writer.key("spatialReference")
            writer.esriSpatialReference(.wgs84)
            writer.member("allowGeometryUpdates", true)
            writer.member("units", "esriDecimalDegrees")
            writer.array("layers") { writer in
                for layer in service.layers where layer.stored.geometryType != nil {
                    writer.layer(layer, type: "Feature Layer")
                }
            }
            writer.array("tables") { writer in
                for layer in service.layers where layer.stored.geometryType == nil {
                    writer.layer(layer, type: "Table")
                }
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "\(service.name) (FeatureServer)",
            trail: ServiceResource.trail(to: service.folder),
            lead: service.summary, jsonPath: ResourcePath.featureService(service))
        page.section("layers", "Stored layers") { html in
            html.cards(
                service.layers.map { layer in
                    (
                        "\(layer.stored.name) (\(layer.id))", ResourcePath.featureLayer(layer),
                        FeatureLayerResource.summary(of: layer)
                    )
                })
        }
        page.section("operations", "Operations") { html in html.cards(operations) }
        return page
    }
}

extension FeatureServiceResource {
    private var operations: [(name: String, path: String, text: String)] {
        let path = ResourcePath.featureService(service)
        let reading = [
            (name: "layers", path: "\(path)/layers", text: "The columns of all layers."),
            (name: "query", path: "\(path)/query", text: "Selects rows of several layers."),
        ]
        guard service.layers.contains(where: \.isEditable) else { return reading }
        return reading + [
            (
                name: "applyEdits", path: "\(path)/applyEdits",
                text: "Adds, changes and deletes rows of several layers at once."
            )
        ]
    }
}

extension JSONWriter {
    /// Writes a layer's summary.
    fileprivate mutating func layer(_ layer: FeatureLayer, type: String) {
        beginObject()
        member("id", layer.id)
        member("name", layer.stored.name)
        member("parentLayerId", -1)
        member("defaultVisibility", true)
        key("subLayerIds")
        null()
        member("minScale", 0)
        member("maxScale", 0)
        member("type", type)
        if let geometryType = layer.stored.geometryType {
            member("geometryType", geometryType.rawValue)
        }
        endObject()
    }
}
