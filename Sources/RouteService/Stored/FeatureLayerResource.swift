// `…/FeatureServer/{layer}`: a stored layer's columns, and what can be done with it.

import FeatureStore
import Geo
import PublishedServices
import RouteAPI
import ServiceDefinitions
import ServicePages

struct FeatureLayerResource: Resource {
    let layer: FeatureLayer
    let schema: LayerSchema
    /// The bounding box of all shapes in the layer's system; `nil` if unknown.
    let extent: Envelope?

    /// Returns the rights that clients read, in ArcGIS words.
    static func capabilities(isEditable: Bool) -> String {
        isEditable ? "Query,Create,Update,Delete,Editing" : "Query"
    }

    /// Describes a layer in a sentence.
    static func summary(of layer: FeatureLayer) -> String {
        var words = [layer.stored.geometryType?.plural ?? "Rows without shapes"]
        if let kind = layer.stored.declaration.standing {
            words.append("which are \(kind.words)s in every request")
        }
        if layer.isEditable { words.append("which editors may change") }
        return words.joined(separator: ", ") + "."
    }

    /// The column that names a row.
    private var displayField: String {
        let named = schema.fields.first { $0.name.lowercased() == "name" }
        return (named ?? schema.fields.first { $0.type == .string })?.name
            ?? schema.objectIDField
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in writeMembers(to: &writer) }
    }

    /// Writes the description as members of an object.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("currentVersion", ServerInfo.currentVersion)
        writer.member("cimVersion", ServerInfo.cimVersion)
        writer.member("id", layer.id)
        writer.member("name", layer.stored.name)
        writer.member("type", schema.geometryType == nil ? "Table" : "Feature Layer")
        writer.member("displayField", displayField)
        writer.member("description", schema.description)
        writer.member("copyrightText", layer.owner.description.attribution)
        writer.member("defaultVisibility", true)
        writeShapes(to: &writer)
        writer.member("isDataVersioned", false)
        writer.member("hasAttachments", false)
        writer.member("htmlPopupType", "esriServerHTMLPopupTypeAsHTMLText")
        writer.member("objectIdField", schema.objectIDField)
        writer.member("globalIdField", "")
        writer.member("typeIdField", "")
        writeFields(to: &writer)
        for list in ["types", "relationships", "templates", "indexes"] {
            writer.array(list) { _ in }
        }
        writer.member("maxRecordCount", FeatureServiceResource.mostRows)
        writer.member("supportedQueryFormats", "JSON, geoJSON")
        writer.member(
            "capabilities", Self.capabilities(isEditable: layer.isEditable))
        writeSupport(to: &writer)
    }

    private func writeShapes(to writer: inout JSONWriter) {
        guard let type = schema.geometryType else { return }
        writer.member("geometryType", type.rawValue)
        writer.member("minScale", 0)
        writer.member("maxScale", 0)
        writer.member("hasZ", false)
        writer.member("hasM", false)
        writer.member("allowGeometryUpdates", true)
        if let extent, !extent.isEmpty {
            writer.object("extent") { writer in
                writer.member("xmin", extent.minX)
                writer.member("ymin", extent.minY)
                writer.member("xmax", extent.maxX)
                writer.member("ymax", extent.maxY)
                writer.key("spatialReference")
                writer.esriSpatialReference(schema.spatialReference)
            }
        }
        writer.key("sourceSpatialReference")
        writer.esriSpatialReference(schema.spatialReference)
    }

    private func writeFields(to writer: inout JSONWriter) {
        writer.array("fields") { writer in
            writer.layerField(
                LayerField(schema.objectIDField, .objectID, isNullable: false), isEditable: false)
            for field in schema.fields {
                writer.layerField(field, isEditable: layer.isEditable)
            }
        }
    }

    private func writeSupport(to writer: inout JSONWriter) {
        writer.member("supportsStatistics", true)
        writer.member("supportsCalculate", layer.isEditable)
        writer.member("supportsAdvancedQueries", true)
        writer.member("supportsRollbackOnFailureParameter", true)
        writer.member("supportsApplyEditsWithGlobalIds", false)
        writer.member("supportsCoordinatesQuantization", true)
        writer.member("useStandardizedQueries", true)
        writer.object("advancedQueryCapabilities") { writer in
            for (name, isSupported) in [
                ("supportsPagination", true), ("supportsOrderBy", true),
                ("supportsReturningQueryExtent", true), ("supportsDistinct", true),
                ("supportsStatistics", true), ("supportsHavingClause", true),
                ("supportsPaginationOnAggregatedQueries", true),
                ("supportsQueryWithDistance", true), ("supportsPercentileStatistics", false),
                ("supportsSqlExpression", false), ("supportsAdvancedQueryRelated", false),
            ] {
                writer.member(name, isSupported)
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: layer.stored.name, trail: Self.trail(to: layer.service),
            lead: ([schema.title, schema.description] + [Self.summary(of: layer)])
                .filter { !$0.isEmpty }.joined(separator: " "),
            jsonPath: ResourcePath.featureLayer(layer))
        page.section("operations", "Operations") { html in html.cards(operations) }
        page.section("fields", "Columns") { html in
            html.append(columnTable)
        }
        page.section("definition", "In requests") { html in
            html.element("p", "An input that names the layer has its rows:")
            html.element("pre", "{\"type\":\"layer\",\"layerName\":\"\(layer.stored.name)\"}")
        }
        return page
    }

    var columnTable: HTML {
        var html = HTML()
        html.table(
            caption: "Columns of \(layer.stored.name)", id: "table-fields-\(layer.id)",
            columns: ["Name", "Type", "Alias", "May be empty", "Field of requests"],
            rows: columns)
        return html
    }

    private var operations: [(name: String, path: String, text: String)] {
        let path = ResourcePath.featureLayer(layer)
        var operations = [
            (name: "query", path: "\(path)/query", text: "Selects rows by a condition and a shape.")
        ]
        guard layer.isEditable else { return operations }
        for operation in FeatureEditOperation.allCases {
            let name = operation.rawValue
            operations.append((name: name, path: "\(path)/\(name)", text: operation.summary))
        }
        operations.append(
            (
                name: "calculate", path: "\(path)/calculate",
                text: "Sets columns of the rows that a condition selects."
            ))
        return operations
    }

    /// The cells in the table of columns.
    private var columns: [[HTML]] {
        let id = [
            HTML(code: schema.objectIDField), HTML("object id"), HTML(), HTML("no"), HTML(),
        ]
        let others = schema.fields.map { field in
            [
                HTML(code: field.name), HTML(code: field.type.rawValue),
                HTML(field.alias == field.name ? "" : field.alias),
                HTML(field.isNullable ? "yes" : "no"), HTML(code: use(of: field)),
            ]
        }
        return [id] + others
    }

    /// Returns the request fields to which a column is mapped.
    private func use(of field: LayerField) -> String {
        layer.stored.declaration.mapping.entries
            .filter { $0.column.lowercased() == field.name.lowercased() }
            .map(\.field).joined(separator: ", ")
    }

    /// Returns the pages above a layer, from the root.
    static func trail(to service: FeatureService) -> [DirectoryPage.Crumb] {
        ServiceResource.trail(to: service.folder) + [
            DirectoryPage.Crumb(
                name: "\(service.name) (FeatureServer)",
                path: ResourcePath.featureService(service))
        ]
    }

    /// Returns the pages above a layer's operation, from the root.
    static func trail(to layer: FeatureLayer) -> [DirectoryPage.Crumb] {
        trail(to: layer.service) + [
            DirectoryPage.Crumb(name: layer.stored.name, path: ResourcePath.featureLayer(layer))
        ]
    }
}

extension GeometryType {
    /// The shapes, as the beginning of a sentence.
    fileprivate var plural: String {
        switch self {
        case .point: "Points"
        case .multipoint: "Sets of points"
        case .polyline: "Lines"
        case .polygon: "Polygons"
        }
    }
}

extension JSONWriter {
    /// Writes a column as feature-service clients read it.
    fileprivate mutating func layerField(_ field: LayerField, isEditable: Bool) {
        beginObject()
        member("name", field.name)
        member("type", field.type.rawValue)
        member("alias", field.alias)
        member("sqlType", "sqlTypeOther")
        if let length = field.length { member("length", length) }
        member("nullable", field.isNullable)
        member("editable", isEditable)
        key("domain")
        null()
        key("defaultValue")
        null()
        endObject()
    }
}
