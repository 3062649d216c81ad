// The paths for resources. One pattern both reads and writes a path, so links match addresses.

package import Preparation
import RouteAPI
import ServiceTransport

/// A requested path, split into segments.
package struct SentPath: Sendable {
    /// The segments, decoded.
    package let segments: [String]
    /// The segments in lower case.
    package let words: [String]

    /// Splits a path; a slash at the end is ignored.
    package init(_ path: String) {
        segments = path.split(separator: "/").map { FormFields.decode($0, plusIsSpace: false) }
        words = segments.map { $0.lowercased() }
    }
}

/// The path for a kind of resource, with the objects its names refer to.
///
///     let travelModes = PathPattern.layer / "retrieveTravelModes"
///     travelModes.path(of: layer)      // /arcgis/rest/services/Harbor/NAServer/Route/retrieve…
///
/// A pattern does three things with one declaration: it reads a path and looks its names up in a
/// catalog, it writes an object's path, and it lists the paths of all objects. So links on pages,
/// addresses in the OpenAPI document and suggestions for misspelled paths always agree with what
/// the server answers.
///
/// Build a pattern from the predefined ones with `/`. Words common to every ArcGIS Server
/// (`arcgis`, `rest`, `services`, `NAServer`, the operations) match in any case, because old
/// clients write `/ArcGIS/rest`; names of folders, services and layers match exactly.
/// ``ResourceTable`` pairs each pattern with its answer.
package struct PathPattern<Named: Sendable>: Sendable {
    /// Reads a path from a segment on; returns the named object and the next segment's index.
    package let read: @Sendable (SentPath, Int, ServiceCatalog) -> (Named, Int)?
    package let write: @Sendable (Named) -> String
    /// Returns all objects in a catalog that the pattern can name.
    package let all: @Sendable (ServiceCatalog) -> [Named]
    /// The word that all of its paths begin with; `nil` if there are several, or none.
    package let first: String?

    package init(
        first: String? = ServerContext.name,
        read: @escaping @Sendable (SentPath, Int, ServiceCatalog) -> (Named, Int)?,
        write: @escaping @Sendable (Named) -> String,
        all: @escaping @Sendable (ServiceCatalog) -> [Named]
    ) {
        self.first = first
        self.read = read
        self.write = write
        self.all = all
    }

    /// Returns the object a whole path names; `nil` if the path has another form.
    package func named(by path: SentPath, in catalog: ServiceCatalog) -> Named? {
        guard let (named, end) = read(path, 0, catalog), end == path.segments.count else {
            return nil
        }
        return named
    }

    package func path(of named: Named) -> String { write(named) }

    /// Appends another word to the paths.
    package static func / (pattern: PathPattern, word: String) -> PathPattern {
        let folded = word.lowercased()
        return PathPattern(
            first: pattern.first ?? folded,
            read: { path, start, catalog in
                guard let (named, next) = pattern.read(path, start, catalog),
                    next < path.words.count, path.words[next] == folded
                else { return nil }
                return (named, next + 1)
            }, write: { "\(pattern.write($0))/\(word)" }, all: pattern.all)
    }
}

extension PathPattern<Void> {
    /// The path, for a pattern without names.
    package var path: String { write(()) }

    /// `/`.
    package static let root = PathPattern(
        first: nil, read: { _, start, _ in ((), start) }, write: { "" }, all: { _ in [()] })

    /// The first segment of all paths on the server.
    package static let context = root / ServerContext.name

    /// Whether the process answers.
    package static let liveness = root / "livez"

    /// Whether the server accepts requests.
    package static let readiness = root / "readyz"

    /// What the server did and how busy it is, for Prometheus.
    package static let metrics = root / "metrics"

    package static let info = context / "rest" / "info"

    /// The description of every URL.
    package static let openAPI = root / "openapi.json"

    /// The root of the services directory.
    package static let services = context / "rest" / "services"

    /// The reload of the services, next to ArcGIS Server's administrator paths.
    package static let reload = context / "admin" / "services" / "reload"

    /// The server's utilities: a service whose words match in any case, except its name.
    package static let utilities = PathPattern(
        read: { path, start, catalog in
            guard let (_, next) = services.read(path, start, catalog),
                next + 1 < path.segments.count, path.segments[next] == RoutingTask.service,
                path.words[next + 1] == "gpserver"
            else { return nil }
            return ((), next + 2)
        }, write: { "\(services.path)/\(RoutingTask.service)/GPServer" }, all: { _ in [()] })
}

/// The first segment of the server's paths.
package enum ServerContext {
    package static let name = "arcgis"
}

extension PathPattern<String> {
    /// A folder in the services directory; `""` is the root.
    package static let folder = PathPattern(
        read: { path, start, catalog in
            guard let (_, next) = PathPattern<Void>.services.read(path, start, catalog) else {
                return nil
            }
            guard next < path.segments.count else { return ("", next) }
            return catalog.folders.contains(path.segments[next])
                ? (path.segments[next], next + 1) : nil
        },
        write: { name in
            let services = PathPattern<Void>.services.path
            return name.isEmpty ? services : "\(services)/\(ResourcePath.encoded(name))"
        }, all: { [""] + $0.folders })
}

extension PathPattern<RoutingTask> {
    /// A utilities task.
    package static let task = PathPattern(
        read: { path, start, catalog in
            guard let (_, next) = PathPattern<Void>.utilities.read(path, start, catalog),
                next < path.segments.count,
                let task = RoutingTask.allCases.first(where: {
                    $0.rawValue.lowercased() == path.words[next]
                })
            else { return nil }
            return (task, next + 1)
        }, write: { "\(PathPattern<Void>.utilities.path)/\($0.rawValue)" },
        all: { _ in RoutingTask.allCases })
}

extension PathPattern<[PublishedLayer]> {
    /// A service, by its layers: `{folder}/{service}/NAServer`, or without a folder.
    package static let service = PathPattern(
        read: { path, start, catalog in
            guard let (_, first) = PathPattern<Void>.services.read(path, start, catalog),
                let type = path.words[first...].firstIndex(of: "naserver"),
                type == first + 1 || type == first + 2
            else { return nil }
            let folder = type == first + 2 ? path.segments[first] : ""
            let layers = catalog.layers(of: path.segments[type - 1], in: folder)
            return layers.isEmpty ? nil : (layers, type + 1)
        },
        write: { layers in
            guard let first = layers.first else { preconditionFailure("a service has layers") }
            return ResourcePath.service(first.service, in: first.folder)
        },
        all: { catalog in
            ([""] + catalog.folders).flatMap { folder in
                catalog.services(in: folder).map { catalog.layers(of: $0, in: folder) }
            }
        })
}

extension PathPattern<FeatureService> {
    /// A service's stored layers: `{folder}/{service}/FeatureServer`, or without a folder.
    package static let featureService = PathPattern(
        read: { path, start, catalog in
            guard let (_, first) = PathPattern<Void>.services.read(path, start, catalog),
                let type = path.words[first...].firstIndex(of: "featureserver"),
                type == first + 1 || type == first + 2
            else { return nil }
            let folder = type == first + 2 ? path.segments[first] : ""
            return FeatureService(path.segments[type - 1], in: folder, of: catalog)
                .map { ($0, type + 1) }
        },
        write: { service in
            "\(PathPattern<String>.folder.path(of: service.folder))/"
                + "\(ResourcePath.encoded(service.name))/FeatureServer"
        }, all: { FeatureService.all(in: $0) })
}

extension PathPattern<FeatureLayer> {
    /// A service's stored layer, by its number.
    package static let featureLayer = PathPattern(
        read: { path, start, catalog in
            guard
                let (service, next) = PathPattern<FeatureService>.featureService
                    .read(path, start, catalog),
                next < path.segments.count,
                let layer = service.layers.first(where: { "\($0.id)" == path.segments[next] })
            else { return nil }
            return (layer, next + 1)
        },
        write: { layer in
            "\(PathPattern<FeatureService>.featureService.path(of: layer.service))/\(layer.id)"
        }, all: { FeatureService.all(in: $0).flatMap(\.layers) })
}

extension PathPattern<PublishedLayer> {
    package static let layer = inService { $0.layer }

    /// The network dataset layer under a route layer, unless a route layer has the same name.
    package static let dataset = inService { $0.datasetName }

    /// The traffic on the network under a layer; only layers over a network have it.
    package static let traffic: PathPattern<PublishedLayer> = {
        let pattern = PathPattern<PublishedLayer>.layer / LayerChildResource.traffic.rawValue
        return PathPattern<PublishedLayer>(
            read: pattern.read, write: pattern.write,
            all: { $0.layers.filter { $0.answering is NetworkLayer } })
    }()

    private static func inService(
        _ name: @escaping @Sendable (PublishedLayer) -> String
    ) -> PathPattern {
        PathPattern(
            read: { path, start, catalog in
                guard
                    let (layers, next) = PathPattern<[PublishedLayer]>.service
                        .read(path, start, catalog),
                    next < path.segments.count,
                    let layer = layers.first(where: { name($0) == path.segments[next] })
                else { return nil }
                return (layer, next + 1)
            },
            write: { layer in
                "\(PathPattern<[PublishedLayer]>.service.path(of: [layer]))/"
                    + ResourcePath.encoded(name(layer))
            }, all: \.layers)
    }
}

extension PathPattern<SharingAddress> {
    /// Everything below `sharing`.
    package static let sharing = PathPattern(
        read: { path, start, catalog in
            let pattern = PathPattern<Void>.context / "sharing"
            guard let (_, next) = pattern.read(path, start, catalog) else { return nil }
            return (SharingAddress(path.segments[next...]), path.segments.count)
        }, write: { _ in (PathPattern<Void>.context / "sharing" / "rest").path }, all: { _ in [] })
}

/// A published layer's operation.
package struct PublishedOperation: Sendable {
    package let layer: PublishedLayer
    package let operation: AnalysisOperation

    package init(layer: PublishedLayer, operation: AnalysisOperation) {
        self.layer = layer
        self.operation = operation
    }
}

extension PathPattern<PublishedOperation> {
    package static let operation = operations(under: .layer) { $0.answering.operations }

    /// An operation that the network under a layer has as well.
    package static let datasetOperation = operations(under: .dataset) {
        $0.answering.networkOperations
    }

    private static func operations(
        under pattern: PathPattern<PublishedLayer>,
        _ operations: @escaping @Sendable (PublishedLayer) -> [AnalysisOperation]
    ) -> PathPattern {
        PathPattern(
            read: { path, start, catalog in
                guard let (layer, next) = pattern.read(path, start, catalog),
                    next < path.words.count,
                    let operation = operations(layer).first(where: {
                        $0.description.foldedName == path.words[next]
                    })
                else { return nil }
                return (PublishedOperation(layer: layer, operation: operation), next + 1)
            },
            write: { "\(pattern.path(of: $0.layer))/\($0.operation.description.name)" },
            all: { catalog in
                pattern.all(catalog).flatMap { layer in
                    operations(layer).map { PublishedOperation(layer: layer, operation: $0) }
                }
            })
    }
}
