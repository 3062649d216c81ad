// What the requests of all analyses have in common.

/// A request for an analysis: its own parameters and the common ones.
///
/// The members of the common parts are also members of the request. To send a request, pass it to
/// RouteTaskClient, or use ``formFields``. Reading and writing follow the operation's declarations,
/// so a type that conforms lists no names itself.
@dynamicMemberLookup
public protocol OperationParameters: Hashable, Sendable {
    /// Creates a request whose parameters are all `nil`.
    init()

    /// The parameters common to all analyses.
    var analysis: AnalysisParameters { get set }

    /// The operation that these parameters belong to.
    static var operation: OperationDeclaration<Self> { get }
}

extension OperationParameters {
    /// A member of ``AnalysisParameters``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<AnalysisParameters, Value>
    ) -> Value {
        get { analysis[keyPath: path] }
        set { analysis[keyPath: path] = newValue }
    }

    /// A member of ``AnalysisParameters/travel``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<TravelParameters, Value>
    ) -> Value {
        get { analysis.travel[keyPath: path] }
        set { analysis.travel[keyPath: path] = newValue }
    }

    /// A member of ``AnalysisParameters/time``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<TimeParameters, Value>
    ) -> Value {
        get { analysis.time[keyPath: path] }
        set { analysis.time[keyPath: path] = newValue }
    }

    /// A member of ``AnalysisParameters/locations``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<LocationParameters, Value>
    ) -> Value {
        get { analysis.locations[keyPath: path] }
        set { analysis.locations[keyPath: path] = newValue }
    }

    /// A member of ``AnalysisParameters/directions``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<DirectionsParameters, Value>
    ) -> Value {
        get { analysis.directions[keyPath: path] }
        set { analysis.directions[keyPath: path] = newValue }
    }

    /// A member of ``AnalysisParameters/output``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<OutputParameters, Value>
    ) -> Value {
        get { analysis.output[keyPath: path] }
        set { analysis.output[keyPath: path] = newValue }
    }

    /// A member of ``AnalysisParameters/service``.
    @inlinable
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<ServiceParameters, Value>
    ) -> Value {
        get { analysis.service[keyPath: path] }
        set { analysis.service[keyPath: path] = newValue }
    }
}
