// Stops and barriers that a layer has of its own, for requests that send none.

public import Geo

/// The inputs of a layer, as a map that is published may hold some already.
public struct PreloadedInputs: Hashable, Sendable {
    /// The stops.
    public var stops: LocationInput?
    /// The point barriers.
    public var barriers: LocationInput?
    /// The line barriers.
    public var polylineBarriers: FeatureSet?
    /// The polygon barriers.
    public var polygonBarriers: FeatureSet?

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
        parameters.barriers = parameters.barriers ?? barriers
        parameters.polylineBarriers = parameters.polylineBarriers ?? polylineBarriers
        parameters.polygonBarriers = parameters.polygonBarriers ?? polygonBarriers
        return parameters
    }
}
