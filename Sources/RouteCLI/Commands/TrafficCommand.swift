// `waypost traffic`: places a feed of speeds and closures on a network, and reports unused rows.

import ArgumentParser
import Foundation
import Geo
import LiveTraffic
import Preparation
import RoadNetwork

struct TrafficCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traffic",
        abstract: "Check a feed of live speeds and closures against a network.",
        discussion: """
            Prints how many rows are used, and which ones are not, with the reason; and whether
            speeds are too high for their streets, as those in another unit are.

            waypost traffic speeds.csv --network town
            waypost traffic closures.geojson --network town --map closed=status=closed
            """)

    @Argument(help: ArgumentHelp("The feed; - is standard input.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("A network's folder.", valueName: "dir"))
    var network: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "The property of the features that states speed, closed, validFrom, validTo, "
                + "direction, kind, text, id or lanesClosed. Repeatable.", valueName: "key=property"
        ))
    var mapping: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time zone of times without one, such as Europe/Lisbon; UTC by default.",
            valueName: "zone"))
    var timeZone = "UTC"

    @Option(help: ArgumentHelp("The most refused rows that are printed.", valueName: "n"))
    var count = 100

    @Flag(help: "One JSON object in place of lines.")
    var json = false

    func validate() throws {
        guard (0...1_000_000).contains(count) else {
            throw ValidationError("--count must be within 0…1000000.")
        }
        guard ZoneClock(timeZone) != nil else {
            throw ValidationError(
                "--time-zone: \"\(timeZone)\" is not an IANA time zone such as Europe/Lisbon.")
        }
        _ = try readMapping()
    }

    private func readMapping() throws -> FeedMapping {
        let names = try mapping.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--map: \"\(text)\" is not of the form key=property.")
            }
            return (key: parts[0], name: parts[1])
        }
        do throws(FeedError) {
            return try FeedMapping(names)
        } catch {
            throw ValidationError("--map: \(error)")
        }
    }

    func run() throws {
        let dataset = try NetworkDataset(path: network, verification: .remembered)
        let bytes = try Console.read(file: file)
        let mapping = try readMapping()
        let start = ContinuousClock.now
        var limits = FeedLimits()
        limits.keptRefusals = count
        let placed: PlacedRows
        let form: FeedForm
        do throws(FeedError) {
            let reader = FeedReader(limits: limits, mapping: mapping, zone: ZoneClock(timeZone))
            let content = try reader.read(bytes)
            let placer = FeedPlacer(network: dataset)
            placed = try placer.place(content)
            form = content.form
        } catch {
            throw CommandFailure(.invalidInput, "\(FeatureFile.label(of: file)): \(error)")
        }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        if json {
            Console.write(Self.json(placed, form))
        } else {
            Console.write(Self.text(placed, form, milliseconds))
        }
        if placed.refused.count > 0 || placed.capped.count > 0 { throw Outcome.partial }
    }

    private static func text(
        _ placed: PlacedRows, _ form: FeedForm, _ milliseconds: Double
    ) -> String {
        let refused = placed.refused
        var lines = [
            "\(placed.rows.count.counted("row")) (\(form.rawValue)) on "
                + "\(edgeCount(of: placed).counted("edge")), "
                + "\(refused.count) refused, in \(Int(milliseconds.rounded())) ms"
        ]
        if let message = placed.capped.message { lines.append(message) }
        if let message = overMessage(of: placed) { lines.append(message) }
        for row in refused.rows { lines.append("row \(row.number): \(row.reason)") }
        if refused.count > refused.rows.count {
            lines.append("and \(refused.count - refused.rows.count) more")
        }
        return lines.joined(separator: "\n")
    }

    private static func json(_ placed: PlacedRows, _ form: FeedForm) -> String {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("form", form.rawValue)
        writer.member("rowsUsed", placed.rows.count)
        writer.member("rowsRefused", placed.refused.count)
        writer.member("rowsCapped", placed.capped.count)
        if let message = placed.capped.message { writer.member("capped", message) }
        if let message = overMessage(of: placed) { writer.member("over", message) }
        writer.member("edges", edgeCount(of: placed))
        writer.array("refused") { writer in
            for row in placed.refused.rows {
                writer.beginObject()
                writer.member("row", row.number)
                writer.member("reason", row.reason)
                writer.endObject()
            }
        }
        writer.endObject()
        return writer.text
    }

    /// Says how many rows are over already; `nil` if none is.
    private static func overMessage(of placed: PlacedRows) -> String? {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let ends = placed.rows.compactMap(\.row.until).filter { $0 <= now }
        guard let last = ends.max() else { return nil }
        let rows = ends.count == 1 ? "1 row is" : "\(ends.count) rows are"
        return "\(rows) over already, the last since \(ISODateTime.text(last))"
    }

    private static func edgeCount(of placed: PlacedRows) -> Int {
        Set(placed.pieces.map(\.edge)).count
    }
}
