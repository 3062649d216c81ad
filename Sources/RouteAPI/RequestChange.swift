// A change to a request under which it has a route.

public import Geo

/// A change to a request that a sentence can describe and a program can apply.
public enum RequestChange: Hashable, Sendable {
    /// Another value of a parameter, as in the form: text, or JSON for those that are JSON.
    /// `stops.doNotLocateOnRestrictedElements` is the member of an input.
    case parameter(String, JSONValue)
    /// The request without some barriers.
    case removingBarriers([BarrierReference])
    /// Other attributes of a stop.
    case stop(StopReference, JSONObject)

    /// Whether a request can make the change: it cannot leave out the barriers of the service.
    package var isPossible: Bool {
        if case .removingBarriers(let barriers) = self {
            return !barriers.contains(where: \.isStanding)
        }
        return true
    }

    /// The member of an input that restricts where it may be placed.
    private static let flag = ".doNotLocateOnRestrictedElements"

    /// The input of the name of such a member.
    fileprivate static func input(ofFlag name: String) -> String? {
        name.hasSuffix(flag) ? String(name.dropLast(flag.count)) : nil
    }

    /// The change that sets a parameter to its value in other parameters, or `nil` when it is not
    /// set there.
    package init?(setting name: String, as changed: some OperationParameters) {
        if let input = Self.input(ofFlag: name) {
            let isSkipped = changed.analysis.inputs[input]?.doNotLocateOnRestrictedElements ?? true
            self = .parameter(name, .bool(isSkipped))
            return
        }
        guard let text = changed.withoutFeatures.formFields[name] else { return nil }
        var value = JSONValue.string(text)
        if text.first == "{" || text.first == "[" {
            do throws(JSONParseError) { value = try JSONValue.parse(text) } catch { return nil }
        }
        self = .parameter(name, value)
    }
}

extension OperationParameters {
    /// The request with changes applied one after another.
    ///
    /// Rows of barriers are numbered as in this request, whichever of them other changes remove.
    ///
    /// - Throws: When a parameter's value is invalid.
    /// - Complexity: O(*n*) in the number of rows of the inputs that change.
    public func applying(_ changes: [RequestChange]) throws(RouteRequestError) -> Self {
        var changed = self
        var removed: [String: Set<Int>] = [:]
        for change in changes {
            switch change {
            case .parameter(let name, let value): try changed.set(name, to: value)
            case .removingBarriers(let barriers):
                for barrier in barriers {
                    removed[barrier.parameter, default: []].insert(barrier.row)
                }
            case .stop(let stop, let attributes):
                for member in attributes.members {
                    changed.analysis.inputs[stop.input]?.features.set(
                        member.key, to: member.value, row: stop.row)
                }
            }
        }
        for (parameter, rows) in removed { changed.removeRows(rows, of: parameter) }
        return changed
    }

    private mutating func set(
        _ name: String, to value: JSONValue
    ) throws(RouteRequestError) {
        if let input = RequestChange.input(ofFlag: name) {
            analysis.inputs[input]?.doNotLocateOnRestrictedElements = value.bool ?? true
            return
        }
        try read(withoutFeatures.formFields.merging([name: value.string ?? value.text]) { $1 })
    }

    /// The request with other values of some parameters. JSON null is as if the request did not
    /// have the parameter.
    ///
    /// - Parameter values: By the names of parameters that are no locations and no barriers.
    /// - Throws: When a parameter's value is invalid.
    package func replacing(_ values: [String: JSONValue]) throws(RouteRequestError) -> Self {
        var fields = withoutFeatures.formFields
        for (name, value) in values {
            fields[name] = value.isNull ? nil : value.string ?? value.text
        }
        var changed = self
        try changed.read(fields)
        return changed
    }

    /// Reads fields in place of all parameters but locations and barriers.
    private mutating func read(_ fields: [String: String]) throws(RouteRequestError) {
        var changed = try Self(fields: fields)
        changed.analysis.inputs = analysis.inputs
        changed.analysis.locations.barriers = analysis.locations.barriers
        changed.analysis.standing = analysis.standing
        changed.analysis.notes = analysis.notes
        self = changed
    }

    /// The parameters without locations and barriers.
    var withoutFeatures: Self {
        var bare = self
        bare.analysis = analysis.withoutFeatures
        return bare
    }

    /// Removes rows of a class of barriers. Those of the service are numbered after those of the
    /// request.
    fileprivate mutating func removeRows(_ rows: Set<Int>, of parameter: String) {
        guard let kind = BarrierClass(parameter: parameter) else { return }
        let sent = analysis.locations.barriers[kind]?.features.features.count ?? 0
        let standing = rows.filter { $0 >= sent }
        if !standing.isEmpty {
            analysis.standing = analysis.standing?.leavingOut(
                Set(standing.map { $0 - sent }), of: kind)
        }
        guard var input = analysis.locations.barriers[kind], standing.count < rows.count else {
            return
        }
        let all = input.features.features
        input.features.features = all.indices.filter { !rows.contains($0) }.map { all[$0] }
        analysis.locations.barriers[kind] = input.features.features.isEmpty ? nil : input
    }
}

extension FeatureSet {
    /// Sets an attribute of a row; a missing field is added.
    fileprivate mutating func set(_ name: String, to value: JSONValue, row: Int) {
        guard features.indices.contains(row) else { return }
        if fieldIndex(name) == nil {
            fields.append(Field(name, .string))
            for row in features.indices {
                while features[row].values.count < fields.count {
                    features[row].values.append(.null)
                }
            }
        }
        guard let position = fieldIndex(name) else { return }
        features[row].values[position] =
            switch value {
            case .number(let number): .double(number)
            case .string(let text): .string(text)
            case .bool, .array, .object, .null: .null
            }
    }
}
