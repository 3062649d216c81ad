// The operations of layers, and the parameters that each operation reads.

/// The description of a layer's operation, for pages, schemas and messages.
package struct LayerOperation: Sendable, Equatable {
    /// The last segment of its URL.
    package let name: String
    /// A summary in a few words.
    package let summary: String
    /// A sentence for the page of its form.
    package let explanation: String
    /// The parameters of its form, in order.
    package let parameters: [ParameterDeclaration]
    /// The parameters that carry its locations, which it requires.
    package let locations: [String]
    /// Names of parameters that are specific to the operation; the first is written.
    private let fieldNames: [String: [String]]
    private let unknownParameters: UnknownParameters

    /// Declares an operation.
    package init(
        name: String, summary: String, explanation: String, locations: [String],
        parameters: [ParameterDeclaration], fieldNames: [String: [String]] = [:]
    ) {
        self.name = name
        self.summary = summary
        self.explanation = explanation
        self.locations = locations
        self.parameters = parameters
        self.fieldNames = fieldNames
        unknownParameters = UnknownParameters(of: parameters)
    }

    /// Operations are equal when their names are.
    package static func == (a: LayerOperation, b: LayerOperation) -> Bool { a.name == b.name }

    /// The field that carries a parameter.
    package func fieldName(of parameter: String) -> String {
        fieldNames[parameter]?.first ?? parameter
    }

    /// Every field that carries locations or barriers, in lower case.
    package var inputFields: [String] {
        parameters.filter(\.isInput).flatMap { [$0.name] + (fieldNames[$0.name] ?? []) }
            .map { $0.lowercased() }
    }

    /// Fields under the names of the parameters that they carry.
    package func translated(_ form: FormParameters) -> FormParameters {
        guard !fieldNames.isEmpty else { return form }
        return FormParameters(
            form.fields.map { field in
                let folded = field.name.lowercased()
                let parameter = fieldNames.first { $0.value.contains { $0.lowercased() == folded } }
                return (name: parameter?.key ?? field.name, value: field.value)
            })
    }

    /// Notes on fields and members that the operation does not read.
    func notes(on form: FormParameters, isStrict: Bool) -> [RouteRequestError.Fault] {
        unknownParameters.notes(on: form)
            + UnknownKeys.notes(on: form, of: parameters, isStrict: isStrict)
            + UnknownUnits.notes(on: form, of: parameters)
    }
}

/// An operation with the properties that hold its parameters.
public final class OperationDeclaration<Parameters: OperationParameters>: Sendable {
    /// The source of each parameter's value, in the order of the declarations; `nil` for none.
    typealias Origins = [EffectiveParameter.Origin?]

    /// The description.
    package let layerOperation: LayerOperation
    /// Its parameters, in the order of reading, of the form and of the schema.
    package let fields: [ParameterField<Parameters>]
    /// Resolves the parameters one after another: those of ``fields``, then those that are not
    /// read.
    let resolve: @Sendable (inout Parameters, TravelMode?, RouteLayerConfiguration) -> Origins
    /// Copies every parameter that a request has into another one, and returns their positions.
    let carry: @Sendable (_ from: Parameters, _ into: inout Parameters) -> [Int]
    /// Takes the settings of a travel mode where they count, and records the source.
    let carryOfMode: @Sendable (TravelMode, _ into: inout Parameters, inout Origins) -> Void
    /// The names of the parameters of a request that its travel mode overrides with other values.
    let overridden: @Sendable (_ requested: Parameters, _ by: Parameters, Origins) -> [String]

    /// Declares an operation.
    ///
    /// Every request is completed by these functions. They are made here, where the compiler knows
    /// the type of the parameters: generic code takes five times as long.
    ///
    /// - Parameter unread: Common parameters that it does not read, but whose defaults apply.
    package init(
        _ layerOperation: LayerOperation, _ fields: [ParameterField<Parameters>],
        unread: [ParameterField<Parameters>] = []
    ) {
        self.layerOperation = layerOperation
        self.fields = fields
        let rows = fields + unread
        let resolutions = rows.map(\.resolve)
        resolve = { parameters, mode, layer in
            resolutions.map { $0(&parameters, mode, layer) }
        }
        let parts = Self.parts(of: rows)
        carry = { from, into in
            var rows: [Int] = []
            for (emptiness, carriers) in parts where !(emptiness?.isEmpty(from) ?? false) {
                for (row, carry) in carriers where carry(from, &into) { rows.append(row) }
            }
            return rows
        }
        let settings = rows.indices.compactMap { row in
            rows[row].carryOfMode.map { (row: row, carry: $0) }
        }
        carryOfMode = { mode, into, origins in
            for (row, carry) in settings
            where carry(mode, &into, origins[row] == .request) {
                origins[row] = .travelMode
            }
        }
        let texts = settings.compactMap { setting in
            setting.row < fields.count ? (row: setting.row, field: fields[setting.row]) : nil
        }
        overridden = { requested, parameters, origins in
            texts.compactMap { row, field in
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

extension RouteParameters {
    /// Finds routes.
    public static var operation: OperationDeclaration<RouteParameters> { solve }

    private static let solve = OperationDeclaration(.solve, fields)
}

extension LayerOperation {
    /// Finds routes.
    package static let solve = LayerOperation(
        name: "solve", summary: "Routes through stops",
        explanation: "Finds routes through stops. Parameters without a value take the layer's "
            + "default.",
        locations: [RouteParameters.stopsName],
        parameters: RouteParameters.fields.map(\.declaration))

    /// Places locations on the network, with the parameters of a solve that restrict streets.
    package static let locate = LayerOperation(
        name: "locate", summary: "Where places lie on the streets",
        explanation: "Places locations on the streets that may be used. Nothing is solved.",
        locations: [RouteParameters.stopsName],
        parameters: solve.parameters.filter { parameter in
            switch parameter.group {
            case .inputs, .travel: parameter.name != "accumulateAttributeNames"
            case .order, .search, .directions: false
            case .time: ofLocateTime.contains(parameter.name)
            case .output, .service: ofLocate.contains(parameter.name)
            }
        }, fieldNames: [RouteParameters.stopsName: ["inputLocations", "locations"]])

    /// The parameters of a locate that select the streets that may be used.
    private static let ofLocateTime: Set = [
        "startTime", "startTimeIsUTC", "useTraffic", "trafficSnapshot",
    ]

    /// The parameters of a locate that concern its answer.
    private static let ofLocate: Set = [
        "outSR", "geometryPrecision", "preserveObjectID", "explainParameters", "strict",
    ]
}
