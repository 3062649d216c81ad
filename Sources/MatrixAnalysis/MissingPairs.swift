// The pairs in a table without a path.

/// Counts pairs without a path, and groups locations that lack the same paths.
///
/// Locations that lack the same paths form one part, and pairs between the same two parts are
/// reported together (``classes``). Nearly always they share one reason. If two parts lack the same
/// paths by chance, explaining further pairs shows the other reasons
/// (``PairSearch/explain(_:unreached:)``).
struct MissingPairs: Sendable {
    /// Pairs between the same two parts, represented by one pair.
    struct Class: Hashable, Sendable {
        /// The positions of two locations.
        let source: Int
        let target: Int
        fileprivate(set) var count = 1
    }

    private(set) var count = 0
    /// The pairs' positions, for as many pairs as get a class.
    private(set) var kept: [(source: Int, target: Int)] = []
    private static let mostKept = 100_000
    private var lacks: [Int: Lack] = [:]

    /// The locations with which one is not connected: their number, and a sum that is equal if two
    /// locations lack the same.
    struct Lack: Hashable, Sendable {
        private(set) var count = 0
        private var sum: UInt64 = 0

        fileprivate mutating func add(_ location: Int) {
            count += 1
            // The mixing function of splitmix64: sums of different sets differ.
            var mixed = (UInt64(location) &+ 1) &* 0x9e37_79b9_7f4a_7c15
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            sum &+= mixed ^ mixed >> 31
        }
    }

    /// Adds a pair that is not included yet.
    mutating func add(_ source: Int, _ target: Int) {
        count += 1
        if kept.count < Self.mostKept { kept.append((source, target)) }
        lacks[source, default: Lack()].add(target)
        lacks[target, default: Lack()].add(source)
    }

    /// The pairs grouped by the parts they connect: largest class first; among equals, the one
    /// found first.
    ///
    /// - Complexity: O(*n* log *n*) for *n* pairs, of which at most 100,000 get a class.
    var classes: [Class] {
        struct Parts: Hashable {
            let source: Lack
            let target: Lack
        }
        var places: [Parts: Int] = [:]
        var classes: [Class] = []
        for pair in kept {
            let parts = Parts(source: lack(of: pair.source), target: lack(of: pair.target))
            if let place = places[parts] {
                classes[place].count += 1
            } else {
                places[parts] = classes.count
                classes.append(Class(source: pair.source, target: pair.target))
            }
        }
        return classes.enumerated()
            .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map(\.element)
    }

    /// Returns the locations with which one is not connected.
    func lack(of location: Int) -> Lack { lacks[location] ?? Lack() }
}
