// A row in the table of resources: its path, its access and its answer.

import AccessControl
import Hummingbird
import OpenAPI
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Which callers may use a resource.
enum ResourceAccess: Sendable {
    /// All callers; tokens are ignored.
    case unrestricted
    /// All callers without a token or with a valid one; they see only services they may use.
    case services
}

/// A resource on the server.
///
/// The answer and the description have no defaults: a resource cannot be declared without them.
struct ResourceRow: Sendable {
    /// Answers a request; receives what the path names, the request and the responder.
    typealias Answer<Named> =
        @Sendable (Named, Asking, RouteServiceResponder) async throws -> Response

    /// The word that its paths begin with; `nil` if there are several, or none.
    let first: String?
    /// Finds the resource at a path; `nil` if the path has another form.
    let find: @Sendable (SentPath, ServiceCatalog) -> FoundResource?
    /// Lists paths to suggest for a misspelled one.
    let listed: @Sendable (ServiceCatalog) -> [String]
    /// Returns the path items of its URLs for the OpenAPI document.
    let described: @Sendable (DescribedServer) -> [OpenAPIOperations.Path]

    /// Declares a resource.
    ///
    /// - Parameters:
    ///   - described: What the OpenAPI document says of it.
    ///   - layer: The layer the resource describes; the caller must be allowed to use it.
    ///   - operation: The operation whose form is shown with a failure.
    ///   - takesPostAlone: Whether requests contain secrets, which are accepted only in bodies.
    ///   - maximumBodyBytes: The most bytes in a body; if `nil`, the operation's limit, or enough
    ///     for a short form.
    ///   - rawField: The field that holds the whole body, if plain rows or features are accepted.
    ///   - isListed: Whether to suggest it for misspelled paths.
    ///   - help: The path of the page that documents it; by default, the services directory.
    ///   - failure: Writes failures in the resource's own form.
    init<Named: Sendable>(
        _ pattern: PathPattern<Named>, described: RowDescription<Named>,
        access: ResourceAccess = .services,
        layer: @escaping @Sendable (Named) -> PublishedLayer? = { _ in nil },
        operation: @escaping @Sendable (Named) -> AnalysisOperation? = { _ in nil },
        takesPostAlone: @escaping @Sendable (Named) -> Bool = { _ in false },
        maximumBodyBytes: @escaping @Sendable (Named) -> Int? = { _ in nil },
        rawField: String? = nil,
        isListed: Bool = false,
        help: (@Sendable (Named) -> String)? = nil,
        failure: FoundResource.Failure? = nil,
        _ answer: @escaping Answer<Named>
    ) {
        first = pattern.first
        find = { path, catalog in
            guard let named = pattern.named(by: path, in: catalog) else { return nil }
            let (layer, operation) = (layer(named), operation(named))
            return FoundResource(
                access: access, layer: layer, operation: operation,
                takesPostAlone: takesPostAlone(named),
                // Bodies to resources other than a layer's operations are short.
                maximumBodyBytes: maximumBodyBytes(named)
                    ?? (operation == nil
                        ? 1 << 20 : layer?.limits.maximumRequestBytes ?? 1 << 20),
                rawField: rawField,
                help: {
                    help?(named) ?? layer.map { ResourcePath.layer($0) } ?? ResourcePath.services
                }, failure: failure, answer: { try await answer(named, $0, $1) })
        }
        self.described = { server in described.paths(pattern, server) }
        listed = { catalog in isListed ? pattern.all(catalog).map { pattern.path(of: $0) } : [] }
    }

    /// Declares a layer's resource.
    init(
        ofLayer pattern: PathPattern<PublishedLayer>, described: RowDescription<PublishedLayer>,
        help: (@Sendable (PublishedLayer) -> String)? = nil,
        _ answer: @escaping Answer<PublishedLayer>
    ) {
        self.init(
            pattern, described: described, layer: { $0 }, isListed: true, help: help, answer)
    }
}

/// The resource found at a path.
struct FoundResource: Sendable {
    typealias Failure = @Sendable (any AnsweredError, AnswerWriter) -> Response

    let access: ResourceAccess
    let layer: PublishedLayer?
    let operation: AnalysisOperation?
    let takesPostAlone: Bool
    let maximumBodyBytes: Int
    /// The field that holds the whole body, if plain rows or features are accepted.
    var rawField: String?
    /// Whether the path leads somewhere; if not, no body is at fault.
    var exists = true
    /// Returns the path of the page that documents it.
    ///
    /// It consists of names from the catalog, never of the requested path, which could lead to
    /// another server.
    let help: @Sendable () -> String
    /// Writes failures in the resource's own form; `nil` for the form of all others.
    var failure: Failure?
    let answer: @Sendable (Asking, RouteServiceResponder) async throws -> Response
}
