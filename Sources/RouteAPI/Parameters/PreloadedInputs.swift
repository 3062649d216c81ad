// A layer's own locations and barriers, for requests that send none.

/// A layer's own inputs, for example from a published map. They are used if a request sends none.
public struct PreloadedInputs: Hashable, Sendable {
    /// The locations, by the parameters that carry them.
    public var locations = LocationInputs()
    /// The barriers, by class.
    public var barriers = ByBarrierClass<LocationInput?>()

    /// Creates a value without inputs.
    public init() {}

    /// Whether the layer has no inputs of its own.
    public var isEmpty: Bool { locations.names.isEmpty && barriers.all.allSatisfy { $0 == nil } }

    /// Returns a parameter's input in a request, or the layer's own if the request sends none.
    package func input(_ name: String, of parameters: AnalysisParameters) -> LocationInput? {
        parameters[input: name]
            ?? BarrierClass(parameter: name).map { barriers[$0] } ?? locations[name]
    }

    /// Returns a request with the layer's inputs added where it sends none. An input sent as `{}`
    /// stays empty.
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
