// The names that a layer offers for a parameter.

extension ParameterKind.NameList {
    /// Returns the names a layer publishes.
    package func names(of layer: LayerDescription) -> [String] {
        switch self {
        case .costs: layer.attributes.filter { $0.usage == .cost }.map(\.name)
        case .timeCosts:
            layer.attributes.filter { $0.usage == .cost && $0.units.seconds != nil }.map(\.name)
        case .restrictions: layer.attributes.filter { $0.usage == .restriction }.map(\.name)
        case .languages: layer.configuration.directionsSupportedLanguages
        case .styles: layer.configuration.directionsStyleNames
        }
    }
}
