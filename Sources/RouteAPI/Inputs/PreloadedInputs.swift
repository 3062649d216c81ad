// Locations and barriers that a layer has of its own, for requests that send none.

/// The inputs of a layer, as a map that is published may hold some already.
public struct PreloadedInputs: Hashable, Sendable {
    /// The locations, by the parameters that carry them.
    public var locations = LocationInputs()
    /// The barriers.
    public var barriers = ByBarrierClass<LocationInput?>()

    /// Makes a layer without inputs.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { self == PreloadedInputs() }

    /// A request with these inputs in place of those that it does not send. An input that is sent
    /// as `{}` is sent, and empty.
    public func completing(_ parameters: AnalysisParameters) -> AnalysisParameters {
        if isEmpty { return parameters }
        var parameters = parameters
        for name in locations.names where parameters.inputs[name] == nil {
            parameters.inputs[name] = locations[name]
        }
        parameters.locations.barriers = ByBarrierClass {
            parameters.locations.barriers[$0] ?? barriers[$0]
        }
        return parameters
    }
}
