// The OpenAPI document of a server's rows.

import AccessControl
import OpenAPI
import PublishedServices
import ServicePages
import ServiceTransport

extension OpenAPIDocument {
    /// Describes every row of a server.
    init(_ server: DescribedServer) {
        self.init(
            server: server, paths: ResourceTable().rows.flatMap { $0.described(server) },
            schemas: Self.schemas.flatMap { $0 }, schemes: Self.schemes(of: server))
    }

    /// The schemas for the parts of a server.
    private static let schemas: [OpenAPIOperations.Fields] = [
        TaskOperations.schemas, TokenOperations.schemas, ReloadOperations.schemas,
        JobOperations.schemas, SharingOperations.schemas, FeatureOperations.schemas,
        TrafficOperations.schemas, GeocodeOperations.schemas, MapOperations.schemas,
        OSRMOperations.schemas, GuideOperations.schemas,
    ]

    private static func schemes(of server: DescribedServer) -> OpenAPIOperations.Fields {
        guard server.hasTokens else { return [] }
        let logIn = SharingOperations.scheme(below: server.prefix)
        return TokenOperations.schemes + (server.answersSharing ? [logIn] : [])
    }

    /// Describes what a caller may use of a server.
    init(_ asking: Asking, of server: RouteServiceResponder) {
        self.init(
            DescribedServer(
                catalog: asking.catalog, hasTokens: server.gate.tokens != nil,
                answersSharing: server.answersSharing, hasJobs: server.jobs != nil,
                hasReload: server.reloader != nil, prefix: asking.request.source.prefix))
    }
}
