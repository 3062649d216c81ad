// A change to a request that would make it work.

public import Geo

/// A change to a request, small enough to say in a sentence, and ready to be applied.
public enum RequestChange: Hashable, Sendable {
    /// A parameter takes another value, as the form takes it: text, or JSON for those that are
    /// JSON. `stops.doNotLocateOnRestrictedElements` is the member of the stops.
    case parameter(String, JSONValue)
    /// Some barriers are left out.
    case removingBarriers([BarrierReference])
    /// A stop takes other attributes.
    case stop(StopReference, JSONObject)

    /// The member of the stops that says where they may be placed.
    static let stopsFlag = "stops.doNotLocateOnRestrictedElements"

    /// The change that makes a parameter what it is in some other parameters, or `nil` when it is
    /// not set there.
    package init?(setting name: String, as changed: RouteParameters) {
        if name == Self.stopsFlag {
            self = .parameter(name, .bool(changed.stops?.doNotLocateOnRestrictedElements ?? true))
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

extension RouteParameters {
    /// The request with changes made, each on top of those before.
    ///
    /// Rows of barriers are counted as they are here, whichever of them other changes leave out.
    ///
    /// - Throws: When a parameter's value is none that the form takes.
    /// - Complexity: Linear in the number of rows of the inputs that change.
    public func applying(
        _ changes: [RequestChange]
    ) throws(RouteRequestError) -> RouteParameters {
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
                    changed.stops?.features.set(member.key, to: member.value, row: stop.row)
                }
            }
        }
        for (parameter, rows) in removed { changed.removeRows(rows, of: parameter) }
        return changed
    }

    private mutating func set(
        _ name: String, to value: JSONValue
    ) throws(RouteRequestError) {
        guard name != RequestChange.stopsFlag else {
            stops?.doNotLocateOnRestrictedElements = value.bool ?? true
            return
        }
        var fields = withoutFeatures.formFields
        fields[name] = value.string ?? value.text
        var changed = try RouteParameters(fields: fields)
        changed.stops = stops
        changed.locations.barriers = locations.barriers
        changed.notes = notes
        self = changed
    }

    /// The parameters alone, without stops and barriers.
    var withoutFeatures: RouteParameters {
        var bare = self
        bare.stops = nil
        bare.locations.barriers = ByBarrierClass()
        return bare
    }

    fileprivate mutating func removeRows(_ rows: Set<Int>, of parameter: String) {
        guard let kind = BarrierClass(parameter: parameter), var input = locations.barriers[kind]
        else {
            return
        }
        let all = input.features.features
        input.features.features = all.indices.filter { !rows.contains($0) }.map { all[$0] }
        locations.barriers[kind] = input.features.features.isEmpty ? nil : input
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
