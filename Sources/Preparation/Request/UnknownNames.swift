// Unknown names in a request: reported as warnings, or as errors if the request is strict.

import DataStructures
import Directions
import Geo
import RoadNetwork
import RouteAPI

/// Finds a request's unknown names.
///
/// A strict request fails with an error that lists all of them. Otherwise they are ignored with a
/// warning, except for the travel mode, the impedance and the directions' time, which are always
/// needed.
struct UnknownNames<Parameters: OperationParameters> {
    private let reader: TravelSettingsReader
    private let request: Parameters

    init(reader: TravelSettingsReader, _ request: Parameters) {
        self.reader = reader
        self.request = request
    }

    private var parameters: AnalysisParameters { request.analysis }

    var messages: [Message] { ignored.map { Message(.warning, $0.text) } }

    /// Refuses a strict request with unknown names.
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
    /// Removes unknown attribute names from a request.
    ///
    /// - Returns: A warning for each, with the nearest known name. If a travel mode has many, it
    ///   belongs to another network and gets one warning.
    /// - Throws: If the request names restrictions, and none of them is known.
    func leaveOut(
        of effective: inout EffectiveParameters
    ) throws(RouteRequestError) -> [Message] {
        let unknown = unknownAttributes(in: effective)
        // Most requests have no unknown names.
        guard !unknown.isEmpty else { return [] }
        try refuseUnknownRestrictions(of: effective)
        let foreign = namesOfForeignMode(effective)
        effective.narrow(
            \.travel.accumulateAttributeNames,
            to: effective[\.travel.accumulateAttributeNames].filter { costError($0) == nil })
        effective.narrow(
            \.travel.restrictionAttributeNames,
            to: effective[\.travel.restrictionAttributeNames].filter { restrictionError($0) == nil }
        )
        effective.narrow(
            \.travel.attributeParameterValues,
            to: effective[\.travel.attributeParameterValues].filter { valueError($0) == nil })
        let others = unknown.filter { !foreign.errors.contains($0) }
        return foreign.messages
            + others.flatMap(\.details).map { Message(.warning, $0 + " It was ignored.") }
    }

    /// The most unknown names in a travel mode that get a warning each.
    private static var mostOfMode: Int { 2 }

    /// Collects the unknown names in a travel mode from another network, with one message that
    /// lists them; none if the mode has only a few, which may be misspelled.
    private func namesOfForeignMode(
        _ effective: EffectiveParameters
    ) -> (errors: [RouteRequestError], messages: [Message]) {
        guard parameters.travel.travelMode != nil else { return ([], []) }
        let (mode, own) = (effective.specified.travel, parameters.travel)
        let costs = (mode.accumulateAttributeNames ?? []).filter {
            costError($0) != nil && own.accumulateAttributeNames?.contains($0) != true
        }
        let restrictions = (mode.restrictionAttributeNames ?? []).filter {
            restrictionError($0) != nil && own.restrictionAttributeNames?.contains($0) != true
        }
        let values = (mode.attributeParameterValues ?? []).filter {
            valueError($0) != nil && own.attributeParameterValues?.contains($0) != true
        }
        let errors =
            costs.compactMap(costError)
            + (restrictions.compactMap(restrictionError) + values.compactMap(valueError))
            .map(\.ofTravelMode)
        guard errors.count > Self.mostOfMode else { return ([], []) }
        // A parameter of a listed restriction needs no mention of its own.
        let listed = Set((costs + restrictions).map { $0.lowercased() })
        let alone = values.filter { !listed.contains($0.attributeName.lowercased()) }
            .map { "\($0.attributeName): \($0.parameterName)" }
        let names = (costs + restrictions + alone).map { "\"\($0.excerpt(80))\"" }
        var seen: Set<String> = []
        let list = names.filter { seen.insert($0).inserted }.joined(separator: ", ")
        return (
            errors,
            [
                Message(
                    .warning,
                    "The travel mode names things this network does not have. They were ignored: "
                        + "\(list).")
            ]
        )
    }

    /// Refuses restrictions if none is known: without them, the request would be answered under no
    /// rule at all. To ask for no restrictions, a request says `none`.
    private func refuseUnknownRestrictions(
        of effective: EffectiveParameters
    ) throws(RouteRequestError) {
        let names = effective[\.travel.restrictionAttributeNames]
        guard !names.isEmpty, names.allSatisfy({ restrictionError($0) != nil }) else { return }
        let isOfMode = parameters.travel.travelMode != nil
        throw RouteRequestError.unknownRestrictions(
            names, among: reader.description.restrictions.map(\.name),
            parameter: isOfMode ? "travelMode" : "restrictionAttributeNames",
            subject: isOfMode ? "restrictionAttributeNames of the travel mode names" : "names")
    }

    private var languages: [RouteRequestError.Fault] {
        guard let requested = parameters.directions.directionsLanguage,
            reader.layer.language(requested) == nil
        else { return [] }
        let text =
            "Directions are not available in \"\(requested)\"; they are written in "
            + "\"\(reader.layer.directionsLanguage)\". Available: "
            + reader.layer.directionsSupportedLanguages.joined(separator: ", ") + "."
        return [.init(parameter: "directionsLanguage", text: text)]
    }

    private var styles: [RouteRequestError.Fault] {
        guard let requested = parameters.directions.directionsStyleName else { return [] }
        let known = reader.layer.directionsStyleNames
        guard !known.contains(where: { $0.lowercased() == requested.lowercased() }) else {
            return []
        }
        let text =
            "Parameter \"directionsStyleName\": there is no style \"\(requested)\". "
            + NearestName.sentences(for: requested, among: known)
        return [.init(parameter: "directionsStyleName", text: text)]
    }

    /// Input fields whose names resemble known ones, or that name unknown costs.
    private var fields: [RouteRequestError.Fault] {
        parameters.sentInputs.flatMap { name, set -> [RouteRequestError.Fault] in
            guard let known = KnownFields.byInput[name] else { return [] }
            return set.fields.compactMap { note(on: $0.name, of: name, set, known) }.map {
                .init(parameter: name, text: $0)
            }
        }
    }

    private func note(
        on field: String, of parameter: String, _ set: FeatureSet, _ known: KnownFields
    ) -> String? {
        let folded = field.lowercased()
        guard !known.folded.contains(folded) else { return nil }
        let isCost = folded.hasPrefix("attr_")
        let names = isCost ? reader.description.costNames.map { "Attr_\($0)" } : known.names
        guard !names.contains(where: { $0.lowercased() == folded }) else { return nil }
        let ofTool = ToolCostField(field).flatMap { $0.isUsed(in: set) ? costField($0.kind) : nil }
        let meant =
            ofTool ?? (isCost ? Self.cost(endingAs: folded, among: names) : nil)
            ?? NearestName.of(field, among: names)
        guard isCost || ofTool != nil || Self.isMisspelling(field, of: meant) else { return nil }
        let hint = meant.map { "; did you mean \"\($0)\"?" } ?? "."
        return "Parameter \"\(parameter)\": the field \"\(field)\" is not known and was "
            + "ignored\(hint)"
    }

    /// Returns the first cost's field whose name ends as the typed one: of `Attr_Time`, a time and
    /// not `Attr_Miles`.
    private static func cost(endingAs folded: String, among names: [String]) -> String? {
        let word = folded.dropFirst("attr_".count)
        return word.count < 4 ? nil : names.first { $0.lowercased().hasSuffix(word) }
    }

    private func costField(_ kind: CostKind) -> String? {
        reader.description.costs.first { $0.kind == kind }.map { "Attr_\($0.name)" }
    }

    /// Whether a name probably misspells a known one. Rows may have any fields of their own, which
    /// are not reported.
    private static func isMisspelling(_ name: String, of meant: String?) -> Bool {
        guard let meant, name.count >= 4 else { return false }
        let (typed, known) = (name.lowercased(), meant.lowercased())
        let edits = NearestName.edits(from: typed, to: known)
        // A short name with a different letter is another word; with swapped letters, it is
        // misspelled.
        if name.count == 4 { return edits == 1 && typed.sorted() == known.sorted() }
        return edits <= 1 || typed.filter { $0 != "_" } == known.filter { $0 != "_" }
    }
}

extension UnknownNames {
    /// Errors for all unknown attribute and travel mode names.
    private var refusedNames: [RouteRequestError] {
        var errors: [RouteRequestError] = []
        func check(_ work: () throws(RouteRequestError) -> Void) {
            do throws(RouteRequestError) {
                try work()
            } catch {
                errors.append(error)
            }
        }
        var effective: EffectiveParameters?
        check { () throws(RouteRequestError) in
            effective = EffectiveParameters(try reader.resolve(request))
        }
        // If the travel mode is unknown, check the request's own names.
        let names = effective ?? withoutMode
        func checkName(_ work: () throws(RouteRequestError) -> Void) {
            do throws(RouteRequestError) {
                try work()
            } catch {
                errors.append(names.blamingMode(in: error))
            }
        }
        checkName { () throws(RouteRequestError) in
            _ = try reader.cost(
                names[\.travel.impedanceAttributeName], "impedanceAttributeName",
                code: .unknownImpedance)
        }
        errors += unknownAttributes(in: names)
        checkName { () throws(RouteRequestError) in
            _ = try reader.directionsTime(names[\.directions.directionsTimeAttributeName])
        }
        check { () throws(RouteRequestError) in
            try LocateRules(network: reader.network, layer: reader.layer, names.requested).check()
        }
        return errors
    }

    /// Returns errors for unknown attribute and parameter names, even if a travel mode overrides
    /// them.
    private func unknownAttributes(in resolved: EffectiveParameters) -> [RouteRequestError] {
        // Names the request leaves out are the layer's, which are checked when the service starts.
        let own = parameters.travel
        var found = (own.accumulateAttributeNames ?? []).compactMap(costError)
        found += restrictionErrors(in: own)
        if own.travelMode != nil {
            found += restrictionErrors(in: resolved.specified.travel)
                .map { resolved.blamingMode(in: $0) }
        }
        var errors: [RouteRequestError] = []
        for error in found where !errors.contains(where: { $0.details == error.details }) {
            errors.append(error)
        }
        return errors
    }

    private func restrictionErrors(in travel: TravelParameters) -> [RouteRequestError] {
        (travel.restrictionAttributeNames ?? []).compactMap(restrictionError)
            + (travel.attributeParameterValues ?? []).compactMap(valueError)
    }

    /// The request's effective parameters without its travel mode.
    private var withoutMode: EffectiveParameters {
        EffectiveParameters(
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
    /// Returns the supported language closest to the requested one; `nil` if there is none.
    func language(_ requested: String) -> String? {
        languages.nearest(to: requested, preferred: configuration.directionsLanguage)
    }
}

/// An input's field names, except for costs.
private struct KnownFields {
    var names: [String]
    /// The names in lower case.
    var folded: Set<String>

    init(_ names: [String]) {
        self.names = names
        folded = Set(names.map { $0.lowercased() })
    }

    /// Returns the stop windows beyond those declared by the class.
    private static func laterWindows(of kind: AnalysisClass) -> [String] {
        guard kind.parameter == RouteParameters.stopsName else { return [] }
        return (3...Column.mostWindows).flatMap {
            [Column.windowStart($0), Column.windowEnd($0)]
        }
    }

    /// Each input's fields.
    static let byInput = Dictionary(
        LayerType.allCases.flatMap { AnalysisClass.all(of: $0, over: []) }.compactMap { kind in
            kind.parameter.map {
                ($0, KnownFields(kind.fields.map(\.name) + laterWindows(of: kind)))
            }
        }, uniquingKeysWith: { first, _ in first })
}
