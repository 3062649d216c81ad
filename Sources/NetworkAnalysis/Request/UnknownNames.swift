// Names in a request that nothing here has: told in messages, or errors when the request is strict.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI

/// Finds the names of a request that are not known.
///
/// A strict request hears of all of them at once. Others go on without them, but for names that
/// leave nothing to go on with: of a travel mode and of the cost to minimize.
struct UnknownNames<Parameters: OperationParameters> {
    private let reader: TravelSettingsReader
    private let request: Parameters

    init(reader: TravelSettingsReader, _ request: Parameters) {
        self.reader = reader
        self.request = request
    }

    private var parameters: AnalysisParameters { request.analysis }

    /// What is ignored, each as a warning.
    var messages: [Message] { ignored.map { Message(.warning, $0.text) } }

    /// Refuses a strict request that has unknown names.
    ///
    /// - Throws: An error that lists all of them.
    func refuse() throws(RouteRequestError) {
        guard parameters.service.strict ?? false else { return }
        let refused = refusedNames
        let faults = (ignored + styles).map(\.refused)
        let details = faults.map(\.text) + refused.flatMap(\.details)
        guard !details.isEmpty else { return }
        var error = RouteRequestError(
            refused.first?.identifier ?? .invalidParameter,
            extendedCode: refused.first?.extendedCode ?? .invalidInput,
            message: "Invalid or missing input parameters.", details: details)
        error.faults = faults + refused.flatMap(\.faults)
        throw error
    }

    private var ignored: [RouteRequestError.Fault] { parameters.notes + fields + languages }
}

extension UnknownNames {
    /// Takes names of attributes that the network does not have out of a request.
    ///
    /// - Returns: A warning for each, with the nearest name that there is.
    func leaveOut(of asked: inout AskedParameters) -> [Message] {
        let unknown = unknownAttributes(in: asked)
        // Most requests know what they name.
        guard !unknown.isEmpty else { return [] }
        asked.narrow(
            \.travel.accumulateAttributeNames,
            to: asked[\.travel.accumulateAttributeNames].filter { costError($0) == nil })
        asked.narrow(
            \.travel.restrictionAttributeNames,
            to: asked[\.travel.restrictionAttributeNames].filter { restrictionError($0) == nil })
        asked.narrow(
            \.travel.attributeParameterValues,
            to: asked[\.travel.attributeParameterValues].filter { valueError($0) == nil })
        return unknown.flatMap(\.details).map { Message(.warning, $0 + " It was ignored.") }
    }

    private var languages: [RouteRequestError.Fault] {
        guard let asked = parameters.directions.directionsLanguage,
            reader.layer.language(asked) == nil
        else { return [] }
        let text =
            "Directions are not available in \"\(asked)\"; they are written in "
            + "\"\(reader.layer.directionsLanguage)\". Available: "
            + reader.layer.directionsSupportedLanguages.joined(separator: ", ") + "."
        return [.init(parameter: "directionsLanguage", text: text)]
    }

    private var styles: [RouteRequestError.Fault] {
        guard let asked = parameters.directions.directionsStyleName else { return [] }
        let known = reader.layer.directionsStyleNames
        guard !known.contains(where: { $0.lowercased() == asked.lowercased() }) else { return [] }
        let text =
            "Parameter \"directionsStyleName\": there is no style \"\(asked)\". "
            + NearestName.sentences(for: asked, among: known)
        return [.init(parameter: "directionsStyleName", text: text)]
    }

    /// Fields of stops and barriers that look like known ones, or name costs that are not there.
    private var fields: [RouteRequestError.Fault] {
        parameters.sentInputs.flatMap { name, set -> [RouteRequestError.Fault] in
            guard let known = KnownFields.byInput[name] else { return [] }
            return set.fields.compactMap { note(on: $0.name, of: name, known) }.map {
                .init(parameter: name, text: $0)
            }
        }
    }

    private func note(on field: String, of parameter: String, _ known: KnownFields) -> String? {
        let folded = field.lowercased()
        guard !known.folded.contains(folded) else { return nil }
        let isCost = folded.hasPrefix("attr_")
        let names = isCost ? reader.description.costNames.map { "Attr_\($0)" } : known.names
        guard !names.contains(where: { $0.lowercased() == folded }) else { return nil }
        let meant = NearestName.of(field, among: names)
        guard isCost || Self.isSlip(field, for: meant) else { return nil }
        let hint = meant.map { "; did you mean \"\($0)\"?" } ?? "."
        return "Parameter \"\(parameter)\": the field \"\(field)\" is not known and was "
            + "ignored\(hint)"
    }

    /// Whether a field's own name is so close to a known one that it will be a slip: rows carry
    /// fields of all kinds, which are nobody's mistake.
    private static func isSlip(_ name: String, for meant: String?) -> Bool {
        guard let meant, name.count >= 4 else { return false }
        let (typed, known) = (name.lowercased(), meant.lowercased())
        let edits = NearestName.edits(from: typed, to: known)
        // So short a name with another letter is another word; with its letters swapped, a slip.
        if name.count == 4 { return edits == 1 && typed.sorted() == known.sorted() }
        return edits <= 1 || typed.filter { $0 != "_" } == known.filter { $0 != "_" }
    }

}

extension UnknownNames {
    /// Errors for every name of an attribute or of a travel mode that is not known.
    private var refusedNames: [RouteRequestError] {
        var errors: [RouteRequestError] = []
        func check(_ work: () throws(RouteRequestError) -> Void) {
            do throws(RouteRequestError) {
                try work()
            } catch {
                errors.append(error)
            }
        }
        var asked: AskedParameters?
        check { () throws(RouteRequestError) in
            asked = AskedParameters(try reader.resolve(request))
        }
        // Without its travel mode the request's own names are what there is to check.
        let names = asked ?? withoutMode
        check { () throws(RouteRequestError) in
            _ = try reader.cost(
                names[\.travel.impedanceAttributeName], "impedanceAttributeName",
                code: .unknownImpedance)
        }
        errors += unknownAttributes(in: names)
        check { () throws(RouteRequestError) in
            _ = try reader.directionsTime(names[\.directions.directionsTimeAttributeName])
        }
        check { () throws(RouteRequestError) in
            try LocateRules(network: reader.network, layer: reader.layer, names.analysis).check()
        }
        return errors
    }

    /// Errors for names of attributes and their parameters: of those that count, and of those that
    /// a travel mode makes idle, which are slips all the same.
    private func unknownAttributes(in resolved: AskedParameters) -> [RouteRequestError] {
        var asked = [resolved]
        let hasMode = parameters.travel.travelMode != nil
        if hasMode { asked.insert(withoutMode, at: 0) }
        var errors: [RouteRequestError] = []
        func note(_ found: [RouteRequestError]) {
            for error in found where !errors.contains(where: { $0.details == error.details }) {
                errors.append(error)
            }
        }
        // What nobody named is the layer's, and checked when the service starts.
        for names in asked {
            if hasMode || parameters.travel.accumulateAttributeNames != nil {
                note(names[\.travel.accumulateAttributeNames].compactMap(costError))
            }
            if hasMode || parameters.travel.restrictionAttributeNames != nil {
                note(names[\.travel.restrictionAttributeNames].compactMap(restrictionError))
            }
            if hasMode || parameters.travel.attributeParameterValues != nil {
                note(names[\.travel.attributeParameterValues].compactMap(valueError))
            }
        }
        return errors
    }

    /// The request as it would be without its travel mode.
    private var withoutMode: AskedParameters {
        AskedParameters(
            ResolvedParameters(
                request, mode: nil, defaults: reader.layer.parameterDefaults()))
    }

    private func costError(_ name: String) -> RouteRequestError? {
        failure { () throws(RouteRequestError) in
            _ = try reader.cost(name, "accumulateAttributeNames", code: .unknownAccumulateAttribute)
        }
    }

    private func restrictionError(_ name: String) -> RouteRequestError? {
        failure { () throws(RouteRequestError) in _ = try reader.restriction(name) }
    }

    private func valueError(_ value: AttributeParameterValue) -> RouteRequestError? {
        if ParameterValues.isSpelledRight(value, in: reader.description) { return nil }
        return failure { () throws(RouteRequestError) in
            _ = try ParameterValues([], [value], description: reader.description)
        }
    }

    private func failure(
        _ look: () throws(RouteRequestError) -> Void
    ) -> RouteRequestError? {
        do throws(RouteRequestError) {
            try look()
            return nil
        } catch {
            return error
        }
    }
}

extension LayerDefaults {
    /// The language on offer that matches exactly, else in its family.
    func language(_ asked: String) -> String? {
        if asked == configuration.directionsLanguage { return asked }
        let wanted = asked.replacing("_", with: "-").lowercased()
        if wanted == configuration.directionsLanguage.lowercased() {
            return configuration.directionsLanguage
        }
        let offered = configuration.directionsSupportedLanguages
        if let exact = offered.first(where: { $0.lowercased() == wanted }) { return exact }
        let family = wanted.split(separator: "-").first.map(String.init) ?? wanted
        return offered.first {
            $0.lowercased().split(separator: "-").first.map(String.init) == family
        }
    }
}

/// The names of an input's fields, but for those that go by cost.
private struct KnownFields {
    var names: [String]
    /// The same without regard to case.
    var folded: Set<String>

    init(_ names: [String]) {
        self.names = names
        folded = Set(names.map { $0.lowercased() })
    }

    /// The fields of each input.
    static let byInput = Dictionary(
        LayerType.allCases.flatMap { AnalysisClass.all(of: $0, over: []) }.compactMap { kind in
            kind.parameter.map { ($0, KnownFields(kind.fields.map(\.name))) }
        }, uniquingKeysWith: { first, _ in first })
}
