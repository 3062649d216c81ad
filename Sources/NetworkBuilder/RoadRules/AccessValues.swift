// What the values of access tags mean, and which of several counts.

import DefinitionFiles

/// The values of access tags, grouped by meaning.
struct AccessValues: Hashable, Sendable {
    /// Values for all travelers of the mode.
    var allowed: Set<String> = []
    /// Values for some travelers, such as residents and customers: they may reach a stop there.
    var limited: Set<String> = []
    /// Values for no traveler of the mode.
    var denied: Set<String> = []
    /// Where limited values are for all.
    var tickets: [Tickets] = []

    /// Values for those who pay, and the roads on which everybody does: whoever takes a ferry is
    /// its customer.
    struct Tickets: Hashable, Sendable {
        var values: Set<String> = []
        var roads = TagCondition.never

        func include(_ value: String, on tags: TagSet) -> Bool {
            values.contains(value) && roads.holds(for: tags)
        }
    }

    /// Whether the value has a known meaning.
    func knows(_ value: String) -> Bool {
        allowed.contains(value) || limited.contains(value) || denied.contains(value)
    }

    /// Returns a text's value, or the most permissive value of a list (`agricultural;destination`).
    /// Each value names a group that may enter, so their order does not matter. A value for each
    /// lane, `no|yes|yes`, is read as one, also under a key that is not for lanes.
    ///
    /// - Returns: `nil` if no value is known.
    func decisive(in text: String) -> String? {
        if knows(text) { return text }
        if text.utf8.contains(UInt8(ascii: "|")) { return decisive(inLanes: text) }
        let parts = text.split(separator: ";").compactMap { part in
            let word = String(part.filter { $0 != " " })
            return knows(word) ? word : AccessPhrase.value(of: part, among: self)
        }
        return mostPermissive(of: parts)
    }

    /// Reads the lanes of a direction (`no|yes|yes`): the most permissive lane decides.
    ///
    /// - Returns: `nil` if a lane has no known value; it is then like a street without the tag.
    func decisive(inLanes text: String) -> String? {
        let lanes = text.split(separator: "|", omittingEmptySubsequences: false)
            .map { decisive(in: String($0)) }
        let stated = lanes.compactMap(\.self)
        return stated.count == lanes.count ? mostPermissive(of: stated) : nil
    }

    /// Returns the value of some travelers that a condition names: `destination`, `Anlieger`. One
    /// that says more, such as `delivery 06:00-10:00` or `!destination`, names none.
    func limitedValue(in condition: String) -> String? {
        guard condition.allSatisfy({ $0.isLetter || " _-()".contains($0) }) else { return nil }
        return AccessPhrase.onlyValue(of: condition, among: self).flatMap {
            limited.contains($0) ? $0 : nil
        }
    }

    private func mostPermissive(of words: [String]) -> String? {
        let some = words.filter(limited.contains)
        return words.first(where: allowed.contains)
            ?? (some.contains(Self.destination) ? Self.destination : some.first)
            ?? words.first(where: denied.contains)
    }

    /// The value for all that have a stop there.
    private static let destination = "destination"
    static let everybody = "yes"
}

extension DefinitionNode {
    /// Reads access values. A value listed here loses its place in `base`.
    func accessValues(over base: AccessValues) throws -> AccessValues {
        let fields = try fields("allowed", "limited", "denied", "tickets")
        let allowed = Set(try fields["allowed"]?.texts() ?? [])
        let limited = Set(try fields["limited"]?.texts() ?? [])
        let denied = Set(try fields["denied"]?.texts() ?? [])
        guard allowed.isDisjoint(with: limited), allowed.isDisjoint(with: denied),
            limited.isDisjoint(with: denied)
        else { throw error("a value has two meanings") }
        let moved = allowed.union(limited).union(denied)
        return AccessValues(
            allowed: base.allowed.subtracting(moved).union(allowed),
            limited: base.limited.subtracting(moved).union(limited),
            denied: base.denied.subtracting(moved).union(denied),
            tickets: try fields["tickets"]?.elements().map { try $0.tickets() } ?? base.tickets)
    }

    private func tickets() throws -> AccessValues.Tickets {
        let fields = try fields("values", "when")
        return AccessValues.Tickets(
            values: Set(try fields.required("values").texts()),
            roads: try fields.required("when").condition())
    }
}
