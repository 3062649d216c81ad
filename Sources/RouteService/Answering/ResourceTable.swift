// Every resource on the server, one row each. Start here.

import AccessControl
import HTTPTypes
import Hummingbird
import OpenAPI
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// A server's resources, in the order in which they are matched with a path.
struct ResourceTable: Sendable {
    let rows: [ResourceRow]
    /// The rows that may be at a path, by its first word, in their order.
    private let rowsByWord: [String: [ResourceRow]]
    /// The rows that may be at a path with any other first word, or with none.
    private let otherRows: [ResourceRow]

    init() {
        var rows = Self.operations
        rows += Self.layers
        rows += Self.maps
        rows += Self.services
        rows += Self.geocoding
        rows += Self.features
        rows += Self.jobs
        rows += Self.guide
        rows += Self.home
        rows += Self.info
        rows += Self.description
        rows += Self.health
        rows.append(Self.tokenPage)
        rows += Self.generateToken
        rows.append(Self.signOut)
        rows.append(Self.reload)
        rows.append(Self.portal)
        rows += Self.osrm
        self.rows = rows
        otherRows = rows.filter { $0.first == nil }
        rowsByWord = Dictionary(
            uniqueKeysWithValues: Set(rows.compactMap(\.first)).map { [rows] word in
                (word, rows.filter { $0.first == nil || $0.first == word })
            })
    }

    /// Finds the resource at a path; for an unknown path, returns a resource that answers with an
    /// error.
    func resource(at path: String, in catalog: ServiceCatalog) -> FoundResource {
        let sent = SentPath(path)
        return found(at: sent, in: catalog)
            ?? (sent.words.first == ServerContext.name ? Self.unknown : Self.foreign)
    }

    /// Finds the resource of a request that came through a proxy, which may have removed the prefix
    /// of the public URL or not.
    ///
    /// - Returns: The server's own path, and the resource at it.
    func resource(
        at path: String, below prefix: PathPrefix, in catalog: ServiceCatalog
    ) -> (path: String, resource: FoundResource) {
        guard let own = prefix.ownPath(of: path) else {
            return (path, resource(at: path, in: catalog))
        }
        if let found = found(at: SentPath(own), in: catalog) { return (own, found) }
        // A path of the server itself may begin like the prefix.
        if let found = found(at: SentPath(path), in: catalog) { return (path, found) }
        return (own, resource(at: own, in: catalog))
    }

    private func found(at path: SentPath, in catalog: ServiceCatalog) -> FoundResource? {
        let rows = path.words.first.flatMap { rowsByWord[$0] } ?? otherRows
        for row in rows {
            if let found = row.find(path, catalog) { return found }
        }
        return nil
    }

    /// Lists the paths to suggest for misspelled ones.
    func listed(in catalog: ServiceCatalog) -> [String] { rows.flatMap { $0.listed(catalog) } }

    /// The operations on layers and on the networks under them.
    private static let operations: [ResourceRow] = [
        (PathPattern<PublishedOperation>.operation, RowDescription.operation),
        (.datasetOperation, .datasetOperation),
    ].map { pattern, description in
        ResourceRow(
            pattern, described: description, layer: \.layer, operation: \.operation, isListed: true,
            help: pattern.path(of:)
        ) { asked, asking, server in
            try await server.endpoint(for: asked, asking)
                .respond(asking.request, asking.writer)
        }
    }

    private static let layers: [ResourceRow] = [
        ResourceRow(
            ofLayer: PathPattern<PublishedLayer>.layer, described: .layer
        ) { layer, asking, server in
            asking.writer.response(
                RouteLayerResource(
                    layer: layer, solvesOfOneCaller: server.queue.solvesOfOneCaller))
        },
        ResourceRow(
            ofLayer: PathPattern<PublishedLayer>.layer / LayerChildResource.travelModes.rawValue,
            described: .travelModes
        ) { layer, asking, _ in
            asking.writer.response(TravelModesResource(layer: layer))
        },
        ResourceRow(
            ofLayer: PathPattern<PublishedLayer>.dataset, described: .dataset,
            help: PathPattern<PublishedLayer>.dataset.path(of:)
        ) { layer, asking, _ in
            asking.writer.response(NetworkDatasetResource(layer: layer))
        },
        ResourceRow(
            PathPattern<PublishedLayer>.traffic, described: .traffic, layer: { $0 },
            maximumBodyBytes: { $0.limits.maximumRequestBytes }, rawField: TrafficForm.bodyField,
            isListed: true, help: PathPattern<PublishedLayer>.traffic.path(of:)
        ) { layer, asking, server in
            try await TrafficEndpoint(
                layer: layer, asking: asking, registry: server.traffic
            ).respond()
        },
        ResourceRow(
            ofLayer: PathPattern<PublishedLayer>.dataset / LayerChildResource.travelModes.rawValue,
            described: .datasetTravelModes
        ) { layer, asking, _ in
            asking.writer.response(TravelModesResource(layer: layer))
        },
    ]

    private static let services: [ResourceRow] = [
        ResourceRow(
            PathPattern<[PublishedLayer]>.service, described: .service, isListed: true
        ) { layers, asking, server in
            asking.writer.response(
                ServiceResource(
                    layers: try server.gate.admit(asking.caller, to: layers)))
        },
        ResourceRow(
            PathPattern<Void>.utilities, described: .utilities, isListed: true,
            help: { _ in ResourcePath.utilities }
        ) { _, asking, _ in
            asking.writer.response(TaskServiceResource())
        },
        ResourceRow(
            PathPattern<RoutingTask>.task, described: .tool, isListed: true,
            help: PathPattern<RoutingTask>.task.path(of:)
        ) { task, asking, _ in
            asking.writer.response(RoutingTaskResource(task: task))
        },
        ResourceRow(
            PathPattern<RoutingTask>.task / "execute", described: .execution, isListed: true,
            help: PathPattern<RoutingTask>.task.path(of:)
        ) {
            task, asking, server in
            guard !asking.catalog.layers.isEmpty else { throw ErrorTable.tokenRequired() }
            return asking.writer.response(
                try TaskAnswer(
                    task, asking.request.fields, of: asking.catalog.layers,
                    isPortal: server.answersSharing))
        },
        ResourceRow(
            PathPattern<String>.folder, described: .folder, isListed: true
        ) { folder, asking, server in
            asking.writer.response(
                ServicesListing(
                    folder: folder, catalog: asking.catalog, hasJobs: server.jobs != nil))
        },
    ]

    /// Services' stored layers.
    private static let features: [ResourceRow] =
        [
            ResourceRow(
                PathPattern<FeatureService>.featureService, described: .featureService,
                isListed: true,
                help: ResourcePath.featureService
            ) { service, asking, server in
                asking.writer.response(
                    FeatureServiceResource(
                        service: try service.open(to: asking.caller, server.gate)))
            },
            ResourceRow(
                PathPattern<FeatureService>.featureService / "layers", described: .layers,
                isListed: true,
                help: ResourcePath.featureService
            ) { service, asking, server in
                try await server.features(of: service, asking).layers()
            },
            ResourceRow(
                PathPattern<FeatureService>.featureService / "query", described: .query,
                isListed: true,
                help: ResourcePath.featureService
            ) { service, asking, server in
                try await server.features(of: service, asking).query()
            },
            ResourceRow(
                PathPattern<FeatureService>.featureService / "applyEdits", described: .edits,
                layer: \.onlyOwner, maximumBodyBytes: { $0.maximumBodyBytes }, isListed: true,
                help: ResourcePath.featureService
            ) { service, asking, server in
                try await server.features(of: service, asking).applyEdits()
            },
            ResourceRow(
                PathPattern<FeatureLayer>.featureLayer / "calculate", described: .calculation,
                layer: \.owner, isListed: true, help: ResourcePath.featureLayer
            ) { layer, asking, server in
                try await server.features(of: layer, asking).calculate()
            },
            ResourceRow(
                PathPattern<FeatureLayer>.featureLayer, described: .featureLayer,
                layer: \.owner, isListed: true,
                help: ResourcePath.featureLayer
            ) { layer, asking, server in
                try await server.features(of: layer, asking).description()
            },
            ResourceRow(
                PathPattern<FeatureRow>.featureRow, described: .featureRow,
                layer: \.layer.owner, help: { ResourcePath.featureLayer($0.layer) }
            ) { row, asking, server in
                try await server.features(of: row.layer, asking).row(row.id)
            },
            ResourceRow(
                PathPattern<FeatureLayer>.featureLayer / "query", described: .query,
                layer: \.owner, isListed: true,
                help: ResourcePath.featureLayer
            ) { layer, asking, server in
                try await server.features(of: layer, asking).query()
            },
        ]
        + FeatureEditOperation.allCases.map { operation in
            ResourceRow(
                PathPattern<FeatureLayer>.featureLayer / operation.rawValue,
                described: .edit(operation), layer: \.owner,
                maximumBodyBytes: { $0.owner.limits.maximumRequestBytes }, isListed: true,
                help: ResourcePath.featureLayer
            ) { layer, asking, server in
                try await server.features(of: layer, asking).edit(operation)
            }
        }

    private static let home: [ResourceRow] = [
        PathPattern<Void>.root, PathPattern<Void>.context, PathPattern<Void>.context / "rest",
    ].map { pattern in
        ResourceRow(
            pattern, described: .omitted(because: "it leads to the services directory"),
            access: .unrestricted
        ) { _, _, _ in
            Response.redirect(to: ResourcePath.services, type: .found)
        }
    }

    private static let info: [ResourceRow] = [
        (PathPattern<Void>.info, RowDescription.info),
        (PathPattern<Void>.context / "info", .alias),
    ].map { pattern, description in
        ResourceRow(
            pattern, described: description, access: .unrestricted
        ) { _, asking, server in
            asking.writer.response(
                ServerInfo(
                    origin: asking.request.source.base, lifetime: server.gate.tokens?.lifetime,
                    isPortal: server.answersSharing))
        }
    }

    private static let description: [ResourceRow] = [
        (PathPattern<Void>.openAPI, RowDescription.openAPI),
        (PathPattern<Void>.context / "rest" / "openapi.json", .alias),
    ].map { pattern, description in
        ResourceRow(pattern, described: description) { _, asking, server in
            let writer = asking.writer
            let document = OpenAPIDocument(asking, of: server)
            return try await server.lanes.bodies.run(for: asking.caller.key) {
                writer.response(document)
            }
        }
    }

    private static let health: [ResourceRow] = [
        ResourceRow(
            PathPattern<Void>.liveness, described: .liveness, access: .unrestricted
        ) { _, asking, server in
            server.health(.liveness, asking.snapshot).response(to: asking)
        },
        ResourceRow(
            PathPattern<Void>.readiness, described: .readiness, access: .unrestricted
        ) { _, asking, server in
            let health = server.health(.readiness, asking.snapshot)
            var response = health.response(to: asking)
            if !health.isReady {
                response.status = .serviceUnavailable
                response.headers[.retryAfter] = "2"
            }
            return response
        },
        ResourceRow(
            PathPattern<Void>.metrics, described: .metrics, access: .unrestricted
        ) { _, asking, server in
            var jobs: ServerMetrics.Jobs?
            if let store = server.jobs { jobs = .init(census: await store.census()) }
            return ServerMetrics(
                requests: server.counts.snapshot, solves: server.solves.snapshot, jobs: jobs,
                health: server.health(.readiness, asking.snapshot), catalog: asking.snapshot
            ).response
        },
    ]

    private static let tokenPage = ResourceRow(
        PathPattern<Void>.context / "tokens",
        described: .omitted(because: "it is the page for people; programs have generateToken"),
        access: .unrestricted
    ) { _, asking, _ in try await tokenAnswer(asking, hasPage: true) }

    private static let signOut = ResourceRow(
        PathPattern<Void>.context / "tokens" / "signOut",
        described: .omitted(because: "it takes the cookie of a page"), access: .unrestricted
    ) { _, asking, server in
        guard server.gate.tokens != nil else {
            throw ErrorTable.unknownResource(asking.request.path, asking.snapshot)
        }
        return try TokenEndpoint.signOut(asking.request, asking.writer)
    }

    private static let generateToken: [ResourceRow] = [
        ("tokens", RowDescription<Void>.generateToken), ("rest", .alias), ("admin", .alias),
    ].map { place, description in
        ResourceRow(
            PathPattern<Void>.context / place / "generateToken", described: description,
            access: .unrestricted,
            takesPostAlone: { _ in true }
        ) { _, asking, _ in try await tokenAnswer(asking, hasPage: false) }
    }

    /// Lets administrators reload the services; the endpoint checks the right.
    private static let reload = ResourceRow(
        PathPattern<Void>.reload, described: .reload, access: .unrestricted,
        help: { _ in ResourcePath.reload }
    ) { _, asking, server in try await ReloadEndpoint(asking, server.reloader).respond() }

    private static let portal = ResourceRow(
        PathPattern<SharingAddress>.sharing, described: .sharing, access: .unrestricted,
        takesPostAlone: \.takesPostAlone
    ) { part, asking, server in
        guard server.answersSharing else { throw ErrorTable.portal() }
        return try await SharingEndpoint(
            catalog: asking.snapshot, tokens: server.gate.tokens, gate: server.gate,
            hasJobs: server.jobs != nil, lanes: server.lanes
        ).respond(part, asking.request, asking.writer)
    }

    /// OSRM's services, at the root and below each layer.
    private static let osrm: [ResourceRow] = [
        (PathPattern<OSRMDoor>.osrm, RowDescription.osrm), (.osrmOfLayer, .osrmOfLayer),
    ].map { pattern, description in
        ResourceRow(
            pattern, described: description, layer: \.layer, operation: \.operation,
            failure: OSRMFailure.response
        ) { door, asking, server in
            if door.isTile {
                let work = TileWork(
                    layer: door.layer, asking: asking, queue: server.queue,
                    client: server.clients.presence(on: asking.context.channel))
                return try await OSRMTileEndpoint(door: door, asking: asking, work: work).respond()
            }
            return try await OSRMEndpoint(door: door, asking: asking) {
                server.endpoint(for: $0, asking)
            }.respond()
        }
    }

    /// An unknown path in the server's context.
    private static let unknown = nothing(access: .services) { asking in
        ErrorTable.unknownResource(asking.request.path, asking.catalog)
    }

    /// A path outside the server's context.
    private static let foreign = nothing(access: .unrestricted) { asking in
        ErrorTable.foreign(asking.request.path)
    }

    private static func nothing(
        access: ResourceAccess, _ error: @escaping @Sendable (Asking) -> ServiceError
    ) -> FoundResource {
        FoundResource(
            access: access, layer: nil, operation: nil, takesPostAlone: false,
            maximumBodyBytes: 1 << 20, exists: false, help: { ResourcePath.services },
            answer: { asking, _ in throw error(asking) })
    }

    private static func tokenAnswer(_ asking: Asking, hasPage: Bool) async throws -> Response {
        guard let tokens = asking.server.gate.tokens else {
            throw hasPage
                ? ErrorTable.unknownResource(asking.request.path, asking.snapshot)
                : ErrorTable.withoutUsers()
        }
        return try await TokenEndpoint(tokens: tokens, manner: .server)
            .respond(asking.request, asking.writer, hasPage: hasPage)
    }
}
