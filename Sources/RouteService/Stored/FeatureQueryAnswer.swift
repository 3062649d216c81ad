// The answer to a query of a stored layer: JSON, GeoJSON and a page.

import FeatureStore
import Geo
import PublishedServices
import RouteAPI
import ServicePages

struct FeatureQueryAnswer: Resource {
    /// What was found.
    enum Found: Sendable {
        case rows(StoredFeatures)
        case count(Int)
        case objectIDs([Int64])
        case extent(Envelope, SpatialReference, count: Int?)
        case groups(StoredFeatures)
    }

    let layer: FeatureLayer
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// `nil` if only the form is shown.
    let found: Found?
    /// The name of the column with the ids.
    let objectIDField: String
    var coordinates = CoordinateForm()

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        guard let found else { return object(pretty: pretty) { _ in } }
        writer.found(found, objectIDField: objectIDField, coordinates: coordinates)
        return writer.bytes
    }

    func geoJSON() -> [UInt8]? {
        let rows: StoredFeatures
        switch found {
        case .rows(let found)?, .groups(let found)?: rows = found
        case .count, .objectIDs, .extent, nil: return json(pretty: false)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "FeatureCollection")
        if rows.exceededLimit {
            writer.object("properties") { $0.member("exceededTransferLimit", true) }
        }
        writer.rowMessages(rows.messages)
        let fields = rows.features.fields
        let idPlace = fields.firstIndex { $0.type == .objectID }
        writer.array("features") { writer in
            for feature in rows.features.features {
                // Clients such as esri-leaflet tell features apart by it.
                var id: Int?
                if let idPlace, case .integer(let number) = feature.values[idPlace] { id = number }
                writer.geoJSONFeature(
                    feature, fields: fields, id: id, decimals: coordinates.decimals)
            }
        }
        writer.endObject()
        return writer.bytes
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Query", trail: FeatureLayerResource.trail(to: layer),
            lead: "Selects rows of \(layer.stored.name).")
        if let found { page.content.append(Self.content(of: found, id: "rows")) }
        page.section("form", found == nil ? "Rows" : "Change the query") { html in
            html.append(
                FeatureForm(
                    action: "\(ResourcePath.featureLayer(layer))/query", fields: fields
                ).query)
        }
        return page
    }

    /// Writes what was found, for a page.
    ///
    /// - Parameter id: A name for the table.
    static func content(of found: Found, id: String) -> HTML {
        var html = HTML()
        switch found {
        case .rows(let rows), .groups(let rows): write(rows, id, to: &html)
        case .count(let count): html.element("p", selected(count))
        case .objectIDs(let ids):
            html.element("p", ids.map { "\($0)" }.joined(separator: ", "))
        case .extent(let box, _, let count):
            if let count { html.element("p", selected(count)) }
            let sides = [box.minX, box.minY, box.maxX, box.maxY].map { ShownNumber.text($0) }
            html.element(
                "p", box.isEmpty ? "No shape is selected." : sides.joined(separator: ", "))
        }
        return html
    }

    private static func selected(_ count: Int) -> String {
        count == 1 ? "One row is selected." : "\(ShownNumber.grouped(count)) rows are selected."
    }

    private static func write(_ rows: StoredFeatures, _ id: String, to html: inout HTML) {
        let set = rows.features
        if set.features.isEmpty {
            html.element("p", "No row is selected.")
            return
        }
        html.list(rows.messages) { html, message in html.text(message) }
        let count = set.features.count
        let caption = count == 1 ? "1 row" : "\(ShownNumber.grouped(count)) rows"
        let hasShapes = set.geometryType != nil
        html.table(
            caption: caption + (rows.exceededLimit ? ", and there are more (resultOffset)" : ""),
            id: "table-\(id)", columns: set.fields.map(\.name) + (hasShapes ? ["Shape"] : []),
            rows: set.features.map { feature in
                feature.values.map { HTML(value: text(of: $0)) }
                    + (hasShapes ? [HTML(feature.geometry.map { text(of: $0) } ?? "")] : [])
            })
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

    /// Describes a shape in a few words.
    private static func text(of geometry: Geometry) -> String {
        switch geometry {
        case .point(let place): "\(ShownNumber.text(place.x)), \(ShownNumber.text(place.y))"
        case .empty: ""
        case .multipoint, .polyline, .polygon: "\(geometry.coordinates.count) vertices"
        }
    }
}

extension JSONWriter {
    /// Writes what a query found in a layer as an object.
    ///
    /// - Parameters:
    ///   - layer: The layer's number, if several are queried.
    ///   - coordinates: How coordinates are written.
    mutating func found(
        _ found: FeatureQueryAnswer.Found, objectIDField: String, layer: Int? = nil,
        coordinates: CoordinateForm = CoordinateForm()
    ) {
        switch found {
        case .rows(let rows):
            var (set, decimals) = (rows.features, coordinates.decimals)
            var lattice: Quantization.Lattice?
            if let quantization = coordinates.quantization, set.geometryType != nil {
                let chosen = quantization.lattice(for: set)
                (set, decimals, lattice) = (quantization.quantized(set, on: chosen), 0, chosen)
            }
            esriFeatureSet(set, decimals: decimals) { writer in
                if let layer { writer.member("id", layer) }
                if let lattice { writer.transform(lattice) }
                writer.member("objectIdFieldName", objectIDField)
                writer.member("globalIdFieldName", "")
                if rows.exceededLimit { writer.member("exceededTransferLimit", true) }
                writer.rowMessages(rows.messages)
            }
        case .groups(let groups):
            esriFeatureSet(groups.features) { writer in
                if let layer { writer.member("id", layer) }
                writer.member("displayFieldName", "")
                if groups.exceededLimit { writer.member("exceededTransferLimit", true) }
            }
        case .count(let count):
            beginObject()
            if let layer { member("id", layer) }
            member("count", count)
            endObject()
        case .objectIDs(let ids):
            beginObject()
            if let layer { member("id", layer) }
            member("objectIdFieldName", objectIDField)
            array("objectIds") { writer in
                for id in ids { writer.integer(id) }
            }
            endObject()
        case .extent(let box, let reference, let count):
            beginObject()
            if let layer { member("id", layer) }
            if let count { member("count", count) }
            extent(box, in: reference)
            endObject()
        }
    }

    /// Writes a bounding box. Clients recognize an empty one by the words in it.
    private mutating func extent(_ box: Envelope, in reference: SpatialReference) {
        object("extent") { writer in
            for (name, side) in [
                ("xmin", box.minX), ("ymin", box.minY), ("xmax", box.maxX), ("ymax", box.maxY),
            ] {
                box.isEmpty ? writer.member(name, "NaN") : writer.member(name, side)
            }
            writer.key("spatialReference")
            writer.esriSpatialReference(reference)
        }
    }

    /// Writes messages about rows; writes nothing if there are none.
    fileprivate mutating func rowMessages(_ messages: [String]) {
        if messages.isEmpty { return }
        array("messages") { writer in
            for message in messages {
                writer.beginObject()
                writer.member("type", MessageType.warning.rawValue)
                writer.member("description", message)
                writer.endObject()
            }
        }
    }
}
