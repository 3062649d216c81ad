// Counts what a network contains, for `waypost network inspect`.

package import Geo
package import RoadNetwork
import Foundation

/// A network's counts, attributes, components, origin and size.
///
/// Collecting them reads the edge and node columns once, which takes seconds for a country.
package struct NetworkInspection: Hashable, Sendable {
    /// A mode family and how its streets are connected.
    package struct Family: Hashable, Sendable {
        package var name: String
        /// Directed edges the family may use under base access.
        package var edgeCount: Int
        /// Nodes that such an edge touches.
        package var nodeCount: Int
        /// The number of nodes in each strongly connected component, largest first.
        package var componentSizes: [Int]
        /// Nodes where the family's streets end, and nodes where three or more meet.
        package var deadEndCount: Int
        package var intersectionCount: Int
    }

    /// A restriction or limit and how many directed edges have it; for a limit, also how many
    /// nodes.
    package struct Usage: Hashable, Sendable {
        package var name: String
        package var edgeCount: Int
        package var nodeCount = 0
    }

    package var description: NetworkDescription
    package var fingerprint: String
    package var byteCount: Int
    package var extent: Envelope
    package var nodeCount: Int
    package var segmentCount: Int
    package var edgeCount: Int
    /// Copies of edges needed for via-way restrictions.
    package var copyCount: Int
    package var turnRuleCount: Int
    package var barredNodeCount: Int
    package var conditionalCount: Int
    /// Points on streets by kind. A point at a junction counts once per street that arrives there.
    package var streetPoints: [StreetPointKind: Int]
    /// Directed edges with a speed limit, and directed edges with lanes.
    package var speedLimitCount: Int
    package var laneEdgeCount: Int
    /// The total length of segments, counting one direction.
    package var lengthKilometers: Double
    package var families: [Family]
    package var restrictions: [Usage]
    package var limits: [Usage]

    /// Inspects a network.
    ///
    /// - Complexity: O(*n*) in nodes and edges.
    package init(_ network: NetworkDataset) {
        description = network.description
        fingerprint = network.fingerprint
        byteCount = network.byteCount
        extent = network.extent
        nodeCount = network.nodeCount
        segmentCount = network.segmentCount
        edgeCount = network.edgeCount
        copyCount = network.copyCount
        turnRuleCount = network.turnRuleFrom.count
        barredNodeCount = network.barredNodes.count
        conditionalCount = network.conditionalSegments.count
        streetPoints = Dictionary(
            network.streetPoints.counts().map { ($0.kind, $0.count) }, uniquingKeysWith: +)
        speedLimitCount = (0..<UInt32(network.edgeCount)).count {
            network.speedLimit(of: $0) != nil
        }
        laneEdgeCount = network.laneTable.count
        let centimeters = (0..<network.segmentCount).reduce(0) {
            $0 + Int(network.lengthCentimeters(of: EdgeID(row: UInt32($1 * 2))))
        }
        lengthKilometers = Double(centimeters) / 100_000
        families = network.description.families.indices.map { Self.family($0, of: network) }
        restrictions = network.description.restrictions.map { restriction in
            let bits = network.edgeRestrictions
            let count = (0..<bits.count).count { bits[$0] & restriction.mask != 0 }
            return Usage(name: restriction.name, edgeCount: count)
        }
        limits = network.description.limits.indices.map {
            Usage(
                name: network.description.limits[$0].name,
                edgeCount: network.edgeLimits.rows[$0].count,
                nodeCount: network.nodeLimits.rows[$0].count)
        }
    }

    private static func family(_ index: Int, of network: NetworkDataset) -> Family {
        let bit: UInt8 = 1 << UInt8(index)
        let labels = network.nodeComponent[index]
        var sizes: [Int] = []
        for node in 0..<network.nodeCount {
            // Nodes no edge of the family touches have the greatest label.
            guard labels[node] != .max else { continue }
            let label = Int(labels[node])
            while sizes.count <= label { sizes.append(0) }
            sizes[label] += 1
        }
        let valence = network.nodeValence[index]
        return Family(
            name: network.description.families[index].name,
            edgeCount: (0..<network.edgeCount).count { network.edgeFamilies[$0] & bit != 0 },
            nodeCount: sizes.reduce(0, +), componentSizes: sizes,
            deadEndCount: (0..<network.nodeCount).count { valence[$0] == 1 },
            intersectionCount: (0..<network.nodeCount).count { valence[$0] >= 3 })
    }
}

extension NetworkInspection {
    /// The inspection as text, one fact per line.
    package var text: String {
        ([title] + origin + counts + familyLines + attributeLines).joined(separator: "\n") + "\n"
    }

    private var title: String { "\(description.name) \(fingerprint)" }

    private var origin: [String] {
        var lines = [
            row("size", "\(byteCount.formatted(.byteCount(style: .file))) (\(byteCount) bytes)"),
            row("sources", description.sources.joined(separator: ", ")),
        ]
        if description.dataTimestamp > 0 {
            let date = Date(timeIntervalSince1970: Double(description.dataTimestamp) / 1_000)
            lines.append(row("data date", date.formatted(.iso8601)))
        }
        lines.append(row("attribution", description.attribution))
        lines.append(row("driving side", drivingSides))
        if !extent.isEmpty {
            let corners = [extent.minX, extent.minY, extent.maxX, extent.maxY].map { "\($0)" }
            lines.append(row("extent", corners.joined(separator: ", ")))
        }
        return lines
    }

    /// The driving side, or both sides with their numbers of segments.
    private var drivingSides: String {
        let (main, others) = (description.drivingSide, description.segmentsOnOtherSide)
        guard others > 0 else { return main.rawValue }
        return
            "\(main.rawValue) on \(segmentCount - others) segments, \(main.opposite.rawValue) on "
            + "\(others)"
    }

    private var counts: [String] {
        [
            row("nodes", "\(nodeCount)"),
            row("segments", "\(segmentCount), \(rounded(lengthKilometers)) km"),
            row("directed edges", "\(edgeCount)"),
            row("turn rules", "\(turnRuleCount), with \(copyCount) copies of edges"),
            row("barred nodes", "\(barredNodeCount)"),
            row("conditional tags", "\(conditionalCount), kept for later"),
            row("edges with a speed limit", "\(speedLimitCount), with lanes \(laneEdgeCount)"),
            row("points on streets", pointCounts),
        ]
    }

    private var pointCounts: String {
        StreetPointKind.allCases.compactMap { kind in
            guard let count = streetPoints[kind], count > 0 else { return nil }
            return "\(count) \(kind)"
        }.joined(separator: ", ")
    }

    private var familyLines: [String] {
        families.flatMap { family in
            let largest = family.componentSizes.first ?? 0
            let share = family.nodeCount == 0 ? 0 : Double(largest * 100) / Double(family.nodeCount)
            let sizes = family.componentSizes.prefix(6).map { "\($0)" }
            let rest = family.componentSizes.count > 6 ? ", …" : ""
            return [
                "",
                "family \(family.name)",
                row("  directed edges", "\(family.edgeCount)"),
                row(
                    "  nodes",
                    "\(family.nodeCount), \(family.deadEndCount) dead ends, "
                        + "\(family.intersectionCount) intersections"),
                row(
                    "  components",
                    "\(family.componentSizes.count), nodes in each: "
                        + sizes.joined(separator: ", ") + rest),
                row("  in the largest", "\(rounded(share)) % of the nodes"),
            ]
        }
    }

    private var attributeLines: [String] {
        var lines = ["", "costs"]
        for cost in description.costs {
            let origin = cost.isStored ? "stored" : "derived"
            lines.append(row("  \(cost.name)", "\(cost.units), \(origin)"))
        }
        lines += ["", "restrictions (directed edges)"]
        for (usage, restriction) in zip(restrictions, description.restrictions) {
            let word = restriction.parameters.first { $0.name == Self.usageName }?.defaultValue
            let suffix = word.map { ", \($0)" } ?? ""
            lines.append(row("  \(usage.name)", "\(usage.edgeCount)\(suffix)"))
        }
        if !limits.isEmpty { lines += ["", "limits (directed edges, nodes)"] }
        for (usage, limit) in zip(limits, description.limits) {
            lines.append(
                row(
                    "  \(usage.name)", "\(usage.edgeCount), \(usage.nodeCount), in \(limit.units)"))
        }
        if !description.descriptors.isEmpty { lines += ["", "descriptors"] }
        for descriptor in description.descriptors {
            lines.append(row("  \(descriptor.name)", "\(descriptor.labels.count) values"))
        }
        return lines
    }

    private static var usageName: String { RestrictionAttribute.usageParameterName }

    private func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

    private func row(_ name: String, _ value: String) -> String {
        let width = 34
        let padding = String(repeating: " ", count: max(1, width - name.count))
        return name + padding + (value.isEmpty ? "-" : value)
    }
}
