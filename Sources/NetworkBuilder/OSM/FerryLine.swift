// Ferry lines mapped as relations.

import RoadNetwork

/// A ferry line, or a car train, mapped as a relation. What it says holds for its ways, as far as
/// they do not say it themselves; ways that are no roads become roads by it.
struct FerryLine {
    var id: Int64
    /// Without the type of the relation.
    var tags: TagSet
    /// The ways it sails along.
    var ways: [Int64]

    private static let typeKey = "type"

    /// Reads a relation; `nil` if it is no ferry line.
    init?(_ id: Int64, _ tags: TagSet, _ members: [OSMMember], _ rules: RoadRules) {
        let tags = rules.readable(tags)
        guard tags[Self.typeKey] == "route",
            rules.definition.classes.firstValue(for: tags) == .ferry
        else { return nil }
        self.id = id
        self.tags = TagSet(
            Dictionary(uniqueKeysWithValues: tags.pairs { $0 != Self.typeKey }))
        ways = members.filter {
            $0.kind == .ways && !$0.role.hasPrefix("stop") && !$0.role.hasPrefix("platform")
        }
        .map(\.id)
    }

    /// Returns a way's tags. If the way lacks a key, its lines' values are used.
    ///
    /// If lines differ, their values form a list: the most permissive access counts, and every
    /// line's hours hold. If a line states no hours, its ways are open at all hours.
    ///
    /// - Parameter seconds: The way's share of each line's time by timetable.
    static func tags(
        of own: TagSet, on lines: [(line: FerryLine, seconds: Double?)],
        _ definition: NetworkDefinition
    ) -> TagSet {
        let timetable = definition.timetable
        var all: [String: [String]] = [:]
        for (line, seconds) in lines {
            for (key, value) in line.tags.pairs(where: { !timetable.keys.contains($0) }) {
                all[key, default: []].append(value)
            }
            if let key = timetable.keys.first, let seconds, timetable.seconds(for: own) == nil {
                all[key, default: []].append("PT\(Int(seconds.rounded()))S")
            }
        }
        var joined = all.mapValues { LabelReader.distinct($0).joined(separator: ";") }
        for key in definition.openingHours.hourKeys {
            guard let hours = all[key] else { continue }
            joined[key] =
                hours.count == lines.count
                ? LabelReader.distinct(hours).joined(separator: " || ") : nil
        }
        return TagSet(joined).replacing(Dictionary(uniqueKeysWithValues: own.pairs { _ in true }))
    }
}
