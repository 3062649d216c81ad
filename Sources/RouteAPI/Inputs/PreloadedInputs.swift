// Locations and barriers of a layer, for requests that send none.

/// The inputs of a layer, such as those of a published map.
public struct PreloadedInputs: Hashable, Sendable {
    /// The locations, by the parameters that carry them.
    public var locations = LocationInputs()
    /// The barriers.
    public var barriers = ByBarrierClass<LocationInput?>()

    /// Makes inputs without rows.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { locations.names.isEmpty && barriers.all.allSatisfy { $0 == nil } }

    /// The input that a parameter of a request carries, or the one here where it sends none.
    package func input(_ name: String, of parameters: AnalysisParameters) -> LocationInput? {
        parameters[input: name]
            ?? BarrierClass(parameter: name).map { barriers[$0] } ?? locations[name]
    }

    /// A request with these inputs in place of those that it does not send. An input sent as `{}`
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
