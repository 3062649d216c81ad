// Where a work's solves spend their time, and which mechanisms found their legs.

import Preparation
import RouteAnalysis

/// Sums over many solves.
struct SolveParts {
    private var solves = 0
    private var milliseconds: [String: Double] = [:]
    private var mechanisms: [String: Int] = [:]

    mutating func add(_ timings: SolveTimings) {
        solves += 1
        let parts = [
            ("read", timings.reading), ("barriers", timings.barriers),
            ("locate", timings.locating), ("route", timings.routing),
            ("assemble", timings.assembling),
        ]
        for (name, duration) in parts {
            milliseconds[name, default: 0] += duration / .milliseconds(1)
        }
        mechanisms.merge(timings.legMechanisms, uniquingKeysWith: +)
    }

    /// Mean milliseconds of each part, as `ms.route`, and legs per solve by mechanism, as
    /// `legs.guidedSearch`.
    var facts: [String: Double] {
        guard solves > 0 else { return [:] }
        var facts: [String: Double] = [:]
        for (name, sum) in milliseconds { facts["ms.\(name)"] = sum / Double(solves) }
        for (name, count) in mechanisms {
            facts["legs.\(name)"] = Double(count) / Double(solves)
        }
        return facts
    }
}
