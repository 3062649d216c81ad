// The utilities' answers, for the layers the portal names.

import Geo
import Geoprocessing
import PublishedServices
import RouteAPI
import ServicePages

/// A task's results.
struct TaskAnswer: Resource {
    let task: RoutingTask
    let layer: PublishedLayer
    /// Whether the caller sees a portal.
    let isPortal: Bool
    /// Whether sources include their fields.
    let hasSourceFields: Bool

    /// Reads a task's inputs.
    ///
    /// - Parameter layers: The layers the caller may use, at least one. Travel modes come from the
    ///   first, which the portal names, and tools from the first layer of their type.
    /// - Throws: ``RouteRequestError`` for an unknown tool. Newer clients name none.
    init(
        _ task: RoutingTask, _ fields: FormParameters, of layers: [PublishedLayer], isPortal: Bool
    ) throws(RouteRequestError) {
        guard let first = layers.first else {
            preconditionFailure("a task has a layer that is open to its caller")
        }
        self.task = task
        self.isPortal = isPortal
        guard task == .toolInfo else {
            layer = first
            hasSourceFields = false
            return
        }
        let tools = GPTool.allCases.filter { tool in
            layers.contains { $0.type == tool.layerType }
        }
        var asked = try Self.tool(named: "toolName", fields, among: tools, \.name)
        let service = try Self.tool(named: "serviceName", fields, among: tools, \.helperService)
        if asked == nil { asked = service }
        layer = layers.first { $0.type == asked?.layerType } ?? first
        let word = fields.text("includeNetworkSourceInfo")?.lowercased()
        hasSourceFields = word == "true" || word == "1"
    }

    /// Finds the tool a field names, in any case; returns `nil` if the field is empty.
    private static func tool(
        named field: String, _ fields: FormParameters, among tools: [GPTool],
        _ name: (GPTool) -> String
    ) throws(RouteRequestError) -> GPTool? {
        guard let asked = fields.text(field) else { return nil }
        if let tool = tools.first(where: { name($0).lowercased() == asked.lowercased() }) {
            return tool
        }
        let known = tools.map { "\"\(name($0))\"" }.joined(separator: ", ")
        throw .invalidParameter(
            field,
            "\"\(asked.excerpt(60))\" is not implemented; there \(tools.count == 1 ? "is" : "are") "
                + known)
    }

    private var configuration: RouteLayerConfiguration { layer.description.configuration }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.array("results") { writer in
                for parameter in task.parameters where !parameter.isInput {
                    writer.beginObject()
                    writer.member("paramName", parameter.name)
                    writer.member("dataType", parameter.type.rawValue)
                    writer.key("value")
                    write(parameter, to: &writer)
                    writer.endObject()
                }
            }
            writer.array("messages") { _ in }
        }
    }

    private func write(_ parameter: TaskParameter, to writer: inout JSONWriter) {
        switch parameter.name {
        case "supportedTravelModes": writeTravelModes(to: &writer)
        case "defaultTravelMode": writer.string(configuration.defaultTravelMode)
        default:
            writer.string(
                String(
                    decoding: LayerResourceWriter.toolInfo(
                        layer.description, isPortal: isPortal, withFields: hasSourceFields),
                    as: UTF8.self))
        }
    }

    /// Writes the travel modes as a table, in which no attribute may be null.
    private func writeTravelModes(to writer: inout JSONWriter) {
        let texts = [("Name", 255), ("AltName", 255), ("TravelModeId", 50), ("TravelMode", 65_536)]
        writer.beginObject()
        writer.member("displayFieldName", "Name")
        writer.array("fields") { writer in
            writer.beginObject()
            writer.member("name", "ObjectID")
            writer.member("type", FieldType.objectID.rawValue)
            writer.member("alias", "ObjectID")
            writer.endObject()
            for (name, length) in texts {
                writer.beginObject()
                writer.member("name", name)
                writer.member("type", FieldType.string.rawValue)
                writer.member("alias", name)
                writer.member("length", length)
                writer.endObject()
            }
        }
        writer.array("features") { writer in
            for (row, mode) in configuration.travelModes.enumerated() {
                var settings = JSONWriter()
                settings.travelMode(mode)
                writer.beginObject()
                writer.object("attributes") { writer in
                    writer.member("ObjectID", row + 1)
                    for (name, text) in zip(
                        texts.map(\.0), [mode.name, mode.name, mode.id, settings.text])
                    {
                        writer.member(name, text)
                    }
                }
                writer.endObject()
            }
        }
        writer.member("exceededTransferLimit", false)
        writer.endObject()
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "\(task.rawValue): results",
            trail: RoutingTaskResource.trail + [
                DirectoryPage.Crumb(name: task.rawValue, path: ResourcePath.utility(task))
            ], lead: task.summary, jsonPath: "\(ResourcePath.utility(task))/execute")
        page.content.element("p") { html in
            html.text("Of the layer ")
            html.link("\(layer.service)/\(layer.layer)", to: ResourcePath.layer(layer))
            html.text(task == .travelModes ? ", whose travel modes are " : ", as on ")
            html.link(
                task == .travelModes ? "on a page of their own" : "its page",
                to: task == .travelModes
                    ? "\(ResourcePath.layer(layer))/retrieveTravelModes" : ResourcePath.layer(layer)
            )
            html.text(".")
        }
        return page
    }
}
