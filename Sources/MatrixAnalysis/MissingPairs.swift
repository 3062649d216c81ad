// The pairs of a table that have no path.

/// Pairs without a path: the first of them, how many there are, and which locations lack the same.
struct MissingPairs: Sendable {
    /// Positions of locations.
    private(set) var first: [(source: Int, target: Int)] = []
    private(set) var count = 0
    private var lacks: [Int: Lack] = [:]

    /// The locations with which one is not connected: their number, and a sum that is equal for two
    /// locations that lack the same.
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

    /// Adds a pair, which is not among them.
    mutating func add(_ source: Int, _ target: Int) {
        count += 1
        if first.count < PairExplainer.mostPairs { first.append((source, target)) }
        lacks[source, default: Lack()].add(target)
        lacks[target, default: Lack()].add(source)
    }

    /// The locations with which one is not connected.
    func lack(of location: Int) -> Lack { lacks[location] ?? Lack() }
}
