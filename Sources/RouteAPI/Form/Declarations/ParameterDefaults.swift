// The defaults of a layer, and how requests are completed by them.

/// The value of every parameter that neither a request nor a travel mode sets, computed once for a
/// layer: most requests set few parameters.
package final class ParameterDefaults<Parameters: OperationParameters>: Sendable {
    private let layer: RouteLayerConfiguration
    private let defaults: CompletedParameters<Parameters>

    /// Takes every default.
    package init(of layer: RouteLayerConfiguration) {
        self.layer = layer
        var parameters = Parameters()
        let origins = Parameters.operation.completion.resolve(&parameters, nil, layer)
        defaults = CompletedParameters(parameters: parameters, origins: origins)
    }

    /// A request with the settings of its travel mode and every default filled in, and the source
    /// of each value.
    ///
    /// - Complexity: O(*n*) in the number of parameters.
    func completing(_ asked: Parameters, _ mode: TravelMode?) -> CompletedParameters<Parameters> {
        var completed = defaults
        for row in asked.overwrite(&completed.parameters) { completed.origins[row] = .request }
        if let mode {
            Parameters.operation.completion.carryOfMode(
                mode, &completed.parameters, &completed.origins)
        }
        assert(isPlain(asked, mode, completed), "a parameter is not carried over")
        return completed
    }

    /// Whether resolving the parameters one after another gives the same result.
    private func isPlain(
        _ asked: Parameters, _ mode: TravelMode?, _ completed: CompletedParameters<Parameters>
    ) -> Bool {
        var plain = asked
        // As texts, so that NaN equals itself.
        return Parameters.operation.completion.resolve(&plain, mode, layer) == completed.origins
            && Parameters.operation.fields.allSatisfy {
                $0.declaration.isInput || $0.text(in: plain) == $0.text(in: completed.parameters)
            }
    }
}

/// The parameters of a request with every value filled in, and the source of each.
struct CompletedParameters<Parameters: OperationParameters>: Sendable {
    var parameters: Parameters
    /// For each declared parameter the source of its value.
    var origins: [EffectiveParameter.Origin?]

    /// Marks the start time as an instant, whatever the request states of it.
    mutating func makeStartUTC() {
        guard parameters.analysis.time.startTimeIsUTC != true else { return }
        parameters.analysis.time.startTimeIsUTC = true
        let row = Parameters.operation.fields.firstIndex { $0.declaration.isZoneOfStartTime }
        if let row { origins[row] = .default }
    }
}
