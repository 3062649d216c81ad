// A layer's operation as a task: its own parameters, and its answer's classes as outputs.

import Geo
import RouteAPI

/// Declares and answers an operation as a task.
struct OperationTask {
    let operation: LayerOperation
    let layer: LayerDescription

    /// Returns the inputs, which are the operation's parameters, then the outputs.
    ///
    /// Inputs have no defaults: clients send declared defaults back in every request, where they
    /// would count as the caller's own settings.
    func parameters(layerNames: [String]) -> [GPParameter] {
        let inputs = operation.parameters.map(input)
        let layers: [GPParameter] =
            layerNames.count > 1
            ? [
                .input(
                    "layer", .string, choices: layerNames,
                    "The layer; the first one where it is empty.")
            ] : []
        return inputs + layers + (isDivided ? [Self.routeSettings] : []) + outputs
    }

    /// Whether a job finds each route in a request on its own.
    private var isDivided: Bool { has("findBestSequence") && !operation.findsPlaces }

    /// What routes use instead of the request's own settings.
    private static let routeSettings = GPParameter.input(
        "routeSettings", .string, category: ParameterDeclaration.Group.inputs.rawValue,
        "Settings of single routes, as JSON: an object that has, by RouteName, an object of "
            + "parameters about travel, order, search and time, whose values replace those of the "
            + #"request; null leaves one out. Example: {"Ann":{"startTime":1772434800000}}."#)

    private func input(_ parameter: ParameterDeclaration) -> GPParameter {
        let (type, choices) = self.type(of: parameter.kind)
        // If several inputs are alternatives, none is required.
        let isLocation =
            !operation.takesAnyLocations && operation.locations.contains(parameter.name)
        let fallback = parameter.defaultText(of: layer.configuration)
        let note = fallback.map { $0.utf8.count <= 200 ? " Default: \($0)." : "" } ?? ""
        return .input(
            operation.fieldName(of: parameter.name), type, isRequired: isLocation,
            category: parameter.group.rawValue, choices: choices, parameter.explanation + note)
    }

    private func type(of kind: ParameterKind) -> (GPDataType, choices: [String]) {
        switch kind {
        case .truth: (.boolean, [])
        case .number: (.double, [])
        case .integer: (.long, [])
        case .time: (.date, [])
        case .text, .handle: (.string, [])
        case .word(let words): (.string, words)
        case .name(let list): (.string, names(of: list))
        case .names(let list): (.strings, names(of: list))
        case .json(.points), .json(.lines), .json(.polygons): (.features, [])
        case .json: (.string, [])
        }
    }

    private func names(of list: ParameterKind.NameList) -> [String] {
        let attributes = layer.attributes.filter { $0.aliasOf == nil }
        return switch list {
        case .costs: attributes.filter { $0.usage == .cost }.map(\.name)
        case .timeCosts:
            attributes.filter { $0.usage == .cost && $0.units.seconds != nil }.map(\.name)
        case .restrictions: attributes.filter { $0.usage == .restriction }.map(\.name)
        case .languages: layer.configuration.directionsSupportedLanguages
        case .styles: layer.configuration.directionsStyleNames
        }
    }

    // MARK: - Outputs

    /// The classes in answers. An operation that only finds places names its rows differently.
    private var classes: [AnalysisClass] {
        (AnalysisClass.all(of: layer) + operation.ownClasses).compactMap { found in
            guard operation.findsPlaces else { return found }
            guard found.answerKey == RouteParameters.stopsName else {
                return BarrierClass(parameter: found.answerKey) == nil ? nil : found
            }
            var renamed = found
            renamed.answerKey = Self.located
            return renamed
        }
    }

    private static let located = AnalysisClass.places.answerKey
    private static let directions = "directions"
    private static let directionsPages = "directionsPages"
    private static let conditions = "conditions"
    private static let blockages = "blockages"
    /// The messages about each route, if a request has several.
    static let routeMessages = "routeMessages"

    private func has(_ parameter: String) -> Bool {
        operation.parameters.contains { $0.name == parameter }
    }

    private var outputs: [GPParameter] {
        var outputs = classes.map { found in
            GPParameter.output(
                found.answerKey, found.geometryType == nil ? .records : .features,
                "The rows of \(found.answerKey) in the answer; empty unless asked for.")
        }
        func add(_ name: String, _ explanation: String) {
            outputs.append(.output(name, .string, explanation))
        }
        if has("returnDirections") {
            add(
                Self.directions,
                "The directions in the nested form, as JSON text; empty unless asked for.")
        }
        if has("directionsLength") {
            add(
                Self.directionsPages,
                "Which part of each route the directions cover, as JSON text; empty for whole "
                    + "directions.")
        }
        if has("returnConditions") {
            add(
                Self.conditions,
                "The conditions along routes, as JSON text; empty unless asked for.")
        }
        if has("routeHandle") || has("legs") {
            add(
                Self.blockages,
                "What is closed on routes whose path was given, as JSON text; empty for others.")
        }
        if isDivided {
            add(
                Self.routeMessages,
                "The messages about each route, as JSON text; null for a request with one.")
        }
        for member in operation.ownMembers { add(member.rawValue, member.explanation) }
        return outputs
    }

    /// Returns the outputs' values, by name; missing outputs are null.
    func values(of result: AnalysisResult) -> [String: GPValue] {
        var values: [String: GPValue] = [:]
        for table in result.tables {
            values[table.key] = .features(
                table.rows, decimals: result.geometryPrecision,
                measureDecimals: result.measurePrecision)
        }
        if let directions = result.directions {
            if result.directionsOutputType == .featureSets {
                let sets = DirectionFeatureSets(
                    directions: directions, havePairs: result.directionsHavePairs)
                values["directionPoints"] = .features(
                    sets.points, decimals: result.geometryPrecision)
                values["directionLines"] = .features(
                    sets.lines, decimals: result.geometryPrecision)
            } else {
                values[Self.directions] = .list(AnalysisResultWriter.directions(of: result))
            }
        }
        if result.directions?.contains(where: { $0.page != nil }) ?? false {
            values[Self.directionsPages] = .list(AnalysisResultWriter.directionsPages(of: result))
        }
        if result.conditions != nil {
            values[Self.conditions] = .list(AnalysisResultWriter.conditions(of: result))
        }
        if result.blockages != nil {
            values[Self.blockages] = .list(AnalysisResultWriter.blockages(of: result))
        }
        if let decision = result.replanning {
            values[AnswerMember.replanning.rawValue] = .text(
                AnalysisResultWriter.text(of: decision))
        }
        if let following = result.following {
            values[AnswerMember.following.rawValue] = .text(
                AnalysisResultWriter.text(of: following))
        }
        if let matrix = result.costMatrix {
            values[AnswerMember.costMatrix.rawValue] = .text(AnalysisResultWriter.text(of: matrix))
        }
        return values
    }

    // MARK: - Requests

    /// Returns the operation's fields: the task's fields except the ones only tasks have.
    func request(_ form: FormParameters) -> GPRequest {
        let names: Set<String> = [
            "f", "token", "callback", "layer", "env:outsr", "env:processsr", "returnm",
            "returnmessages", "routesettings",
        ]
        var fields = form.fields.filter { !names.contains($0.name.lowercased()) }
            .map { (name: $0.name, value: $0.value) }
        if let system = form.text("env:outSR"), form.text("outSR") == nil {
            fields.append((name: "outSR", value: system))
        }
        return GPRequest(
            fields: FormParameters(fields), layerName: form.text("layer"), messages: [],
            settings: ToolSettings(), routeSettings: form.text("routeSettings"))
    }
}
