// The paths that pages link to.

import Geo

/// The paths that pages link to.
enum ResourcePath {
    /// The root of the services directory.
    static let services = PathPattern<Void>.services.path
    /// The resource that gives tokens.
    static let generateToken = (PathPattern<Void>.context / "tokens" / "generateToken").path
    /// The resource that takes the token from a browser.
    static let signOut = (PathPattern<Void>.context / "tokens" / "signOut").path
    /// The form for tokens.
    static let tokens = "\((PathPattern<Void>.context / "tokens").path)/"
    /// The reload of the services.
    static let reload = PathPattern<Void>.reload.path
    /// The utilities.
    static let utilities = PathPattern<Void>.utilities.path

    /// A folder; `""` is the root.
    static func folder(_ name: String) -> String { PathPattern<String>.folder.path(of: name) }

    /// A service.
    static func service(_ name: String, in folder: String) -> String {
        "\(self.folder(folder))/\(encoded(name))/NAServer"
    }

    /// A layer.
    static func layer(_ layer: PublishedLayer) -> String {
        PathPattern<PublishedLayer>.layer.path(of: layer)
    }

    /// The stored layers of a service.
    static func featureService(_ service: FeatureService) -> String {
        PathPattern<FeatureService>.featureService.path(of: service)
    }

    /// A stored layer of a service.
    static func featureLayer(_ layer: ServedLayer) -> String {
        PathPattern<ServedLayer>.featureLayer.path(of: layer)
    }

    /// The network dataset layer under a layer.
    static func dataset(_ layer: PublishedLayer) -> String {
        PathPattern<PublishedLayer>.dataset.path(of: layer)
    }

    /// A task of the utilities.
    static func utility(_ task: RoutingTask) -> String {
        PathPattern<RoutingTask>.task.path(of: task)
    }

    /// A segment of a path, or a name or value of a query.
    static func encoded(_ segment: String) -> String { segment.percentEncoded }
}
