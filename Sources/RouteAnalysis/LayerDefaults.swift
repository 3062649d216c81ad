// What a layer says where its requests say nothing.

import RouteAPI

/// A layer's configuration as solves hold it: read once, handed on by reference.
@dynamicMemberLookup
final class LayerDefaults: Sendable {
    /// The configuration itself.
    let configuration: RouteLayerConfiguration
    /// The value of every parameter that a request leaves out.
    let parameters: ParameterDefaults

    init(_ configuration: RouteLayerConfiguration) {
        self.configuration = configuration
        parameters = ParameterDefaults(of: configuration)
    }

    /// A property of the configuration.
    @inline(__always)
    subscript<Member>(dynamicMember path: KeyPath<RouteLayerConfiguration, Member>) -> Member {
        configuration[keyPath: path]
    }
}
