// Where a request holds the value of a parameter.

/// The property of a request that holds the value of a parameter.
///
/// Sendable, because its parts are stored properties alone: nothing is captured.
struct PropertyPath<Parameters, Value>: @unchecked Sendable {
    let keyPath: WritableKeyPath<Parameters, Value>

    /// A property.
    init(_ keyPath: any WritableKeyPath<Parameters, Value> & Sendable) { self.keyPath = keyPath }

    fileprivate init<Part>(
        _ path: any WritableKeyPath<Part, Value> & Sendable,
        of part: WritableKeyPath<Parameters, Part>
    ) {
        let inner: WritableKeyPath<Part, Value> = path
        keyPath = part.appending(path: inner)
    }
}

/// A part of the common parameters, within a request.
struct RequestPart<Parameters: Sendable, Part: ParameterPart>: Sendable {
    private let part: PropertyPath<Parameters, Part>

    /// A part of the common parameters.
    ///
    /// - Parameter analysis: The common parameters within the request.
    init(
        _ part: any WritableKeyPath<AnalysisParameters, Part> & Sendable,
        of analysis: any WritableKeyPath<Parameters, AnalysisParameters> & Sendable
    ) {
        self.part = PropertyPath(part, of: analysis)
    }

    /// A property of the part.
    func path<Value>(
        to path: any WritableKeyPath<Part, Value> & Sendable
    ) -> PropertyPath<Parameters, Value> {
        PropertyPath(path, of: part.keyPath)
    }

    /// How requests without any value of the part are recognized.
    var emptiness: PartEmptiness<Parameters> {
        let empty = Part()
        return PartEmptiness(id: ObjectIdentifier(Part.self)) { [part] in
            $0[keyPath: part.keyPath] == empty
        }
    }
}

/// Recognizes requests that have no value for any parameter of a part: most requests set few
/// parameters, and few parts.
struct PartEmptiness<Parameters: Sendable>: Sendable {
    /// The part; those of different fields of one part are equal.
    let id: ObjectIdentifier
    /// Whether a request has no value for any parameter of the part.
    let isEmpty: @Sendable (Parameters) -> Bool
}
