// A layer's defaults.

/// The value of every parameter that neither the request nor a travel mode sets, computed once for
/// each layer.
@usableFromInline
package final class ParameterDefaults<Parameters: OperationParameters>: Sendable {
    let layer: RouteLayerConfiguration
    /// The defaults; parameters without one are `nil`.
    @usableFromInline package let values: Parameters

    /// Computes every default.
    package init(of layer: RouteLayerConfiguration) {
        self.layer = layer
        var parameters = Parameters()
        _ = Parameters.operation.completion.resolve(&parameters, nil, layer)
        values = parameters
    }
}
