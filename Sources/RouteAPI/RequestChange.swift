// A change that gives a request a route.

public import Geo

/// A change to a request, which a sentence can describe and a program can apply.
///
/// Apply changes with ``OperationParameters/applying(_:)``.
public enum RequestChange: Hashable, Sendable {
    /// Sets a parameter, as in the form: to text, or to JSON if its values are JSON. The name
    /// `stops.doNotLocateOnRestrictedElements` means the member of an input.
    case parameter(String, JSONValue)
    /// Removes some barriers.
    case removingBarriers([BarrierReference])
    /// Changes attributes of a stop.
    case stop(StopReference, JSONObject)

    /// Whether a request can make the change. It cannot remove the service's barriers.
    package var isPossible: Bool {
        if case .removingBarriers(let barriers) = self {
            return !barriers.contains(where: \.isStanding)
        }
        return true
    }

    /// The member that restricts where an input may be placed.
    private static let flag = ".doNotLocateOnRestrictedElements"

    /// Returns the input that such a member belongs to.
    fileprivate static func input(ofFlag name: String) -> String? {
        name.hasSuffix(flag) ? String(name.dropLast(flag.count)) : nil
    }

    /// Makes the change that sets a parameter to its value in `changed`. Returns `nil` if the
    /// parameter is not set there.
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
    /// Returns the request with all changes applied.
    ///
    /// Barriers keep their row numbers from this request, whatever other changes remove.
    ///
    /// - Throws: If a parameter's value is invalid.
    /// - Complexity: O(*n*) for *n* rows of the inputs that change.
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

    /// Returns the request with other values for some parameters. JSON null removes a parameter.
    ///
    /// - Parameter values: New values by name, for any parameters except locations and barriers.
    /// - Throws: If a parameter's value is invalid.
    package func replacing(_ values: [String: JSONValue]) throws(RouteRequestError) -> Self {
        var fields = withoutFeatures.formFields
        for (name, value) in values {
            fields[name] = value.isNull ? nil : value.string ?? value.text
        }
        var changed = self
        try changed.read(fields)
        return changed
    }

    /// Replaces all parameters except locations and barriers by those in the fields.
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

    /// Removes rows of a barrier class. The service's barriers are numbered after the request's.
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
    /// Sets an attribute of a row. Adds the field if it is missing.
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
