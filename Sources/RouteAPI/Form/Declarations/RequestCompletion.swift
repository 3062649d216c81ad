// How the values that a request leaves out are filled in, from its travel mode and from defaults.

/// Completes requests to an operation, and records the source of each value.
///
/// Every request is completed by these functions. They are made where the compiler knows the type
/// of the parameters, together with the declaration: generic code takes five times as long.
struct RequestCompletion<Parameters: OperationParameters>: Sendable {
    /// The source of each parameter's value, in the order of the declarations; `nil` for none.
    typealias Origins = [EffectiveParameter.Origin?]

    /// Resolves the parameters one after another.
    let resolve: @Sendable (inout Parameters, TravelMode?, RouteLayerConfiguration) -> Origins
    /// Copies every parameter that a request has into another one, and returns their positions.
    let carry: @Sendable (_ from: Parameters, _ into: inout Parameters) -> [Int]
    /// Takes the settings of a travel mode where they count, and records the source.
    let carryOfMode: @Sendable (TravelMode, _ into: inout Parameters, inout Origins) -> Void
    /// The names of the parameters of a request that its travel mode overrides with other values.
    let overridden: @Sendable (_ requested: Parameters, _ by: Parameters, Origins) -> [String]

    /// Completes requests.
    ///
    /// - Parameters:
    ///   - fields: The parameters that the operation reads; their origins come first.
    ///   - unread: Common parameters that it does not read, but whose defaults apply.
    init(_ fields: [ParameterField<Parameters>], unread: [ParameterField<Parameters>]) {
        let rows = fields + unread
        let resolutions = rows.map(\.resolve)
        resolve = { parameters, mode, layer in
            resolutions.map { $0(&parameters, mode, layer) }
        }
        let parts = Self.parts(of: rows)
        carry = { from, into in
            var carried: [Int] = []
            for (emptiness, carriers) in parts where !(emptiness?.isEmpty(from) ?? false) {
                for (row, carry) in carriers where carry(from, &into) { carried.append(row) }
            }
            return carried
        }
        let settings = rows.indices.compactMap { row in
            rows[row].carryOfMode.map { (row: row, carry: $0) }
        }
        carryOfMode = { mode, into, origins in
            for (row, carry) in settings where carry(mode, &into, origins[row] == .request) {
                origins[row] = .travelMode
            }
        }
        let ofModes = settings.filter { $0.row < fields.count }.map { ($0.row, fields[$0.row]) }
        overridden = { requested, parameters, origins in
            ofModes.compactMap { row, field in
                guard origins[row] == .travelMode, let asked = field.text(in: requested),
                    asked != field.text(in: parameters)
                else { return nil }
                return field.declaration.name
            }
        }
    }

    private typealias CarriersOfPart = (
        emptiness: PartEmptiness<Parameters>?,
        carriers: [(row: Int, carry: ParameterField<Parameters>.Carrier)]
    )

    /// The functions that copy parameters, by the parts of requests.
    private static func parts(of rows: [ParameterField<Parameters>]) -> [CarriersOfPart] {
        var parts: [CarriersOfPart] = []
        for (row, field) in rows.enumerated() {
            let known = parts.firstIndex { $0.emptiness?.id == field.part?.id }
            if let known {
                parts[known].carriers.append((row, field.carry))
            } else {
                parts.append((field.part, [(row, field.carry)]))
            }
        }
        return parts
    }
}
