// `waypost network inspect`: shows what a network contains.

import ArgumentParser
import Geo
import NetworkBuilder
import RoadNetwork

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show a network's counts, attributes, components, fingerprint and extent.",
        discussion: "waypost network inspect town")

    @Argument(help: ArgumentHelp("The network's folder.", valueName: "dir"))
    var network: String

    @Flag(help: "One JSON object in place of lines.")
    var json = false

    func run() throws {
        let inspection = NetworkInspection(
            try NetworkDataset(path: network, verification: .remembered))
        Console.write(json ? Self.json(inspection) : inspection.text)
    }

    /// Writes the inspection as JSON for programs.
    static func json(_ inspection: NetworkInspection) -> String {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("name", inspection.description.name)
        writer.member("fingerprint", inspection.fingerprint)
        writer.member("bytes", inspection.byteCount)
        writer.member("attribution", inspection.description.attribution)
        writer.member("dataTimestamp", inspection.description.dataTimestamp)
        writer.array("sources") { writer in
            for source in inspection.description.sources { writer.string(source) }
        }
        let extent = inspection.extent
        if !extent.isEmpty {
            writer.array("extent") { writer in
                for side in [extent.minX, extent.minY, extent.maxX, extent.maxY] {
                    writer.number(side)
                }
            }
        }
        writer.member("drivingSide", inspection.description.drivingSide.rawValue)
        writer.member("segmentsOnOtherSide", inspection.description.segmentsOnOtherSide)
        writer.member("nodes", inspection.nodeCount)
        writer.member("segments", inspection.segmentCount)
        writer.member("edges", inspection.edgeCount)
        writer.member("copies", inspection.copyCount)
        writer.member("turnRules", inspection.turnRuleCount)
        writer.member("barredNodes", inspection.barredNodeCount)
        writer.member("lengthKilometers", inspection.lengthKilometers)
        writer.array("families") { writer in
            for family in inspection.families {
                writer.beginObject()
                writer.member("name", family.name)
                writer.member("edges", family.edgeCount)
                writer.member("nodes", family.nodeCount)
                writer.member("components", family.componentSizes.count)
                writer.member("largestComponent", family.componentSizes.first ?? 0)
                writer.endObject()
            }
        }
        writer.member("edgesWithSpeedLimit", inspection.speedLimitCount)
        writer.member("edgesWithLanes", inspection.laneEdgeCount)
        writer.object("streetPoints") { writer in
            for kind in StreetPointKind.allCases {
                writer.member("\(kind)", inspection.streetPoints[kind] ?? 0)
            }
        }
        writer.object("restrictions") { writer in
            for usage in inspection.restrictions { writer.member(usage.name, usage.edgeCount) }
        }
        writer.endObject()
        return writer.text
    }
}
