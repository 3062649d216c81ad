// A change to a request that would make it work.

public import Geo

/// A change to a request, small enough to say in a sentence, and ready to be applied.
public enum RequestChange: Hashable, Sendable {
    /// A parameter takes another value, as the form takes it: text, or JSON for those that are
    /// JSON. `stops.doNotLocateOnRestrictedElements` is the member of an input.
    case parameter(String, JSONValue)
    /// Some barriers are left out.
    case removingBarriers([BarrierReference])
    /// A stop takes other attributes.
    case stop(StopReference, JSONObject)

    /// The member of an input that says where it may be placed.
    private static let flag = ".doNotLocateOnRestrictedElements"

    /// The input whose member says where it may be placed, for the name of such a member.
    fileprivate static func input(ofFlag name: String) -> String? {
        name.hasSuffix(flag) ? String(name.dropLast(flag.count)) : nil
    }

    /// The change that makes a parameter what it is in some other parameters, or `nil` when it is
    /// not set there.
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
    /// The request with changes made, each on top of those before.
    ///
    /// Rows of barriers are counted as they are here, whichever of them other changes leave out.
    ///
    /// - Throws: When a parameter's value is none that the form takes.
    /// - Complexity: Linear in the number of rows of the inputs that change.
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
        var fields = withoutFeatures.formFields
        fields[name] = value.string ?? value.text
        var changed = try Self(fields: fields)
        changed.analysis.inputs = analysis.inputs
        changed.analysis.locations.barriers = analysis.locations.barriers
        changed.analysis.notes = analysis.notes
        self = changed
    }

    /// The parameters alone, without locations and barriers.
    var withoutFeatures: Self {
        var bare = self
        bare.analysis = analysis.withoutFeatures
        return bare
    }

    fileprivate mutating func removeRows(_ rows: Set<Int>, of parameter: String) {
        guard let kind = BarrierClass(parameter: parameter),
            var input = analysis.locations.barriers[kind]
        else { return }
        let all = input.features.features
        input.features.features = all.indices.filter { !rows.contains($0) }.map { all[$0] }
        analysis.locations.barriers[kind] = input.features.features.isEmpty ? nil : input
    }
}

extension FeatureSet {
    /// Sets an attribute of a row; a field that is not there yet is added.
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
