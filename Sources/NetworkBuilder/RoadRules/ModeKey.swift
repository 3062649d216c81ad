// Keys with a form for each kind of vehicle, such as `toll` and `toll:hgv`.

import DefinitionFiles

/// A key read by each kind of vehicle in its own form; the most specific form present decides.
///
/// If a form is there for lanes alone (`toll:lanes=yes|yes`), all lanes together decide: a vehicle
/// takes the lane that spares it.
struct ModeKey: Hashable, Sendable {
    /// The forms of the key, most specific first: `toll:motorcar`, `toll:motor_vehicle`, `toll`;
    /// each with its form for lanes behind it.
    let keys: [String]
    /// The key with a colon but without a vehicle: `toll:`.
    private let stem: String
    /// The values under which the attribute applies. If the value is a list, all of its parts must
    /// be among them.
    var values: Set<String>

    private static let laneSuffix = ":lanes"

    init(_ key: String, modes: [String], values: Set<String>) {
        let forms = modes.map { "\(key):\($0)" } + [key]
        keys = forms.flatMap { [$0, $0 + Self.laneSuffix] }
        stem = key + ":"
        self.values = values
    }

    /// What the tags say for one direction of travel; `nil` if they say nothing.
    func applies(to tags: TagSet, _ direction: LineDirection?) -> Bool? {
        for key in keys {
            guard let value = tags.value(key, direction) else { continue }
            guard key.hasSuffix(Self.laneSuffix) else { return applies(value) }
            if let shared = applies(toLanes: value) { return shared }
        }
        return nil
    }

    /// What all lanes say; `nil` if they differ, or one of them says nothing.
    private func applies(toLanes text: String) -> Bool? {
        let lanes = TagList.lanes(of: text)
        guard !lanes.contains("") else { return nil }
        let rulings = Set(lanes.map { applies($0) })
        return rulings.count == 1 ? rulings.first : nil
    }

    /// Whether the tags apply only to other vehicles: `toll:hgv=yes` for a car.
    func isOfOthers(_ tags: TagSet) -> Bool {
        applies(to: tags, nil) == nil
            && tags.contains(where: { key, value in
                guard key.hasPrefix(stem), !key.hasSuffix(":conditional") else { return false }
                return key.hasSuffix(Self.laneSuffix)
                    ? applies(toLanes: value) == true : applies(value)
            })
    }

    private func applies(_ text: String) -> Bool {
        text.split(separator: ";").allSatisfy { part in
            values.contains(String(part.filter { $0 != " " }))
        }
    }
}

extension DefinitionNode {
    /// Reads `{key: toll, modes: […], values: […]}`.
    func modeKey() throws -> ModeKey {
        let fields = try fields("key", "modes", "values")
        return ModeKey(
            try fields.required("key").text(), modes: try fields["modes"]?.texts() ?? [],
            values: Set(try fields.required("values").texts()))
    }
}
