// A request for routes as the caller meant it. What is `nil` takes the layer's default.

package import Geo

/// A whole request for routes. Every `nil` takes the layer's default.
///
/// It consists of the parts that every analysis has and of what routes have of their own. The
/// members of a part are its members as well:
///
///     var parameters = RouteParameters()
///     parameters.stops = LocationInput(features: stops)
///     parameters.impedanceAttributeName = "Kilometers"    // of the part `travel`
@dynamicMemberLookup
public struct RouteParameters: Hashable, Sendable {
    /// The stops; at least two must be valid.
    public var stops: LocationInput?
    /// Whether stops may be reordered.
    public var findBestSequence: Bool?
    /// Whether the first stop stays first when reordering.
    public var preserveFirstStop: Bool?
    /// Whether the last stop stays last when reordering.
    public var preserveLastStop: Bool?
    /// Whether time windows count.
    public var useTimeWindows: Bool?
    /// Whether time windows are instants rather than local wall-clock times.
    public var timeWindowsAreUTC: Bool?
    /// The shape of routes.
    public var outputLines: OutputLineType?
    /// Whether routes are wanted.
    public var returnRoutes: Bool?
    /// Whether stops are wanted.
    public var returnStops: Bool?
    /// Whether the edges that routes run over are wanted.
    public var returnTraversedEdges: Bool?
    /// Whether the junctions that routes pass are wanted.
    public var returnTraversedJunctions: Bool?
    /// Whether the turns that routes make are wanted.
    public var returnTraversedTurns: Bool?
    /// How routes travel.
    public var travel = TravelParameters()
    /// When routes travel.
    public var time = TimeParameters()
    /// What bars the way, and where locations are placed.
    public var locations = LocationParameters()
    /// What the directions are like.
    public var directions = DirectionsParameters()
    /// What the shapes of the answer are like, and what it echoes.
    public var output = OutputParameters()
    /// What is asked of this service beyond ArcGIS.
    public var service = ServiceParameters()
    /// Whether the answer brings a picture for a person; no parameter of the contract.
    public var drawsPicture = false
    /// Notes on names that were not understood: the parameter, and a sentence for the caller.
    public var notes: [RouteRequestError.Fault] = []

    /// Makes a request that takes every default.
    public init() {}
}

extension RouteParameters {
    /// A member of ``travel``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<TravelParameters, Value>
    ) -> Value {
        get { travel[keyPath: path] }
        set { travel[keyPath: path] = newValue }
    }

    /// A member of ``time``.
    @inlinable
    public subscript<Value>(dynamicMember path: WritableKeyPath<TimeParameters, Value>) -> Value {
        get { time[keyPath: path] }
        set { time[keyPath: path] = newValue }
    }

    /// A member of ``locations``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<LocationParameters, Value>
    ) -> Value {
        get { locations[keyPath: path] }
        set { locations[keyPath: path] = newValue }
    }

    /// A member of ``directions``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<DirectionsParameters, Value>
    ) -> Value {
        get { directions[keyPath: path] }
        set { directions[keyPath: path] = newValue }
    }

    /// A member of ``output``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<OutputParameters, Value>
    ) -> Value {
        get { output[keyPath: path] }
        set { output[keyPath: path] = newValue }
    }

    /// A member of ``service``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<ServiceParameters, Value>
    ) -> Value {
        get { service[keyPath: path] }
        set { service[keyPath: path] = newValue }
    }

    /// The inputs that are sent, with the parameters that carry them.
    package var inputs: [(parameter: String, features: FeatureSet)] {
        var inputs = stops.map { [("stops", $0.features)] } ?? []
        for kind in BarrierClass.allCases {
            if let input = locations.barriers[kind] {
                inputs.append((kind.parameter, input.features))
            }
        }
        return inputs
    }
}
