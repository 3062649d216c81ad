// The types of layers that a service may have: an analysis each, declared once.

/// The type of a layer: one analysis, such as routes through stops.
///
/// Everything that differs between analyses and is not a computation stands in the type's
/// declaration. The directory, service definitions, layer resources, forms, pages, tasks and the
/// OpenAPI document read it. To add an analysis, declare a type, add it to ``allCases``, and give
/// the server the functions that answer its operations (`Documentation/Adding-an-analysis.md`):
///
/// ```swift
/// public static let serviceArea = LayerType(
///     "esriNAServerServiceAreaLayer", word: "ServiceArea", serviceKey: "serviceAreaLayers",
///     title: "Service area layer", operations: [.solveServiceArea],
///     classes: [.facilities] + AnalysisClass.allBarriers + [.areas])
/// ```
public final class LayerType: Sendable, CaseIterable {
    /// The name on the wire.
    public let wireName: String
    /// The type's name in service definitions, and a layer's default name.
    public let word: String
    /// The key for such layers in a service's resource.
    package let serviceKey: String
    /// The title of such a layer on pages.
    package let title: String
    /// The operations of such a layer; the main one is first.
    package let operations: [LayerOperation]
    /// The classes of its inputs and answers, with columns that repeat for each attribute once.
    let classes: [AnalysisClass]
    /// The classes of its location inputs, in the main operation's order. All that concerns one
    /// follows from its class: the row fields that count, the inputs of Esri's tools, and so on.
    package let locations: [AnalysisClass]

    private init(
        _ wireName: String, word: String, serviceKey: String, title: String,
        operations: [LayerOperation], classes: [AnalysisClass]
    ) {
        self.wireName = wireName
        self.word = word
        self.serviceKey = serviceKey
        self.title = title
        self.operations = operations
        self.classes = classes
        locations = operations[0].locations.map { parameter in
            guard let found = classes.first(where: { $0.parameter == parameter }) else {
                preconditionFailure("\(word) must declare a class for the input \(parameter)")
            }
            return found
        }
    }

    /// All types, in the order of pages and lists.
    public static let allCases: [LayerType] = [.route, .closestFacility, .odCostMatrix]

    /// Finds routes through stops.
    public static let route = LayerType(
        "esriNAServerRouteLayer", word: "Route", serviceKey: "routeLayers", title: "Route layer",
        operations: [.solve, .match, .locate, .refresh, .better, .rejoin, .follow],
        classes: [.stops] + AnalysisClass.allBarriers + [.routes] + AnalysisClass.traversed
            + AnalysisClass.directions.map { $0.without(Column.pair) } + AnalysisClass.passed)

    /// Finds the facilities closest to incidents.
    public static let closestFacility = LayerType(
        "esriNAServerClosestFacilityLayer", word: "ClosestFacility",
        serviceKey: "closestFacilityLayers", title: "Closest facility layer",
        operations: [.solveClosestFacility],
        classes: [.facilities, .incidents] + AnalysisClass.allBarriers + [.facilityRoutes]
            + AnalysisClass.traversed + AnalysisClass.directions + AnalysisClass.passed)

    /// Finds costs between many places.
    public static let odCostMatrix = LayerType(
        "esriNAServerODCostMatrixLayer", word: "ODCostMatrix", serviceKey: "odCostMatrixLayers",
        title: "Origin-destination cost matrix layer", operations: [.solveODCostMatrix],
        classes: [.origins, .destinations] + AnalysisClass.allBarriers + [.odLines])

    /// Finds a type by its name on the wire; `nil` if there is none.
    public static func named(_ wireName: String) -> LayerType? {
        allCases.first { $0.wireName == wireName }
    }

    /// Returns the type whose layers have an operation.
    ///
    /// - Precondition: A type declares the operation.
    package static func having(_ operation: LayerOperation) -> LayerType {
        guard let type = allCases.first(where: { $0.has(operation) }) else {
            preconditionFailure("a type of layer must declare the operation \(operation.name)")
        }
        return type
    }

    /// Whether such a layer has an operation.
    package func has(_ operation: LayerOperation) -> Bool { operations.contains(operation) }

    /// The parameters whose defaults service definitions set, of all operations, each once.
    package static let settings: [ParameterDeclaration] = {
        var names: Set<String> = []
        return allCases.flatMap(\.operations).flatMap(\.parameters).filter {
            $0.isSetting && names.insert($0.name).inserted
        }
    }()

    /// The main operation of such a layer.
    package var operation: LayerOperation { operations[0] }

    /// The main operation's parameter for the time of travel.
    package var timeParameter: String {
        guard
            let found = operation.parameters.first(where: { $0.kind == .time && $0.group == .time })
        else { preconditionFailure("\(operation.name) must declare a time of travel") }
        return found.name
    }
}

extension LayerType: Hashable, CustomStringConvertible {
    /// Whether both are the same declaration.
    public static func == (a: LayerType, b: LayerType) -> Bool { a === b }

    /// Hashes the name on the wire.
    public func hash(into hasher: inout Hasher) { hasher.combine(wireName) }

    /// The name in service definitions.
    public var description: String { word }
}
