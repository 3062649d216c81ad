// The answer to a query of a stored layer in its three forms.

import FeatureStore
import Geo
import RouteAPI

/// The answer to a query.
struct FeatureQueryAnswer: Resource {
    /// What was found.
    enum Found: Sendable {
        case rows(StoredFeatures)
        case count(Int)
        case objectIDs([Int64])
    }

    let layer: ServedLayer
    /// The fields as they were sent, for the form on the page.
    let fields: FormParameters
    /// `nil` for the form alone.
    let found: Found?
    /// The name of the column of ids.
    let objectIDField: String

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        switch found {
        case .rows(let rows)?:
            var writer = JSONWriter(pretty: pretty)
            writer.esriFeatureSet(rows.features) { writer in
                writer.member("objectIdFieldName", objectIDField)
                writer.member("globalIdFieldName", "")
                if rows.exceededLimit { writer.member("exceededTransferLimit", true) }
            }
            return writer.bytes
        case .count(let count)?:
            return object(pretty: pretty) { $0.member("count", count) }
        case .objectIDs(let ids)?:
            return object(pretty: pretty) { writer in
                writer.member("objectIdFieldName", objectIDField)
                writer.array("objectIds") { writer in
                    for id in ids { writer.integer(id) }
                }
            }
        case nil: return object(pretty: pretty) { _ in }
        }
    }

    func geoJSON() -> [UInt8]? {
        guard case .rows(let rows)? = found else { return json(pretty: false) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "FeatureCollection")
        if rows.exceededLimit {
            writer.object("properties") { $0.member("exceededTransferLimit", true) }
        }
        writer.array("features") { writer in
            for feature in rows.features.features {
                writer.geoJSONFeature(feature, fields: rows.features.fields)
            }
        }
        writer.endObject()
        return writer.bytes
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Query", trail: FeatureLayerResource.trail(to: layer),
            lead: "Selects rows of \(layer.stored.name).")
        switch found {
        case .rows(let rows)?: write(rows, to: &page)
        case .count(let count)?:
            page.content.element("p", "\(ShownNumber.grouped(count)) rows are selected.")
        case .objectIDs(let ids)?:
            page.section("ids", "Ids") { html in
                html.element("p", ids.map { "\($0)" }.joined(separator: ", "))
            }
        case nil: break
        }
        page.section("form", found == nil ? "Rows" : "Change the query") { html in
            html.append(
                FeatureForm(
                    action: "\(ResourcePath.featureLayer(layer))/query", fields: fields
                ).query)
        }
        return page
    }

    private func write(_ rows: StoredFeatures, to page: inout DirectoryPage) {
        let set = rows.features
        let count = ShownNumber.grouped(set.features.count)
        page.section("rows", "Rows") { html in
            if set.features.isEmpty {
                html.element("p", "No row is selected.")
                return
            }
            html.table(
                caption: rows.exceededLimit
                    ? "\(count) rows, and there are more (resultOffset)" : "\(count) rows",
                id: "table-rows", columns: set.fields.map(\.name) + ["Shape"],
                rows: set.features.map { feature in
                    feature.values.map { HTML(value: Self.text(of: $0)) }
                        + [HTML(feature.geometry.map { Self.text(of: $0) } ?? "")]
                })
        }
    }

    private static func text(of value: AttributeValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): "\(number)"
        case .double(let number): ShownNumber.text(number)
        case .string(let text): text.excerpt(200)
        case .date(let milliseconds): ISODateTime.text(milliseconds)
        }
    }

    /// A shape in a few words.
    private static func text(of geometry: Geometry) -> String {
        switch geometry {
        case .point(let place): "\(ShownNumber.text(place.x)), \(ShownNumber.text(place.y))"
        case .empty: ""
        case .multipoint, .polyline, .polygon: "\(geometry.coordinates.count) vertices"
        }
    }
}
