// What a server serves, where, and how much of it at once.

import Foundation
public import Logging
import RouteAPI
import RouteAnalysis

/// The settings of a server.
public struct RouteServiceConfiguration: Sendable {
    /// What is served.
    public enum Source: Hashable, Sendable {
        /// Every `*.service.yaml` of a folder.
        case definitions(folder: String)
        /// One network with its shipped defaults, as `services/NAME/NAServer/Route`.
        case network(path: String, name: String)
    }

    /// What is served.
    public var source: Source
    /// The address to listen on; the default answers this machine alone.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any free one.
    public var port = 6080
    /// Solves that run at once; each takes a core.
    public var runningSolves = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Solves that wait for one that runs; more are refused at once.
    public var waitingSolves = 4 * max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Seconds a solve may wait.
    public var maximumWaitSeconds = 60.0
    /// Seconds that running solves may go on when the server is told to stop.
    public var shutdownGraceSeconds = 10.0
    /// Seconds after which a silent connection is closed.
    public var idleSeconds: Int64 = 75
    /// Where the server writes its log.
    public var logger = Logger(label: "waypost")
    /// Called with the port once the server listens.
    public var onListening: @Sendable (_ port: Int) -> Void = { _ in }

    /// Serves `source` with the shipped settings.
    public init(source: Source) {
        self.source = source
    }

    /// Serves every service definition of a folder.
    public static func definitions(folder: String) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .definitions(folder: folder))
    }

    /// Serves one network without a definition.
    ///
    /// - Parameters:
    ///   - path: The network dataset.
    ///   - name: The service's name; the folder's name when `nil`.
    public static func singleNetwork(
        path: String, name: String? = nil
    ) -> RouteServiceConfiguration {
        let folderName = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        return RouteServiceConfiguration(source: .network(path: path, name: name ?? folderName))
    }

    /// Opens everything that is served.
    func openCatalog() throws -> ServiceCatalog {
        switch source {
        case .network(let path, let name):
            let layer = try RouteLayer.open(path: path, configuration: nil)
            let layerName = layer.layerDescription.configuration.layerName
            return ServiceCatalog([
                PublishedLayer(service: name, layer: layerName, answering: layer)
            ])
        case .definitions(let folder):
            return try DefinitionFolder.open(folder)
        }
    }
}
