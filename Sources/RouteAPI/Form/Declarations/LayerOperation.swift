// What a layer can be asked, and which parameters each question reads.

/// An operation of a layer as pages, schemas and messages know it.
package struct LayerOperation: Sendable, Equatable {
    /// The last segment of its URL.
    package let name: String
    /// What it does, in a few words.
    package let summary: String
    /// A sentence for the page it is asked from.
    package let explanation: String
    /// The parameters that a form for it offers, in order.
    package let parameters: [ParameterDeclaration]
    /// The parameters that carry its locations, without which there is nothing to do.
    package let locations: [String]
    /// Names that parameters have in it, where they are not their own, the first to be written.
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

    /// Operations are known by their names.
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

    /// What there is to say about fields and members that the operation does not read.
    func notes(on form: FormParameters, isStrict: Bool) -> [RouteRequestError.Fault] {
        unknownParameters.notes(on: form)
            + UnknownKeys.notes(on: form, of: parameters, isStrict: isStrict)
            + UnknownUnits.notes(on: form, of: parameters)
    }
}

/// An operation with the properties that hold its parameters.
public struct OperationDeclaration<Parameters: OperationParameters>: Sendable {
    /// The operation as it is described.
    package let layerOperation: LayerOperation
    /// Its parameters, in the order of reading, of the form and of the description for machines.
    package let fields: [ParameterField<Parameters>]
    /// How each parameter gets its value, in the same order, then how those do that are not read:
    /// what every request goes through, without the rest of the declarations.
    let resolutions: [ParameterField<Parameters>.Resolution]
    /// How each parameter goes from one request into another, in the same order.
    let carriers: [ParameterField<Parameters>.Carrier]

    /// Declares an operation.
    ///
    /// - Parameter unread: Common parameters that it does not read, which count all the same.
    package init(
        _ layerOperation: LayerOperation, _ fields: [ParameterField<Parameters>],
        unread: [ParameterField<Parameters>] = []
    ) {
        self.layerOperation = layerOperation
        self.fields = fields
        resolutions = (fields + unread).map(\.resolve)
        carriers = (fields + unread).map(\.carry)
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
        explanation: "Finds routes through stops. What is left as it is takes the layer's default.",
        locations: [RouteParameters.stopsName],
        parameters: RouteParameters.fields.map(\.declaration))

    /// Places locations on the network. It reads what a solve reads of where streets may be used.
    package static let locate = LayerOperation(
        name: "locate", summary: "Where places lie on the streets",
        explanation: "Places locations on the streets that may be used. Nothing is solved.",
        locations: [RouteParameters.stopsName],
        parameters: solve.parameters.filter { parameter in
            switch parameter.group {
            case .inputs, .travel: parameter.name != "accumulateAttributeNames"
            case .order, .search, .directions: false
            case .time: parameter.name.hasPrefix("startTime")
            case .output, .service: ofLocate.contains(parameter.name)
            }
        }, fieldNames: [RouteParameters.stopsName: ["inputLocations", "locations"]])

    /// What a locate reads of what an answer has.
    private static let ofLocate: Set = [
        "outSR", "geometryPrecision", "preserveObjectID", "explainParameters", "strict",
    ]
}
