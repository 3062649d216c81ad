// Whether the values of Sequence make an order.

import RouteAPI

/// Reads and checks the `Sequence` of stops, route by route.
enum StopSequences {
    /// Marks the stops whose `Sequence` lies beyond the number of stops of their route, or repeats
    /// that of a stop before.
    ///
    /// Rows that are bad otherwise count: the values were given with them.
    static func check(_ stops: inout [StopInput]) {
        guard stops.contains(where: { $0.sequence != nil }) else { return }
        let groups = groups(of: stops)
        // Those without a name, where others have one, belong to no route.
        for (name, group) in groups where name != nil || groups.count == 1 {
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

    /// Takes the zeros for absent where a route has no other values, as a data frame fills its rows
    /// up. Beside others they may as well be where somebody began to count, so that neither is
    /// taken for granted.
    static func readZeros(_ stops: inout [StopInput]) {
        guard stops.contains(where: { $0.sequence == 0 }) else { return }
        for group in groups(of: stops).values {
            let isFilled = group.allSatisfy { (stops[$0].sequence ?? 0) == 0 }
            for index in group where stops[index].sequence == 0 {
                stops[index].sequence = nil
                if isFilled { continue }
                spoil(
                    &stops[index],
                    "Sequence is 0 and that of other stops is not; it must be a whole number from "
                        + "1, or absent")
            }
        }
    }

    /// The positions of the stops by the name of their route.
    private static func groups(of stops: [StopInput]) -> [String?: [Int]] {
        Dictionary(grouping: stops.indices) { stops[$0].routeName }
    }

    private static func spoil(_ stop: inout StopInput, _ text: String) {
        guard stop.problem == nil else { return }
        stop.problem = (.invalidFieldValues, text)
        stop.problemCode = .badSequence
    }
}
