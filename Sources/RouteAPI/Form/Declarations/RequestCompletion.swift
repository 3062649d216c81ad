// Fills in the values that a request leaves out, from its travel mode and from defaults.

/// Completes requests to an operation, and finds each value's source.
///
/// These functions are made together with the declaration, where the compiler knows the parameters'
/// type: generic code takes five times as long.
struct RequestCompletion<Parameters: OperationParameters>: Sendable {
    /// The source of each parameter's value, in the order of the declarations; `nil` for no value.
    typealias Origins = [EffectiveParameter.Origin?]

    /// Sets every parameter to its effective value, one after another.
    let resolve: @Sendable (inout Parameters, TravelMode?, RouteLayerConfiguration) -> Origins
    /// Copies every parameter that a request has into another request.
    let carry: @Sendable (_ from: Parameters, _ into: inout Parameters) -> Void
    /// Copies a travel mode's settings where they apply.
    let carryOfMode: @Sendable (TravelMode, _ into: inout Parameters) -> Void
    /// Returns the parameters of a request whose value its travel mode changes.
    let overridden: @Sendable (_ requested: Parameters, _ withMode: Parameters) -> [String]

    /// Prepares to complete requests.
    ///
    /// - Parameters:
    ///   - fields: The parameters the operation reads; their origins come first.
    ///   - unread: Common parameters that it does not read but whose defaults apply.
    init(_ fields: [ParameterField<Parameters>], unread: [ParameterField<Parameters>]) {
        let rows = fields + unread
        resolve = { parameters, mode, layer in rows.map { $0.resolve(&parameters, mode, layer) } }
        carry = { from, into in
            for row in rows { row.carry(from, &into) }
        }
        let settings = rows.compactMap(\.carryOfMode)
        carryOfMode = { mode, into in
            for setting in settings { setting(mode, &into) }
        }
        let ofModes = fields.filter { $0.carryOfMode != nil }
        overridden = { requested, withMode in
            ofModes.compactMap { field in
                guard let asked = field.text(in: requested), asked != field.text(in: withMode)
                else { return nil }
                return field.declaration.name
            }
        }
    }
}
