// A server's geoprocessing services and their tasks: each service has its operations and Esri's
// tools as tasks; one more service has the tools over all layers, at the path portals use.

package import Geoprocessing
package import Preparation
import RouteAPI

/// A geoprocessing service.
package struct TaskServer: Sendable {
    /// The folder and service of its layers, or `nil` for the service that has the tools.
    private let place: (folder: String, service: String)?
    /// The layers its tasks work on, the preferred ones first.
    package let layers: [PublishedLayer]

    /// The name of the service that has the tools, as in ArcGIS Enterprise.
    package static let toolService = "NetworkAnalysis"

    /// Collects the tasks for a service's layers.
    package init(folder: String, service: String, layers: [PublishedLayer]) {
        place = (folder, service)
        self.layers = layers
    }

    private init(toolsOver layers: [PublishedLayer]) {
        place = nil
        self.layers = layers
    }

    /// Returns the service with the tools over the first layer of each type. Returns `nil` without
    /// layers, or if a service with layers has taken its name.
    package static func tools(in catalog: ServiceCatalog) -> TaskServer? {
        guard !catalog.layers.isEmpty, catalog.layers(of: toolService, in: "").isEmpty else {
            return nil
        }
        return TaskServer(toolsOver: catalog.layers)
    }

    /// Its name in the services directory.
    package var name: String { place?.service ?? Self.toolService }

    /// Its folder in the services directory.
    package var folder: String { place?.folder ?? "" }

    /// Its path in the services directory.
    package var path: String {
        "\(ResourcePath.folder(folder))/\(ResourcePath.encoded(name))/GPServer"
    }

    /// A sentence about the service.
    package var summary: String {
        place == nil
            ? "Routes, closest facilities and cost matrices as jobs, with the parameters of Esri's "
                + "tools."
            : "The operations of \(name) as jobs, for requests that take a long time."
    }

    /// The operations of its layers; the service that has the tools has none.
    private var operations: some Sequence<AnalysisOperation> {
        (place == nil ? [] : layers).lazy.flatMap(\.answering.operations)
    }

    /// All tasks: the operations of its layers, then Esri's tools.
    package var tasks: [PublishedTask] {
        var names: Set<String> = []
        return operations.filter { names.insert($0.description.name).inserted }.map(task)
            + GPTool.allCases.compactMap(task)
    }

    /// Finds a task by its name in lower case, without making the others: every request to a job
    /// asks for it.
    package func task(named folded: String) -> PublishedTask? {
        operations.first { $0.description.foldedName == folded }.map(task)
            ?? GPTool.named(folded).flatMap(task)
    }

    private func task(_ operation: AnalysisOperation) -> PublishedTask {
        let name = operation.description.name
        return PublishedTask(
            server: self, kind: .operation(name), name: name,
            layers: layers.filter { $0.operation(named: name) != nil })
    }

    /// Returns a tool's task; `nil` if no layer can do its work.
    private func task(_ tool: GPTool) -> PublishedTask? {
        let able = layers.filter { $0.type == tool.layerType && $0.operation(of: tool) != nil }
        if able.isEmpty { return nil }
        return PublishedTask(server: self, kind: .tool(tool), name: tool.name, layers: able)
    }

    /// Returns the service with only the layers a caller may use.
    package func visible(in catalog: ServiceCatalog) -> TaskServer {
        let open = layers.filter { layer in catalog.layers.contains { $0 === layer } }
        guard let place else { return TaskServer(toolsOver: open) }
        return TaskServer(folder: place.folder, service: place.service, layers: open)
    }
}

/// A task in a geoprocessing service.
package struct PublishedTask: Sendable {
    package let server: TaskServer
    /// Which operation or tool it is.
    package let kind: GPTask.Kind
    /// The last segment of its URL.
    package let name: String
    /// The layers that can do it, at least one; the first is the default.
    package let layers: [PublishedLayer]

    package init(server: TaskServer, kind: GPTask.Kind, name: String, layers: [PublishedLayer]) {
        self.server = server
        self.kind = kind
        self.name = name
        self.layers = layers
    }

    /// Its path in the services directory.
    package var path: String { "\(server.path)/\(name)" }

    /// The most bytes in a request.
    package var maximumRequestBytes: Int {
        layers.map(\.limits.maximumRequestBytes).max() ?? ServiceLimits().maximumRequestBytes
    }

    package func declaration(on layer: PublishedLayer) -> GPTask {
        switch kind {
        case .tool(let tool): GPTask(tool, of: layer.description)
        case .operation(let name):
            GPTask(
                layer.operation(named: name)?.description ?? layer.type.operation,
                of: layer.description, layerNames: layers.map(\.layer))
        }
    }

    /// Returns the operation that does the work on a layer.
    package func operation(on layer: PublishedLayer) -> AnalysisOperation? {
        switch kind {
        case .tool(let tool): layer.operation(of: tool)
        case .operation(let name): layer.operation(named: name)
        }
    }

    /// Returns the task with only the layers a caller may use.
    package func visible(in catalog: ServiceCatalog) -> PublishedTask {
        PublishedTask(
            server: server.visible(in: catalog), kind: kind, name: name,
            layers: layers.filter { layer in catalog.layers.contains { $0 === layer } })
    }
}

extension PublishedLayer {
    package func operation(named name: String) -> AnalysisOperation? {
        answering.operations.first { $0.description.name == name }
    }

    /// Finds the operation that does a tool's work.
    package func operation(of tool: GPTool) -> AnalysisOperation? {
        operation(named: tool.layerType.operation.name)
    }
}
