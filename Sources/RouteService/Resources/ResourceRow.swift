// One row of the table of resources: where it lies, who may ask, and what answers.

import AccessControl
import Hummingbird
import RouteAPI
import NetworkAnalysis

/// A request on its way to what answers it.
struct Asking: Sendable {
    let request: ServiceRequest
    let writer: AnswerWriter
    let server: RouteServiceResponder
    let context: RouteServiceContext
    /// Who asks; the network alone for what anyone may ask, where no token is looked at.
    let caller: Caller
    /// The services as far as they are open to the caller.
    let catalog: ServiceCatalog
}

/// Who is let through to a resource.
enum ResourceAccess: Sendable {
    /// Anyone, whatever token is sent with the request.
    case anyone
    /// Anyone whose token is good, if there is one; the services are those open to the caller.
    case services
}

/// A resource of the server.
///
/// What answers has no default: a resource that nothing answers cannot be declared.
struct ResourceRow: Sendable {
    /// What a path names, when the row is of its kind.
    let find: @Sendable (SentPath, ServiceCatalog) -> FoundResource?
    /// The paths that a misspelled one may have meant.
    let listed: @Sendable (ServiceCatalog) -> [String]

    /// Declares a resource.
    ///
    /// - Parameters:
    ///   - layer: The one layer that the resource tells of; its caller must be let through to it.
    ///   - operation: The operation whose form is shown with a failure.
    ///   - takesPostAlone: Whether it is asked with secrets, which come in bodies alone.
    ///   - isListed: Whether a misspelled path may have meant it.
    ///   - help: The path of the page that tells how to ask it; the services' by default.
    init<Named: Sendable>(
        _ pattern: PathPattern<Named>, access: ResourceAccess = .services,
        layer: @escaping @Sendable (Named) -> PublishedLayer? = { _ in nil },
        operation: @escaping @Sendable (Named) -> AnalysisOperation? = { _ in nil },
        takesPostAlone: @escaping @Sendable (Named) -> Bool = { _ in false },
        isListed: Bool = false,
        help: (@Sendable (Named) -> String)? = nil,
        _ answer: @escaping @Sendable (Named, Asking) async throws -> Response
    ) {
        find = { path, catalog in
            guard let named = pattern.named(by: path, in: catalog) else { return nil }
            let (layer, operation) = (layer(named), operation(named))
            return FoundResource(
                access: access, layer: layer, operation: operation,
                takesPostAlone: takesPostAlone(named),
                // Bodies to resources other than a layer's operations hold a few words.
                maximumBodyBytes: operation == nil
                    ? 1 << 20 : layer?.limits.maximumRequestBytes ?? 1 << 20,
                help: help?(named) ?? layer.map { ResourcePath.layer($0) }
                    ?? ResourcePath.services
            ) { try await answer(named, $0) }
        }
        listed = { catalog in isListed ? pattern.all(catalog).map { pattern.path(of: $0) } : [] }
    }

    /// Declares the resource of a layer.
    init(
        ofLayer pattern: PathPattern<PublishedLayer>,
        help: (@Sendable (PublishedLayer) -> String)? = nil,
        _ answer: @escaping @Sendable (PublishedLayer, Asking) async throws -> Response
    ) {
        self.init(pattern, layer: { $0 }, isListed: true, help: help, answer)
    }
}

/// What a path names.
struct FoundResource: Sendable {
    let access: ResourceAccess
    /// The one layer that the resource tells of.
    let layer: PublishedLayer?
    let operation: AnalysisOperation?
    let takesPostAlone: Bool
    let maximumBodyBytes: Int
    /// The page that tells how to ask it.
    ///
    /// It is made of names of the catalog, never of the path that was sent: that could lead away.
    let help: String
    let answer: @Sendable (Asking) async throws -> Response
}
