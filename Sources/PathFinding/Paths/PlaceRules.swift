// The places in a route that stops ask for.

import Preparation
package import RouteAPI

/// The positions that stops ask for: after other stops, or at a number.
struct PlaceRules {
    /// For each visited stop, the visited stops that must come before it; empty if no stop asks.
    let predecessors: [[Int]]
    /// For each visited stop, its position from 0 if given; empty if no stop asks.
    let positions: [Int?]
    /// The visited stops, as positions in the request.
    private let visited: [Int]

    /// Reads what stops ask for.
    ///
    /// - Parameters:
    ///   - stops: The request's stops.
    ///   - group: The route's stops.
    ///   - visited: The stops of the group that the route visits, in any order.
    ///   - keepsSequence: Whether `Sequence` fixes a position.
    init(_ stops: [LocatedStop], of group: RouteGroup, visited: [Int], keepsSequence: Bool) {
        self.visited = visited
        let inputs = visited.map { stops[$0].input }
        predecessors = inputs.contains { !$0.after.isEmpty } ? Self.predecessors(inputs) : []
        guard keepsSequence, inputs.contains(where: { $0.sequence != nil }) else {
            positions = []
            return
        }
        // Stops behind one left out move up.
        let leftOut = group.stops.filter { !visited.contains($0) }
            .compactMap { stops[$0].input.sequence }
        positions = inputs.map { stop in
            stop.sequence.map { number in
                min(number - 1 - leftOut.count { $0 < number }, visited.count - 1)
            }
        }
    }

    /// Finds the stops that each stop names in `After`, by name or id.
    ///
    /// - Complexity: O(*n*) for *n* stops and names.
    private static func predecessors(_ inputs: [Shared<StopInput>]) -> [[Int]] {
        var known: [RouteNameKey: [Int]] = [:]
        for (place, stop) in inputs.enumerated() {
            for key in Set(stop.keysForAfter) { known[key, default: []].append(place) }
        }
        return inputs.enumerated().map { place, stop in
            Set(stop.after.map { RouteNameKey($0) }).flatMap { known[$0] ?? [] }
                .filter { $0 != place }.sorted()
        }
    }

    /// Whether an order, as positions in the request, gives all stops what they ask for.
    func keeps(_ order: [Int]) -> Bool { broken(by: order).isEmpty && movedFrom(order).isEmpty }

    /// Finds stops that come before one they must follow, each with that stop.
    func broken(by order: [Int]) -> [(stop: Int, before: Int)] {
        guard !predecessors.isEmpty else { return [] }
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        return zip(visited, predecessors).compactMap { stop, others in
            let late = others.map { visited[$0] }
                .first { (places[$0] ?? 0) > (places[stop] ?? 0) }
            return late.map { (stop, $0) }
        }
    }

    /// Finds stops that are not at their number, each with that number, from 1.
    func movedFrom(_ order: [Int]) -> [(stop: Int, number: Int)] {
        zip(visited, positions).compactMap { stop, position in
            guard let position, order.firstIndex(of: stop) != position else { return nil }
            return (stop, position + 1)
        }
    }
}

extension RouteFinder {
    /// Writes messages about a route's rules: its longest time, its break, hard windows, and stop
    /// positions.
    package func ruleMessages(about route: SolvedRoute) -> [Message] {
        var messages: [Message] = []
        if let longest = longestMilliseconds, route.totalMilliseconds > longest {
            let (taken, over) = (route.totalMilliseconds, route.totalMilliseconds - longest)
            messages.append(
                Message(
                    .warning,
                    "Route \"\(route.name)\" takes \(Self.minutes(taken)) min, "
                        + "\(Self.minutes(over)) more than maxTotalTime allows."))
        }
        messages += pauseMessage(about: route).map { [$0] } ?? []
        messages += lateReasons(about: route).map { Message(.warning, $0.text) }
        if let proof = route.proof {
            messages.append(Message(.informative, proof.sentence(about: route.name)))
        }
        guard route.stops.contains(where: { stops[$0].input.value.asksForPlace }) else {
            return messages
        }
        let group = RouteGroup(
            stops: route.stops + route.leftOut.map(\.stop) + route.leftLate)
        let rules = placeRules(of: group, route.stops.sorted())
        for (stop, other) in rules.broken(by: route.stops) {
            messages.append(
                Message(
                    .warning,
                    Sentence.begun(stops[stop].input.label) + " is visited before "
                        + "\(stops[other].input.label), though After names it: "
                        + (request.order.findsBest
                            ? "no order found keeps every After and Sequence."
                            : "set findBestSequence=true to look for another order.")))
        }
        for (stop, number) in rules.movedFrom(route.stops) {
            messages.append(
                Message(
                    .warning,
                    Sentence.begun(stops[stop].input.label) + " is not stop \(number) of route "
                        + "\"\(route.name)\", though Sequence says so: no order found keeps every "
                        + "After and Sequence."))
        }
        return messages
    }

    /// Says where and when a route takes its break.
    private func pauseMessage(about route: SolvedRoute) -> Message? {
        guard let pause = route.schedule.pause, let start = route.schedule.startClock else {
            return nil
        }
        func time(_ milliseconds: Int64) -> String {
            request.clock.text(ofLocal: request.clock.local(ofUTC: start + milliseconds))
        }
        let label = stops[route.stops[pause.place]].input.label
        let late =
            pause.violation > 0
            ? ", \(Self.minutes(pause.violation)) min later than breakEnd" : ""
        return Message(
            pause.violation > 0 ? .warning : .informative,
            "Route \"\(route.name)\" has its break at \(label), from \(time(pause.begin)) to "
                + "\(time(pause.end))\(late).")
    }

    private static func minutes(_ milliseconds: Int64) -> String {
        ((Double(milliseconds) / 600).rounded(.up) / 100).formattedForMessage
    }
}

extension StopInput {
    fileprivate var asksForPlace: Bool { sequence != nil || !after.isEmpty }
}
