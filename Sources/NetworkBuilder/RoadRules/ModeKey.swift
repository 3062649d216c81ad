// Keys with a form for each kind of vehicle, such as `toll` and `toll:hgv`.

import DefinitionFiles
import RoadNetwork

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
    /// What nodes say of the price.
    let prices: Prices

    private static let laneSuffix = ":lanes"

    /// - Parameters:
    ///   - prices: Keys with the price at a node.
    ///   - free: Their values where nothing is paid.
    init(
        _ key: String, modes: [String], values: Set<String>, prices: [String] = [],
        free: Set<String> = []
    ) {
        let forms = modes.map { "\(key):\($0)" } + [key]
        keys = forms.flatMap { [$0, $0 + Self.laneSuffix] }
        stem = key + ":"
        self.values = values
        self.prices = Prices(prices, modes: modes, free: free)
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

    /// Whether a node where some vehicles pay applies to this one: by its own form of the key or of
    /// a price, else unless only others pay.
    ///
    /// - Parameter isAssumed: Whether it applies if the node says nothing.
    func applies(toNode tags: TagSet, isAssumed: Bool) -> Bool {
        if let own = applies(to: tags, nil) ?? prices.isPaidByOwnForm(tags) { return own }
        return !isOfOthers(tags)
            && (prices.isPaidByAll(tags) ?? (isAssumed && !prices.isPaidByOthers(tags)))
    }

    private func applies(_ text: String) -> Bool {
        text.split(separator: ";").allSatisfy { part in
            values.contains(String(part.filter { $0 != " " }))
        }
    }
}

extension ModeKey {
    /// Keys with a price for each kind of vehicles, such as `charge` and `charge:hgv`; the most
    /// specific form present decides.
    struct Prices: Hashable, Sendable {
        /// `charge` and `fee`.
        private let general: [String]
        /// `charge:hgv` and `fee:hgv`, the most specific first.
        private let own: [String]
        /// The values where nothing is paid.
        private let free: Set<String>

        init(_ keys: [String], modes: [String], free: Set<String>) {
            general = keys
            own = modes.flatMap { mode in keys.map { "\($0):\(mode)" } }
            self.free = free
        }

        /// Whether the vehicle pays by a price of its kind; `nil` if there is none.
        func isPaidByOwnForm(_ tags: TagSet) -> Bool? { isPaid(own, tags) }

        /// Whether all pay that have no price of their kind; `nil` if the tags do not say.
        func isPaidByAll(_ tags: TagSet) -> Bool? { isPaid(general, tags) }

        /// Whether some vehicles pay. Other words behind a price, as in `fee:note`, say nothing.
        func isPaidByOthers(_ tags: TagSet) -> Bool {
            tags.contains { key, value in
                let words = key.split(separator: ":")
                guard words.count > 1, general.contains(String(words[0])),
                    !key.hasSuffix(ConditionalTag.suffix)
                else { return false }
                return !VehicleKinds([words[1]]).isEmpty && !isFree(value)
            }
        }

        private func isPaid(_ keys: [String], _ tags: TagSet) -> Bool? {
            keys.lazy.compactMap { tags[$0] }.first.map { !isFree($0) }
        }

        /// Whether a price is none: `no`, `0` and `0 EUR`.
        private func isFree(_ value: String) -> Bool {
            let word = TagSet.plainWord(value)
            return free.contains(word)
                || word.split(separator: " ").first.map { free.contains(String($0)) } ?? false
        }
    }
}

extension DefinitionNode {
    /// Reads `{key: toll, modes: […], values: […]}`, and `prices` with the values that are `free`.
    func modeKey() throws -> ModeKey {
        let fields = try fields("key", "modes", "values", "prices", "free")
        return ModeKey(
            try fields.required("key").text(), modes: try fields["modes"]?.texts() ?? [],
            values: Set(try fields.required("values").texts()),
            prices: try fields["prices"]?.texts() ?? [],
            free: Set(try fields["free"]?.texts() ?? []))
    }
}
