// Measures works through a route layer in this process, one request after the other.

import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

/// A layer under measurement.
struct LayerBench {
    let layer: NetworkLayer
    let requests: PreparedRequests
    /// How often each request is timed; the median counts.
    let passes: Int

    /// Measures one work and prints its line.
    func measure(_ work: RouteWork) throws {
        var parts = SolveParts()
        let latencies = try latencies(of: work, &parts)
        try ResultLine(work: work.name, latencies, facts: parts.facts).print()
    }

    private func latencies(of work: RouteWork, _ parts: inout SolveParts) throws -> Latencies {
        // Prepares scratch memory and metrics before the clock runs.
        for index in 0..<min(3, work.count) {
            _ = try answer(try work.request(index, -1), work)
        }
        return try Latencies.of(work.name, count: work.count, passes: passes) { index, pass in
            let parameters = try work.request(index, pass)
            let control = SolveControl()
            let (time, bytes) = try Stopwatch.milliseconds {
                try answer(parameters, work, control)
            }
            parts.add(control.timings)
            return (time, bytes)
        }
    }

    /// Solves, and writes the answer if the work includes it.
    ///
    /// - Returns: The bytes written, or `nil` if no path exists.
    func answer(
        _ parameters: RouteParameters, _ work: RouteWork, _ control: SolveControl = SolveControl()
    ) throws -> Int? {
        do throws(RouteRequestError) {
            let result = try layer.solve(parameters, control: control)
            return work.isWritten ? AnalysisResultWriter.json(result).count : 0
        } catch {
            guard error.identifier == .noSolution else { throw error }
            return nil
        }
    }

    /// Measures totals between stops that state their place on the network.
    func measureLocatedDurations() throws {
        let located = try requests.pairs.map { pair in
            let places = pair.map { Coordinate($0) }
            return FeatureSet.prelocated(try layer.locate(RouteParameters(stops: places)))
        }
        try measure(
            RouteWork(name: "duration-located", count: located.count, isWritten: false) {
                index, _ in RouteParameters(stops: located[index])
            })
    }

    /// Measures directions in each language, on a route of at least a hundred steps and for each
    /// hundred: writing the sentences; and all that directions add to an answer.
    func measureDirections() throws {
        var parameters = RouteParameters(
            stops: requests.pairs.prefix(12).flatMap { $0.map { Coordinate($0) } })
        parameters.directionsOutputType = .instructionsOnly
        func milliseconds(
            _ language: String?
        ) throws -> (whole: Double, words: Double, steps: Int) {
            var asked = parameters
            asked.returnDirections = language != nil
            asked.directionsLanguage = language
            var (whole, words, steps) = ([Double](), [Double](), 0)
            for _ in 0..<max(15, passes) {
                let control = SolveControl()
                let (time, result) = try Stopwatch.milliseconds {
                    try layer.solve(asked, control: control)
                }
                whole.append(time)
                words.append(control.timings.wording / .milliseconds(1))
                steps = result.directions?.first?.steps.count ?? 0
            }
            return (whole.sorted()[whole.count / 2], words.sorted()[words.count / 2], steps)
        }
        let bare = try milliseconds(nil).whole
        var (whole, words): ([String: Double], [String: Double]) = ([:], [:])
        for language in layer.configuration.directionsSupportedLanguages {
            let spent = try milliseconds(language)
            let share = 100 / Double(max(spent.steps, 1))
            whole[language] = (spent.whole - bare) * share
            words[language] = spent.words * share
        }
        for (work, costs) in [("directions", whole), ("directions-words", words)] {
            var facts = costs
            facts["slowest"] = costs.values.max()
            try ResultLine(work: work, facts: facts).print()
        }
    }

    /// The number of requests with settings known by then, for each new one.
    private static let laterRequests = 8

    /// Measures new settings: the first request with them, later ones with them, and the same again
    /// when all settings are old.
    func measureNewSettings(count: Int) throws {
        var (first, later, known) = (Latencies(), Latencies(), Latencies())
        var note = ProgressNote("new settings", of: 2 * count)
        for number in 0..<count {
            try answer(withSettings: number, request: 0, &first)
            // Lets the work that the first request started in the background finish.
            Thread.sleep(forTimeInterval: 0.15)
            for turn in 1...Self.laterRequests {
                try answer(withSettings: number, request: turn, &later)
            }
            note.update(number + 1)
        }
        for number in 0..<count {
            for turn in 1...Self.laterRequests {
                try answer(withSettings: number, request: turn, &known)
            }
            note.update(count + number + 1)
        }
        note.finish()
        try ResultLine(work: "new-settings-first", first).print()
        try ResultLine(work: "new-settings-later", later).print()
        try ResultLine(work: "new-settings-known", known).print()
    }

    private func answer(
        withSettings number: Int, request turn: Int, _ latencies: inout Latencies
    ) throws {
        let row = (1 + Self.laterRequests) * number + turn
        var parameters = RouteParameters(
            stops: requests.pairs[row % requests.pairs.count].map { Coordinate($0) })
        parameters.askForEverything()
        parameters.useSettings(number: number)
        let whole = RouteWork.plain(requests)[1]
        let (time, bytes) = try Stopwatch.milliseconds { try answer(parameters, whole) }
        if let bytes { latencies.add(time, bytes: bytes) } else { latencies.addFailure() }
    }
}
