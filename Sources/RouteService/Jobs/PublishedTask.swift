// The geoprocessing services of a server, and their tasks: each service has its operations and
// Esri's tools as tasks, and one service has the tools over all layers, where portals have them.

import Geoprocessing
import NetworkAnalysis
import RouteAPI

/// A geoprocessing service.
struct TaskServer: Sendable {
    /// The folder of a service with layers, or `nil` for the service of the tools.
    private let place: (folder: String, service: String)?
    /// The layers that its tasks work on, the preferred ones first.
    let layers: [PublishedLayer]

    /// The name of the service that has the tools, as in ArcGIS Enterprise.
    static let toolService = "NetworkAnalysis"

    /// The tasks of a service with layers.
    init(folder: String, service: String, layers: [PublishedLayer]) {
        place = (folder, service)
        self.layers = layers
    }

    private init(toolsOver layers: [PublishedLayer]) {
        place = nil
        self.layers = layers
    }

    /// The service of the tools over the first layer of each type, or `nil` without layers, or when
    /// a service of layers has its name.
    static func tools(in catalog: ServiceCatalog) -> TaskServer? {
        guard !catalog.layers.isEmpty, catalog.layers(of: toolService, in: "").isEmpty else {
            return nil
        }
        return TaskServer(toolsOver: catalog.layers)
    }

    /// The name in the services directory.
    var name: String { place?.service ?? Self.toolService }

    /// The folder.
    var folder: String { place?.folder ?? "" }

    /// The path.
    var path: String {
        "\(ResourcePath.folder(folder))/\(ResourcePath.encoded(name))/GPServer"
    }

    /// A sentence about the service.
    var summary: String {
        place == nil
            ? "Routes, closest facilities and cost matrices as jobs, with the parameters of Esri's "
                + "tools."
            : "The operations of \(name) as jobs, for requests that take a long time."
    }

    /// The tasks, operations first.
    var tasks: [PublishedTask] {
        var tasks: [PublishedTask] = []
        if place != nil {
            var names: Set<String> = []
            for operation in layers.flatMap(\.answering.operations)
            where names.insert(operation.description.name).inserted {
                let name = operation.description.name
                tasks.append(
                    PublishedTask(
                        server: self, kind: .operation(name), name: name,
                        layers: layers.filter { $0.operation(named: name) != nil }))
            }
        }
        for tool in GPTool.allCases {
            let able = layers.filter {
                $0.type == tool.layerType && $0.operation(of: tool) != nil
            }
            if able.isEmpty { continue }
            tasks.append(
                PublishedTask(
                    server: self, kind: .tool(tool), name: tool.rawValue, layers: able))
        }
        return tasks
    }

    /// The service with the layers that are open to a caller.
    func visible(in catalog: ServiceCatalog) -> TaskServer {
        let open = layers.filter { layer in catalog.layers.contains { $0 === layer } }
        guard let place else { return TaskServer(toolsOver: open) }
        return TaskServer(folder: place.folder, service: place.service, layers: open)
    }
}

/// A task of a geoprocessing service.
struct PublishedTask: Sendable {
    /// The service.
    let server: TaskServer
    /// What it does.
    let kind: GPTask.Kind
    /// The last segment of its URL.
    let name: String
    /// The layers that can do it, at least one; the first by default.
    let layers: [PublishedLayer]

    /// The path.
    var path: String { "\(server.path)/\(name)" }

    /// The most bytes of a request.
    var maximumRequestBytes: Int {
        layers.map(\.limits.maximumRequestBytes).max() ?? ServiceLimits().maximumRequestBytes
    }

    /// The declaration of the task on one of its layers.
    func declaration(on layer: PublishedLayer) -> GPTask {
        switch kind {
        case .tool(let tool): GPTask(tool, of: layer.description)
        case .operation(let name):
            GPTask(
                layer.operation(named: name)?.description ?? layer.type.operation,
                of: layer.description, layerNames: layers.map(\.layer))
        }
    }

    /// The operation that does the work on a layer.
    func operation(on layer: PublishedLayer) -> AnalysisOperation? {
        switch kind {
        case .tool(let tool): layer.operation(of: tool)
        case .operation(let name): layer.operation(named: name)
        }
    }

    /// The same task with the layers that are open to a caller.
    func visible(in catalog: ServiceCatalog) -> PublishedTask {
        PublishedTask(
            server: server.visible(in: catalog), kind: kind, name: name,
            layers: layers.filter { layer in catalog.layers.contains { $0 === layer } })
    }
}

extension PublishedLayer {
    /// An operation of the layer.
    func operation(named name: String) -> AnalysisOperation? {
        answering.operations.first { $0.description.name == name }
    }

    /// The operation that does the work of a tool.
    func operation(of tool: GPTool) -> AnalysisOperation? {
        operation(named: tool.layerType.operation.name)
    }
}
