// The parameters that every analysis has, in parts.

package import Geo

/// The parameters that every analysis has: inputs, travel settings, time, and what to return.
///
/// Each kind of analysis has its own type of request, such as ``RouteParameters``, which contains
/// this one. You rarely name the parts: their members are also members of the request, so
/// `parameters.startTime` means `parameters.analysis.time.startTime`.
///
/// A parameter that is `nil` is not sent. A travel mode or the layer's default then supplies the
/// value; ``ResolvedParameters`` shows how.
///
/// The parts share storage until one is changed (``CopyOnWrite``), because servers pass requests on
/// and keep them several times. An unchanged part costs one reference.
@dynamicMemberLookup
public struct AnalysisParameters: Hashable, Sendable {
    /// The analysis's locations, such as stops, or origins and destinations.
    public var inputs = LocationInputs()
    /// The service's barriers, which apply in addition to the request's; not a parameter.
    public var standing: StandingBarriers?
    /// What the program itself asks for; no parameters.
    package var caller = CallerSettings()
    /// Notes on unknown names: the parameter, and a sentence for the caller.
    public var notes: [RouteRequestError.Fault] = []
    @usableFromInline var parts = ParameterStorage.defaults

    /// Creates parameters that are all `nil`.
    public init() {}
}

extension AnalysisParameters {
    /// What travels, and which cost it minimizes.
    @inlinable public var travel: TravelParameters {
        get { parts.travel.value }
        _modify { yield &parts.travel.value }
    }

    /// When routes begin, and which traffic counts.
    @inlinable public var time: TimeParameters {
        get { parts.time.value }
        _modify { yield &parts.time.value }
    }

    /// The barriers, and how locations are placed.
    @inlinable public var locations: LocationParameters {
        get { parts.locations.value }
        _modify { yield &parts.locations.value }
    }

    /// Whether the answer has directions, and in which form.
    @inlinable public var directions: DirectionsParameters {
        get { parts.directions.value }
        _modify { yield &parts.directions.value }
    }

    /// The answer's shapes, and which inputs it returns.
    @inlinable public var output: OutputParameters {
        get { parts.output.value }
        _modify { yield &parts.output.value }
    }

    /// Extensions beyond ArcGIS.
    @inlinable public var service: ServiceParameters {
        get { parts.service.value }
        _modify { yield &parts.service.value }
    }
}

extension AnalysisParameters {
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
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<TimeParameters, Value>
    ) -> Value {
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

    /// All sent inputs, including barriers, with the parameters that carry them.
    package var sentInputs: [(parameter: String, features: FeatureSet)] {
        inputNames.compactMap { name in self[input: name].map { (name, $0.features) } }
    }

    /// The parameters that carry sent inputs.
    package var inputNames: [String] {
        inputs.names
            + BarrierClass.allCases.filter { locations.barriers[$0] != nil }.map(\.parameter)
    }

    /// The input that a parameter carries.
    package subscript(input name: String) -> LocationInput? {
        get {
            if let kind = BarrierClass(parameter: name) { return locations.barriers[kind] }
            return inputs[name]
        }
        set {
            if let kind = BarrierClass(parameter: name) {
                locations.barriers[kind] = newValue
            } else {
                inputs[name] = newValue
            }
        }
    }

    /// The parameters whose rows must be fetched first.
    package var references: [String] {
        inputNames.filter { self[input: $0]?.isReference ?? false }
    }

    /// Rejects inputs whose rows were not fetched, rather than solving without them.
    ///
    /// - Throws: An error naming the first such input.
    package func requireRows() throws(RouteRequestError) {
        for name in references {
            switch self[input: name]?.source {
            case .layer(let query):
                // ArcGIS clients match the first sentence.
                var error = RouteRequestError(
                    .invalidParameter, extendedCode: .invalidInput, parameter: name,
                    "this service has no feature layers; send the features themselves as "
                        + "{\"features\":[…]}")
                error.details.insert(
                    "The table was not found. [\(query.layerName ?? "")].", at: 0)
                throw error
            case .url:
                throw .invalidParameter(
                    name,
                    "asks to fetch features from a url, which this service does not do; fetch "
                        + "them and send them as {\"features\":[…]}")
            case .none?, .features, nil: continue
            }
        }
    }

    /// These parameters without locations and barriers.
    package var withoutFeatures: AnalysisParameters {
        var bare = self
        bare.inputs = LocationInputs()
        bare.locations.barriers = ByBarrierClass()
        return bare
    }
}
