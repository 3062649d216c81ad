// Paths for links on pages.

import Geo
import HTTPTypes
import ServiceTransport

/// Writes the paths for links on pages.
enum ResourcePath {
    /// The root of the services directory.
    static let services = PathPattern<Void>.services.path
    /// The OpenAPI description.
    static let openAPI = PathPattern<Void>.openAPI.path
    /// Issues tokens.
    static let generateToken = (PathPattern<Void>.context / "tokens" / "generateToken").path
    /// Takes the token from a browser.
    static let signOut = (PathPattern<Void>.context / "tokens" / "signOut").path
    /// The form for tokens.
    static let tokens = "\((PathPattern<Void>.context / "tokens").path)/"
    /// Reloads the services.
    static let reload = PathPattern<Void>.reload.path
    /// The utilities.
    static let utilities = PathPattern<Void>.utilities.path

    /// Returns a folder's path; `""` is the root.
    static func folder(_ name: String) -> String { PathPattern<String>.folder.path(of: name) }

    static func service(_ name: String, in folder: String) -> String {
        "\(self.folder(folder))/\(encoded(name))/NAServer"
    }

    static func layer(_ layer: PublishedLayer) -> String {
        PathPattern<PublishedLayer>.layer.path(of: layer)
    }

    /// Returns the path for a service's stored layers.
    static func featureService(_ service: FeatureService) -> String {
        PathPattern<FeatureService>.featureService.path(of: service)
    }

    static func featureLayer(_ layer: ServedLayer) -> String {
        PathPattern<ServedLayer>.featureLayer.path(of: layer)
    }

    /// Returns the path of the network dataset layer under a layer.
    static func dataset(_ layer: PublishedLayer) -> String {
        PathPattern<PublishedLayer>.dataset.path(of: layer)
    }

    /// Returns the path of a utilities task.
    static func utility(_ task: RoutingTask) -> String {
        PathPattern<RoutingTask>.task.path(of: task)
    }

    /// Encodes a path segment, or a name or value in a query.
    static func encoded(_ segment: String) -> String { segment.percentEncoded }
}

extension ErrorTable {
    /// A layer whose network was modified while it was in use.
    static func changedNetwork(of layer: PublishedLayer) -> ServiceError {
        ServiceError(
            code: 503, message: "Service is unavailable.",
            details: [
                "A program wrote into the network of \(ResourcePath.layer(layer)), so that its "
                    + "answers may be wrong. The layer answers again when a new network is in its "
                    + "place; try again shortly."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "10"])
    }
}
