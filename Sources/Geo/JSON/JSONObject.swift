// The members of a JSON object, in their order.

/// A JSON object's members in written order.
///
/// If a key is repeated, it keeps its first position and its last value.
public struct JSONObject: Hashable, Sendable {
    /// A member.
    public struct Member: Hashable, Sendable {
        /// The name.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Up to this many members, a linear search is faster than a hash table.
    private static let smallCount = 12

    /// All members, in order.
    public private(set) var members: [Member] = []
    private var rows: [String: Int]?

    /// Makes an empty object.
    public init() {}

    /// Makes an object from members; if a key is repeated, the last value wins.
    public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
        for member in members { self[member.key] = member.value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The names in order.
    public var keys: [String] { members.map(\.key) }

    /// A member's value; assign `nil` to remove the member.
    ///
    /// - Complexity: O(1) to read or add, O(*n*) to remove.
    public subscript(key: String) -> JSONValue? {
        get { row(of: key).map { members[$0].value } }
        set {
            if let row = row(of: key) {
                if let newValue {
                    members[row].value = newValue
                } else {
                    members.remove(at: row)
                    rows = nil
                    indexIfLarge()
                }
            } else if let newValue {
                members.append(Member(key: key, value: newValue))
                if rows != nil {
                    rows?[key] = members.count - 1
                } else {
                    indexIfLarge()
                }
            }
        }
    }

    /// Returns a member's value, ignoring the key's case.
    public func value(ignoringCase key: String) -> JSONValue? {
        if let exact = self[key] { return exact }
        let wanted = key.lowercased()
        return members.first { $0.key.lowercased() == wanted }?.value
    }

    private func row(of key: String) -> Int? {
        if let rows { return rows[key] }
        return members.firstIndex { $0.key == key }
    }

    private mutating func indexIfLarge() {
        guard members.count > Self.smallCount else { return }
        var table: [String: Int] = [:]
        for (row, member) in members.enumerated() { table[member.key] = row }
        rows = table
    }

    /// Compares the members in order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool { a.members == b.members }

    /// Hashes the members in order.
    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
