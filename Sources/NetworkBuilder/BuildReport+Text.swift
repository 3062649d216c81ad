// The build report as text.

extension BuildReport {
    /// The report as text, one fact per line.
    public var text: String {
        var lines = ["Network \"\(network)\", built under \(definition)"]
        for input in inputs {
            let date =
                input.dataTimestamp > 0
                ? "data of \(Self.day(input.dataTimestamp))" : "no date in the data"
            let size = input.bytes > 0 ? "\(Self.size(input.bytes)), " : ""
            lines.append("  from \(input.file), \(size)\(date)")
        }
        lines.append("  memory estimate at most \(Self.size(memoryEstimateBytes))")
        lines += [
            "", "Kept",
            "  \(ways) roads, \(segments) segments, \(nodes) nodes",
            "  \(barredNodes) nodes barred under some restriction, "
                + "\(conditionalSegments) segments with conditional tags",
            "  \(conditionalEdges) edges and \(conditionalTurns) turns are different at some hours",
            "  \(edgesWithSpeedLimit) edges with a speed limit, \(edgesWithLanes) with lanes",
            "  driving on the \(sides), by \(drivingSideEvidence)",
        ]
        for contradiction in drivingSideContradictions {
            let ways = contradiction.ways.map { "\($0)" }.joined(separator: ", ")
            lines.append(
                "  against the side there: \(contradiction.count) \(contradiction.what), way "
                    + ways + (contradiction.ways.count < contradiction.count ? ", …" : ""))
        }
        lines += Self.section("Points on streets", streetPoints)
        lines += Self.section("Names in other languages", translatedNames)
        lines += Self.section("Names to search for", searchNames)
        lines += Self.section("Dropped", dropped)
        lines += Self.section("Turn restrictions applied", turnRestrictionsApplied)
        if turnProhibitions > 0 { lines.append("  = \(turnProhibitions) forbidden sequences") }
        lines += Self.section("Turn restrictions ignored", turnRestrictionsIgnored)
        lines += Self.section("Conditional clauses ignored", conditionalClausesIgnored)
        for kind in Finding.Kind.allCases {
            let found = findings.filter { $0.kind == kind.rawValue }
            if !found.isEmpty { lines += ["", kind.title] }
            for summary in found {
                let isAll = summary.examples.count == summary.count
                lines.append("  \(summary.count) \(summary.subject)\(isAll ? ":" : ", such as")")
                lines += summary.examples.map { "    \($0)" }
            }
        }
        lines += ["", "Connected parts"]
        for family in components {
            let share =
                family.nodes > 0 ? Double(family.largest) / Double(family.nodes) * 100 : 0
            lines.append(
                "  \(family.family): \(family.components), the largest with \(family.largest) of "
                    + "\(family.nodes) nodes (\(Int(share.rounded())) %)")
        }
        if !limitedStreets.isEmpty { lines += ["", "Closed to through traffic"] }
        for streets in limitedStreets {
            lines.append(
                "  \(streets.restriction): \(streets.limitedKilometers) km, and "
                    + "\(streets.enclosedKilometers) km that only these lead to")
        }
        if !warnings.isEmpty { lines += ["", "Warnings"] + warnings.map { "  \($0)" } }
        if let map {
            lines += Self.section("Drawn on maps", map.features)
            lines += Self.section("Not drawn on maps", map.dropped)
            lines += ["", "Map \(Self.size(map.bytes)), fingerprint \(map.fingerprint)"]
        }
        lines += ["", "Dataset \(Self.size(datasetBytes)), fingerprint \(fingerprint)"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The driving side, or both sides with their numbers of segments.
    private var sides: String {
        guard segmentsOnOtherSide > 0 else { return drivingSide }
        let other = drivingSide == "right" ? "left" : "right"
        return
            "\(drivingSide) on \(segments - segmentsOnOtherSide) segments and on the \(other) on "
            + "\(segmentsOnOtherSide)"
    }

    private static func section(_ title: String, _ counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return [] }
        let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let width = ordered.map { String($0.value).count }.max() ?? 0
        return ["", title]
            + ordered.map { reason, count in
                let padding = String(repeating: " ", count: width - String(count).count)
                return "  \(padding)\(count)  \(reason)"
            }
    }

    static func size(_ bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        var value = Double(bytes) / 1024
        for unit in ["KiB", "MiB", "GiB"] {
            if value < 1024 { return "\((value * 10).rounded() / 10) \(unit)" }
            value /= 1024
        }
        return "\((value * 10).rounded() / 10) TiB"
    }
}
