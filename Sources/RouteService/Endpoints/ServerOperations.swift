// The server's own resources and its directory.

import OpenAPI
import PublishedServices
import RouteAPI
import ServicePages

extension RowDescription<Void> {
    static let liveness = each { path, _, _ in
        OpenAPIOperations.resource(
            path, "livez", "Whether the process answers", "Health", forms: .init(hasLine: true))
    }

    static let readiness = each { path, _, _ in
        OpenAPIOperations.resource(
            path, "readyz", "Whether the server takes requests", "Health",
            forms: .init(hasLine: true))
    }

    static let info = each { path, _, _ in
        OpenAPIOperations.resource(path, "info", "The server's version", "ServerInfo")
    }

    /// A second address of a resource.
    static let alias = omitted(because: "the document has the other address")
}

extension RowDescription<String> {
    static let folder = each { path, folder, server in
        let place = server.catalog.folders.firstIndex(of: folder).map { "\($0 + 1)" } ?? ""
        return OpenAPIOperations.resource(
            path, "services" + place,
            folder.isEmpty ? "The services directory" : "The folder \(folder)", "Folder")
    }
}

extension RowDescription<[PublishedLayer]> {
    static let service = each { path, layers, server in
        guard let first = layers.first else { return nil }
        let name = server.name(ofService: first.service, in: first.folder)
        return OpenAPIOperations.resource(
            path, "\(name).service", "The service \(first.service)", "Service")
    }
}
