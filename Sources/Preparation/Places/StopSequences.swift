// Checks the values of Sequence, which give the order of stops.

import RouteAPI

/// Reads and checks the stops' `Sequence`, route by route.
enum StopSequences {
    /// Marks a stop if its `Sequence` exceeds the number of stops in its route, or repeats an
    /// earlier stop's.
    ///
    /// Rows invalid for other reasons count, since the values were chosen with them.
    static func check(_ stops: inout [StopInput]) {
        guard stops.contains(where: { $0.sequence != nil }) else { return }
        let groups = groups(of: stops)
        // If some stops name a route, stops without a name belong to none.
        for (name, group) in groups where name != nil || groups.count == 1 {
            var owners: [Int: String] = [:]
            for index in group {
                guard let sequence = stops[index].sequence else { continue }
                if sequence > group.count {
                    markInvalid(
                        &stops[index],
                        "its Sequence is \(sequence), but its route has \(group.count) stops: "
                            + "values from 1 to \(group.count) are needed, each once")
                } else if let owner = owners[sequence] {
                    markInvalid(
                        &stops[index],
                        "\(owner) has Sequence \(sequence) too; use each value once in a route")
                } else {
                    owners[sequence] = stops[index].label
                }
            }
        }
    }

    /// Treats zeros as absent if all values in a route are zero, as data frames write them. Beside
    /// other values a zero may also be the first number of an order, so it is an error.
    static func readZeros(_ stops: inout [StopInput]) {
        guard stops.contains(where: { $0.sequence == 0 }) else { return }
        for group in groups(of: stops).values {
            let isFilled = group.allSatisfy { (stops[$0].sequence ?? 0) == 0 }
            for index in group where stops[index].sequence == 0 {
                stops[index].sequence = nil
                if isFilled { continue }
                markInvalid(
                    &stops[index],
                    "Sequence is 0 here but not at other stops; use a whole number from 1, or none")
            }
        }
    }

    /// Groups stop indices by route name.
    private static func groups(of stops: [StopInput]) -> [String?: [Int]] {
        Dictionary(grouping: stops.indices) { stops[$0].routeName }
    }

    private static func markInvalid(_ stop: inout StopInput, _ text: String) {
        guard stop.problem == nil else { return }
        stop.problem = (.invalidFieldValues, text)
        stop.problemCode = .badSequence
    }
}
