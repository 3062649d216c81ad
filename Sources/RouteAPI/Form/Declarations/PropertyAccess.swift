// Where a request holds a parameter's value.

/// Reads and writes the property that holds a parameter's value.
///
/// The key path is a function without captures, and the initializers are inlined where it is
/// written, so it compiles to access to a stored property. A key path known only at run time takes
/// 0.1 µs.
struct PropertyAccess<Parameters, Value>: Sendable {
    let get: @Sendable (Parameters) -> Value
    let set: @Sendable (inout Parameters, Value) -> Void

    /// Accesses a property that only this operation has.
    @inline(__always)
    init(_ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<Parameters, Value>) {
        get = { $0[keyPath: path()] }
        set = { $0[keyPath: path()] = $1 }
    }

    /// Accesses a property in a part of the common parameters.
    @inline(__always)
    init<Part>(
        _ part: @escaping @autoclosure @Sendable () -> PartPath<Part>,
        _ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<Part, Value>
    ) where Parameters: OperationParameters {
        get = { $0.analysis.parts[keyPath: part()].value[keyPath: path()] }
        set = { $0.analysis.parts[keyPath: part()].value[keyPath: path()] = $1 }
    }
}

/// A part of the common parameters.
typealias PartPath<Part: ParameterPart> = WritableKeyPath<ParameterStorage, CopyOnWrite<Part>>
