// Paths for links on pages.

import Geo
import HTTPTypes
package import ServiceTransport

/// Writes the paths for links on pages.
package enum ResourcePath {
    /// The root of the services directory.
    package static let services = PathPattern<Void>.services.path
    /// The OpenAPI description.
    package static let openAPI = PathPattern<Void>.openAPI.path
    /// Issues tokens.
    package static let generateToken = (PathPattern<Void>.context / "tokens" / "generateToken").path
    /// Takes the token from a browser.
    package static let signOut = (PathPattern<Void>.context / "tokens" / "signOut").path
    /// The form for tokens.
    package static let tokens = "\((PathPattern<Void>.context / "tokens").path)/"
    /// Reloads the services.
    package static let reload = PathPattern<Void>.reload.path
    package static let utilities = PathPattern<Void>.utilities.path

    /// Returns a folder's path; `""` is the root.
    package static func folder(_ name: String) -> String {
        PathPattern<String>.folder.path(of: name)
    }

    package static func service(_ name: String, in folder: String) -> String {
        "\(self.folder(folder))/\(encoded(name))/NAServer"
    }

    package static func layer(_ layer: PublishedLayer) -> String {
        PathPattern<PublishedLayer>.layer.path(of: layer)
    }

    /// Returns the path for a service's stored layers.
    package static func featureService(_ service: FeatureService) -> String {
        PathPattern<FeatureService>.featureService.path(of: service)
    }

    package static func featureLayer(_ layer: FeatureLayer) -> String {
        PathPattern<FeatureLayer>.featureLayer.path(of: layer)
    }

    /// Returns the path of the network dataset layer under a layer.
    package static func dataset(_ layer: PublishedLayer) -> String {
        PathPattern<PublishedLayer>.dataset.path(of: layer)
    }

    package static func utility(_ task: RoutingTask) -> String {
        PathPattern<RoutingTask>.task.path(of: task)
    }

    /// Encodes a path segment, or a name or value in a query.
    package static func encoded(_ segment: String) -> String { segment.percentEncoded }
}

extension ErrorTable {
    /// A layer whose network was modified while it was in use.
    package static func changedNetwork(of layer: PublishedLayer) -> ServiceError {
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
