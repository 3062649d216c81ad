// A value for each class of barriers.

/// A value for each class of barriers.
///
///     parameters.barriers.polygon = LocationInput(features: closures)
///     parameters.returnBarriers.polygon = true
public struct ByBarrierClass<Value> {
    /// The value for point barriers.
    public var point: Value
    /// The value for line barriers.
    public var line: Value
    /// The value for polygon barriers.
    public var polygon: Value

    /// Computes a value for each class.
    public init<Failure>(
        _ value: (BarrierClass) throws(Failure) -> Value
    ) throws(Failure) {
        point = try value(.point)
        line = try value(.line)
        polygon = try value(.polygon)
    }

    /// The value for a class.
    public subscript(_ kind: BarrierClass) -> Value {
        get {
            switch kind {
            case .point: point
            case .line: line
            case .polygon: polygon
            }
        }
        set {
            switch kind {
            case .point: point = newValue
            case .line: line = newValue
            case .polygon: polygon = newValue
            }
        }
    }

    /// The values, in the order of the classes.
    public var all: [Value] { [point, line, polygon] }
}

extension ByBarrierClass {
    /// Creates values, by default all `nil`.
    public init<Wrapped>(
        point: Wrapped? = nil, line: Wrapped? = nil, polygon: Wrapped? = nil
    ) where Value == Wrapped? {
        self.point = point
        self.line = line
        self.polygon = polygon
    }
}

extension ByBarrierClass: Sendable where Value: Sendable {}
extension ByBarrierClass: Equatable where Value: Equatable {}
extension ByBarrierClass: Hashable where Value: Hashable {}
