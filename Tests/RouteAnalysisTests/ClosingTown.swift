// A town with random times, closures and slow hours, for tests of alternatives.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import RouteTesting

/// A town of five streets by five with random times. Some are closed for some minutes after seven,
/// some slower, and some open or close only when a vehicle has long been under way.
struct ClosingTown {
    private(set) var sketch: NetworkSketch
    /// The segments with a closure.
    private(set) var closed: Set<Int> = []
    /// The range of times at which closures begin and end, in milliseconds of the day.
    private let hours: Range<Int64>
    private var milliseconds: [Int: UInt32] = [:]

    /// - Parameters:
    ///   - changing: How many streets open after a random time between 60 and 100 minutes, and how
    ///     many close then.
    ///   - slowness: Multiplies the times of all streets, which are 20 to 60 seconds.
    init(
        _ random: inout SeededGenerator, closures: Int, from: Int, to: Int, slowed: Int = 0,
        changing: Int = 0, slowness: Double = 1
    ) {
        hours = (Int64(420 + from) * 60_000)..<(Int64(420 + to) * 60_000)
        let rows = ["abcde", "fghij", "klmno", "pqrst", "uvwxy"]
        sketch = NetworkSketch(
            rows.map { row in row.map(String.init).joined(separator: "---") }
                .joined(separator: "\n"))
        let columns = (0..<5).map { column in String(rows.map { Array($0)[column] }) }
        var streets: [String] = []
        for word in rows + columns {
            for (from, to) in zip(word, word.dropFirst()) {
                let seconds = slowness * Double.random(in: 20...60, using: &random)
                sketch.road("\(from)\(to)", seconds: seconds)
                milliseconds[streets.count] = UInt32(seconds * 1_000)
                streets.append("\(from)\(to)")
            }
        }
        func clock(_ minutes: Int) -> String {
            "0\(7 + minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
        }
        let order = streets.indices.shuffled(using: &random)
        for row in order.dropFirst(closures).prefix(slowed) {
            sketch.condition(
                on: streets[row], "07:02-07:05", tag: "slow",
                seconds: Double(milliseconds[row] ?? 0) / 1_000 * 1.5)
        }
        for (number, row) in order.dropFirst(closures + slowed).prefix(2 * changing).enumerated() {
            let change = clock(Int.random(in: 60...100, using: &random))
            sketch.condition(
                on: streets[row], number < changing ? "06:00-\(change)" : "\(change)-12:00",
                tag: "changing", restrictions: TestNetwork.automobile)
        }
        for row in order.prefix(closures) {
            sketch.condition(
                on: streets[row], "\(clock(from))-\(clock(to))", tag: "closed",
                restrictions: TestNetwork.automobile)
            closed.insert(row)
        }
    }

    /// - Parameter attributes: What all stops have.
    func request(
        _ random: inout SeededGenerator, stops count: ClosedRange<Int> = 2...4,
        attributes: [String: AttributeValue] = [:]
    ) -> RouteParameters {
        let stops = (0..<Int.random(in: count, using: &random)).map { _ in
            sketch.place(sketch.letters[Int.random(in: 0..<25, using: &random)])
        }
        var parameters = RouteParameters(through: stops)
        parameters.stops = LocationInput(
            features: .places(stops, attributes: stops.map { _ in attributes }))
        parameters.alternatives = Int.random(in: 1...3, using: &random)
        parameters.maxDetour = [1.25, 1.6].randomElement(using: &random)
        parameters.maxSharing = [0.6, 0.8, 0.95].randomElement(using: &random)
        parameters.returnRouteHandle = true
        parameters.returnQuanta = true
        return parameters
    }

    /// The cost of each element of a path that begins at an instant; `nil` if a street is closed on
    /// entering.
    func steps(along path: NetworkPath, at start: Int64) -> [UInt32]? {
        var instant = start
        var steps: [UInt32] = []
        for element in path.elements {
            let segment = element.edge.segment
            if closed.contains(segment), hours.contains(instant % 86_400_000) { return nil }
            // Stops lie at junctions, so an element is a whole street, or only touched at its end.
            let cost = element.from == 0 && element.to == 1 ? milliseconds[segment] ?? 0 : 0
            steps.append(cost)
            instant += Int64(cost)
        }
        return steps
    }
}
