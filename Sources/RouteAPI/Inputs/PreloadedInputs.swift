// Stops and barriers that a layer has of its own, for requests that send none.

/// The inputs of a layer, as a map that is published may hold some already.
public struct PreloadedInputs: Hashable, Sendable {
    /// The stops.
    public var stops: LocationInput?
    /// The barriers.
    public var barriers = ByBarrierClass<LocationInput?>()

    /// Makes a layer without inputs.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { self == PreloadedInputs() }

    /// A request with these inputs in place of those that it does not send. An input that is sent
    /// as `{}` is sent, and empty.
    public func completing(_ parameters: RouteParameters) -> RouteParameters {
        if isEmpty { return parameters }
        var parameters = parameters
        parameters.stops = parameters.stops ?? stops
        parameters.barriers = ByBarrierClass { parameters.barriers[$0] ?? barriers[$0] }
        return parameters
    }
}
