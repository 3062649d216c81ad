// Storage for the common parameters.

/// The parts of the common parameters.
@usableFromInline
struct ParameterStorage: Hashable, Sendable {
    /// Parts without any value, shared by requests until they set one.
    @usableFromInline static let defaults = ParameterStorage()

    @usableFromInline var travel = CopyOnWrite(TravelParameters())
    @usableFromInline var time = CopyOnWrite(TimeParameters())
    @usableFromInline var locations = CopyOnWrite(LocationParameters())
    @usableFromInline var directions = CopyOnWrite(DirectionsParameters())
    @usableFromInline var output = CopyOnWrite(OutputParameters())
    @usableFromInline var service = CopyOnWrite(ServiceParameters())

    private init() {}
}
