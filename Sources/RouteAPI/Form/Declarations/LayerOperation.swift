// The operations of layers, and the parameters that each operation reads.

/// The description of a layer's operation, for pages, schemas and messages.
package struct LayerOperation: Sendable, Hashable {
    /// The last segment of its URL.
    package let name: String
    /// The same in lower case.
    package let foldedName: String
    /// A summary in a few words.
    package let summary: String
    /// A sentence for the page of its form.
    package let explanation: String
    /// The parameters of its form, in order.
    package let parameters: [ParameterDeclaration]
    /// The parameters that carry its locations, which it requires.
    package let locations: [String]
    /// Whether one of these parameters is enough.
    package let takesAnyLocations: Bool
    /// The limits of its requests, beside those of every operation.
    package let limits: [RequestLimit]
    /// The classes of its answers, beside those of the layer.
    package let ownClasses: [AnalysisClass]
    /// The members of its answers that are not sets of rows, beside those that parameters ask for.
    package let ownMembers: [AnswerMember]
    /// Whether its answers have the places of its locations and nothing else.
    package let findsPlaces: Bool
    /// The values that the form on a page begins with, where they differ from defaults: a page
    /// shows what was found, where a program says what it reads.
    package let pageValues: [String: String]
    /// The members of the layer resource that are not the default of a parameter.
    package let layerMembers: [(key: String, kind: ParameterKind)]
    /// Names of parameters that are specific to the operation; the first is written.
    private let fieldNames: [String: [String]]
    private let unknownParameters: UnknownParameters

    /// Declares an operation.
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

    /// Operations are equal when their names are.
    package static func == (a: LayerOperation, b: LayerOperation) -> Bool { a.name == b.name }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The field that carries a parameter.
    package func fieldName(of parameter: String) -> String {
        fieldNames[parameter]?.first ?? parameter
    }

    /// The fields that carry a parameter under a name of the operation's own.
    package func fieldNames(of parameter: String) -> [String] { fieldNames[parameter] ?? [] }

    /// Every field whose value may be long, in lower case.
    package var longFields: [String] {
        parameters.filter(\.mayBeLong).flatMap { $0.names + fieldNames(of: $0.name) }
            .map { $0.lowercased() }
    }

    /// The parameters that carry points to place on the network, barriers aside.
    package var placedInputs: [String] {
        parameters.filter { $0.kind == .json(.points) && BarrierClass(parameter: $0.name) == nil }
            .map(\.name)
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
        // By index: nearly all are absent, and a description is expensive to copy.
        let sent = parameters.indices.filter { form.mayHave(parameters[$0].marks) }
            .map { parameters[$0] }
        return unknownParameters.notes(on: form)
            + UnknownKeys.notes(on: form, of: sent, among: parameters, isStrict: isStrict)
            + UnknownUnits.notes(on: form, of: sent)
    }
}

/// An operation with the properties that hold its parameters.
public final class OperationDeclaration<Parameters: OperationParameters>: Sendable {
    /// The description.
    package let layerOperation: LayerOperation
    /// Its parameters, in the order of reading, of the form and of the schema.
    package let fields: [ParameterField<Parameters>]
    /// How requests get the values that they leave out.
    let completion: RequestCompletion<Parameters>

    /// Declares an operation.
    ///
    /// - Parameter unread: Common parameters that it does not read, but whose defaults apply.
    package init(
        _ layerOperation: LayerOperation, _ fields: [ParameterField<Parameters>],
        unread: [ParameterField<Parameters>] = []
    ) {
        self.layerOperation = layerOperation
        self.fields = fields
        completion = RequestCompletion(fields, unread: unread)
    }
}

extension RouteParameters {
    /// Finds routes.
    public static var operation: OperationDeclaration<RouteParameters> { solve }

    private static let solve = OperationDeclaration(.solve, fields)
}

/// A resource of a layer beside its operations, by the last segment of its URL.
package enum LayerChildResource: String, Sendable, CaseIterable {
    /// The available travel modes.
    case travelModes = "retrieveTravelModes"
    /// The live speeds and closures of the network.
    case traffic
}

extension LayerOperation {
    /// The operations of layers of all types.
    package static let all: [LayerOperation] = [
        .solve, .match, .locate, .refresh, .better, .rejoin, .solveClosestFacility,
        .solveODCostMatrix,
    ]

    /// Finds routes.
    package static let solve = LayerOperation(
        name: "solve", summary: "Routes through stops",
        explanation: "Finds routes through stops. Parameters without a value take the layer's "
            + "default.",
        locations: [RouteParameters.stopsName],
        parameters: RouteParameters.fields.map(\.declaration), limits: [.stops, .stopsPerRoute],
        layerMembers: [("useStartTime", .truth), ("startTime", .time)])

    /// Places locations on the network, with the parameters of a solve that restrict streets.
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

    /// The parameters of a locate that select the streets that may be used.
    private static let ofLocateTime: Set = [
        "startTime", "startTimeIsUTC", "useTraffic", "trafficSnapshot",
    ]

    /// The parameters of a locate that concern its answer.
    private static let ofLocate: Set = [
        "outSR", "geometryPrecision", "preserveObjectID", "explainParameters", "strict",
    ]
}
