// `waypost sequence`: finds the best order for a problem in a file, with its proof or its gap.

import ArgumentParser
import Foundation
import Sequencing

struct SequenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sequence",
        abstract: "Find the best order of the stops of a problem in a file.",
        discussion: """
            waypost sequence berlin52.tsp
            waypost sequence n100w60.001.txt --goal travel --seconds 5
            waypost sequence plan.json --json

            Files are TSPLIB (.tsp, .atsp), or a count with a matrix and a line "opens closes" for \
            each stop, both as round trips from the first stop; or JSON:

            {"costs": [[0, 7, 4], [6, 0, 3], [4, 3, 0]], "first": 0, "roundTrip": true,
             "services": [0, 5, 5], "windows": [null, [10, 20], [0, 99]], "start": 0}

            with "first", "last", "services", "windows" and "start" as needed. Stops are numbered \
            from 0; a cost below 0 is no leg.
            """)

    enum Goal: String, CaseIterable, ExpressibleByArgument {
        case duration
        case travel
    }

    @Argument(
        help: ArgumentHelp("The file with the problem; - is standard input.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The most seconds of the search.", valueName: "s"))
    var seconds = 1.0

    @Option(help: "With windows: end soon, or travel little.")
    var goal = Goal.duration

    @Option(
        help: "With windows that cannot all be kept: a small sum of lateness, or few late stops.")
    var lateness = LatenessChoice.sum

    @Flag(help: "Write the answer as JSON.")
    var json = false

    func validate() throws {
        guard seconds > 0, seconds <= 3_600 else {
            throw ValidationError("--seconds is \(seconds); it may be up to 3600.")
        }
    }

    func run() throws {
        let instance = try SequenceInstance(
            path: file,
            goal: TourGoal(
                lateness: lateness == .sum ? .sum : .count,
                cost: goal == .duration ? .duration : .travel))
        let begin = ContinuousClock.now
        // Search as often as the time allows.
        let effort = TourEffort(rounds: 1_000_000_000, searches: 1_000_000, seconds: seconds)
        let tour = instance.problem.bestTour(effort: effort)
        let took = (ContinuousClock.now - begin) / .seconds(1)
        guard let tour else {
            throw CommandFailure(.noSolution, "\(file): no order connects all stops")
        }
        let answer = SequenceAnswer(tour, of: instance, seconds: took)
        Console.write(json ? try answer.json() : answer.text)
    }
}

/// An order and what is known about it, with the numbers in its file.
private struct SequenceAnswer: Encodable {
    var stops: Int
    var order: [Int]
    var cost: Double
    var travel: Double
    var lateStops: Int?
    var lateness: Double?
    var isProven: Bool
    var bound: Double?
    var gap: Double?
    var seconds: Double

    init(_ tour: Tour, of instance: SequenceInstance, seconds: Double) {
        func number(_ value: Int64) -> Double { Double(value) / instance.scale }
        stops = instance.stopCount
        // A round trip ends at its depot.
        let depot = tour.order.first ?? 0
        order = tour.order.map { $0 == instance.stopCount ? depot : $0 }
        cost = number(tour.cost.decisive)
        travel = number(tour.cost.travel)
        if instance.problem.windows != nil {
            lateStops = tour.cost.lateStops
            lateness = number(tour.cost.violation)
        }
        isProven = tour.isOptimal
        bound = tour.bound.map(number)
        gap = tour.gap
        self.seconds = (seconds * 1_000).rounded() / 1_000
    }

    var text: String {
        func written(_ value: Double) -> String {
            value == value.rounded() ? String(Int64(value)) : String(format: "%.4f", value)
        }
        var lines = [
            "order     " + order.map(String.init).joined(separator: " "),
            "cost      " + written(cost)
                + (travel == cost ? "" : ", of which travel \(written(travel))"),
        ]
        if let lateness, let lateStops {
            lines.append("lateness  \(written(lateness)), at \(lateStops) of \(stops) stops")
        }
        if isProven {
            lines.append("proof     no order costs less")
        } else if let gap, let bound {
            let share = String(format: "%.2f", 100 * gap)
            lines.append(
                "proof     at most \(share) % above the best: none costs less than "
                    + written(bound))
        } else {
            lines.append("proof     none: whether an order is less late is not known")
        }
        lines.append("time      \(seconds) s")
        return lines.joined(separator: "\n")
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
