// Whether the values of Sequence make an order.

import RouteAPI

/// Checks the `Sequence` of stops, route by route.
enum StopSequences {
    /// The extended code of values that make no order.
    static let badSequence = -2_147_200_970

    /// Marks the stops whose `Sequence` lies beyond the number of stops of their route, or repeats
    /// that of a stop before.
    ///
    /// Rows that are bad otherwise count: the values were given with them.
    static func check(_ stops: inout [StopInput]) {
        guard stops.contains(where: { $0.sequence != nil }) else { return }
        let hasNames = stops.contains { $0.routeName != nil }
        var groups: [String?: [Int]] = [:]
        for (index, stop) in stops.enumerated() where !hasNames || stop.routeName != nil {
            groups[stop.routeName, default: []].append(index)
        }
        for group in groups.values {
            var owners: [Int: String] = [:]
            for index in group {
                guard let sequence = stops[index].sequence else { continue }
                if sequence > group.count {
                    spoil(
                        &stops[index],
                        "its Sequence is \(sequence), but its route has \(group.count) stops: "
                            + "values from 1 to \(group.count) are needed, each once")
                } else if let owner = owners[sequence] {
                    spoil(
                        &stops[index],
                        "its Sequence \(sequence) is also that of \(owner): each value may "
                            + "occur once in a route")
                } else {
                    owners[sequence] = stops[index].reference.label
                }
            }
        }
    }

    private static func spoil(_ stop: inout StopInput, _ text: String) {
        guard stop.problem == nil else { return }
        stop.problem = (.invalidFieldValues, text)
        stop.problemCode = badSequence
    }
}
