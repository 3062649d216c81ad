// The operations of layers, and the parameters that each reads.

/// Describes an operation of a layer, for pages, schemas and messages.
///
/// Everything that depends on an operation's name, its parameters or its answer reads this
/// description: the endpoint, its form, the OpenAPI document and the notes on unknown parameters.
/// ``OperationDeclaration`` adds the Swift type that holds the parameters.
package final class LayerOperation: Sendable, Hashable {
    /// The last segment of its URL.
    package let name: String
    /// The name in lower case.
    package let foldedName: String
    package let summary: String
    /// A sentence for the page with its form.
    package let explanation: String
    /// The parameters in its form, in order.
    package let parameters: [ParameterDeclaration]
    /// The parameters that carry its locations. All are required, unless ``takesAnyLocations`` is
    /// set.
    package let locations: [String]
    /// Whether a single one is enough.
    package let takesAnyLocations: Bool
    /// Limits on its requests, besides the limits of every operation.
    package let limits: [RequestLimit]
    /// Classes in its answers, besides the layer's.
    package let ownClasses: [AnalysisClass]
    /// Members of its answers other than tables, besides members that parameters ask for.
    package let ownMembers: [AnswerMember]
    /// Whether its answers have only the places of its locations.
    package let findsPlaces: Bool
    /// What the form on a page starts with if it differs from the default. A page should show what
    /// was found; a program says what it wants to read.
    package let pageValues: [String: String]
    /// Members of the layer resource that are no parameter's default.
    package let layerMembers: [(key: String, kind: ParameterKind)]
    /// The operation's own names for parameters. The first is used for writing.
    private let fieldNames: [String: [String]]
    private let unknownParameters: UnknownParameters

    package init(
        name: String, summary: String, explanation: String, locations: [String],
        parameters: [ParameterDeclaration], limits: [RequestLimit] = [],
        takesAnyLocations: Bool = false, ownClasses: [AnalysisClass] = [],
        ownMembers: [AnswerMember] = [], findsPlaces: Bool = false,
        layerMembers: [(key: String, kind: ParameterKind)] = [],
        fieldNames: [String: [String]] = [:], pageValues: [String: String] = [:]
    ) {
        self.name = name
        foldedName = name.lowercased()
        self.summary = summary
        self.explanation = explanation
        self.locations = locations
        self.limits = limits
        self.takesAnyLocations = takesAnyLocations
        self.ownClasses = ownClasses
        self.ownMembers = ownMembers
        self.findsPlaces = findsPlaces
        self.pageValues = pageValues
        self.layerMembers = layerMembers
        self.parameters = parameters
        self.fieldNames = fieldNames
        unknownParameters = UnknownParameters(of: parameters)
    }

    /// Compares names.
    package static func == (a: LayerOperation, b: LayerOperation) -> Bool { a.name == b.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Returns the name of the field that carries a parameter.
    package func fieldName(of parameter: String) -> String {
        fieldNames[parameter]?.first ?? parameter
    }

    /// Returns the operation's own names for a parameter.
    package func fieldNames(of parameter: String) -> [String] { fieldNames[parameter] ?? [] }

    /// Every field that may have a long value, in lower case.
    package var longFields: [String] {
        parameters.filter(\.mayBeLong).flatMap { $0.names + fieldNames(of: $0.name) }
            .map { $0.lowercased() }
    }

    /// The parameters with points to place on the network, except barriers.
    package var placedInputs: [String] {
        parameters.filter { $0.kind == .json(.points) && BarrierClass(parameter: $0.name) == nil }
            .map(\.name)
    }

    /// Renames fields to the parameters they carry.
    package func translated(_ form: FormParameters) -> FormParameters {
        guard !fieldNames.isEmpty else { return form }
        return FormParameters(
            form.fields.map { field in
                let folded = field.name.lowercased()
                let parameter = fieldNames.first { $0.value.contains { $0.lowercased() == folded } }
                return (name: parameter?.key ?? field.name, value: field.value)
            })
    }

    /// Notes fields and members that the operation does not read.
    func notes(on form: FormParameters, isStrict: Bool) -> [RouteRequestError.Fault] {
        // By index, because nearly all are absent and a description is expensive to copy.
        let sent = parameters.indices.filter { form.mayHave(parameters[$0].marks) }
            .map { parameters[$0] }
        return unknownParameters.notes(on: form)
            + UnknownKeys.notes(on: form, of: sent, among: parameters, isStrict: isStrict)
            + UnknownUnits.notes(on: form, of: sent)
    }
}

/// An operation together with the properties that hold its parameters.
public final class OperationDeclaration<Parameters: OperationParameters>: Sendable {
    /// The description for pages, schemas and messages.
    package let layerOperation: LayerOperation
    /// Its parameters, in the order of reading, of the form and of the schema.
    package let fields: [ParameterField<Parameters>]
    /// Fills in values that requests leave out.
    let completion: RequestCompletion<Parameters>

    /// Declares an operation.
    ///
    /// - Parameter unread: Common parameters that it does not read but whose defaults apply.
    package init(
        _ layerOperation: LayerOperation, _ fields: [ParameterField<Parameters>],
        unread: [ParameterField<Parameters>] = []
    ) {
        self.layerOperation = layerOperation
        self.fields = fields
        completion = RequestCompletion(fields, unread: unread)
    }
}

extension RouteParameters: OperationParameters {
    /// The operation `solve`: finds routes through stops.
    public static var operation: OperationDeclaration<RouteParameters> { solve }

    private static let solve = OperationDeclaration(.solve, fields)
}

/// A layer's resource that is not an operation, by the last segment of its URL.
package enum LayerChildResource: String, Sendable, CaseIterable {
    /// The available travel modes.
    case travelModes = "retrieveTravelModes"
    /// The network's live speeds and closures.
    case traffic
}

extension LayerOperation {
    package static let all = LayerType.allCases.flatMap(\.operations)

    /// All operations' fields that carry features, in lower case.
    package static let inputFields = Set(
        all.flatMap { operation in
            operation.parameters.filter(\.takesLayers).flatMap {
                [$0.name] + operation.fieldNames(of: $0.name)
            }
        }.map { $0.lowercased() })

    /// All operations' fields that may have long values, in lower case. A form is limited before
    /// its operation is known.
    package static let longFields = Set(all.flatMap(\.longFields))

    package static let solve = LayerOperation(
        name: "solve", summary: "Routes through stops",
        explanation: "Finds routes through stops. Parameters without a value take the layer's "
            + "default.",
        locations: [RouteParameters.stopsName],
        parameters: RouteParameters.fields.map(\.declaration), limits: [.stops, .stopsPerRoute],
        layerMembers: [("useStartTime", .truth), ("startTime", .time)])

    /// Places locations on the network. Reads those parameters of a solve that restrict streets.
    package static let locate = LayerOperation(
        name: "locate", summary: "Locations placed on the network",
        explanation: "Places locations on the streets that may be used. Nothing is solved.",
        locations: [RouteParameters.stopsName],
        parameters: solve.parameters.filter { parameter in
            switch parameter.group {
            case .inputs, .travel: parameter.name != "accumulateAttributeNames"
            case .order, .search, .directions: false
            case .time: ofLocateTime.contains(parameter.name)
            case .output, .service: ofLocate.contains(parameter.name)
            }
        }, limits: [.stops], findsPlaces: true,
        fieldNames: [RouteParameters.stopsName: ["inputLocations", "locations"]])

    /// The parameters about time that decide which streets may be used.
    private static let ofLocateTime: Set = [
        "startTime", "startTimeIsUTC", "useTraffic", "trafficSnapshot",
    ]

    /// The parameters that concern the answer of `locate`.
    private static let ofLocate: Set = [
        "outSR", "geometryPrecision", "preserveObjectID", "explainParameters", "strict",
    ]
}
