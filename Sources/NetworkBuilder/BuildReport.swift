// What a build kept, what it dropped and why.

public import Foundation
import RoadNetwork

/// One input file of a build.
public struct BuildInput: Codable, Hashable, Sendable {
    /// The file's name without its folder.
    public var file: String
    /// Its size.
    public var bytes: Int
    /// The date of its data in epoch milliseconds, 0 when unknown.
    public var dataTimestamp: Int64

    /// Name and date, as the network description lists it.
    var label: String {
        dataTimestamp > 0 ? "\(file) (data of \(BuildReport.day(dataTimestamp)))" : file
    }
}

/// The components of one mode family.
public struct FamilyComponents: Codable, Hashable, Sendable {
    /// The family.
    public var family: String
    /// Parts of the network within which every place reaches every other.
    public var components: Int
    /// Nodes that the family uses.
    public var nodes: Int
    /// Nodes of the largest component.
    public var largest: Int
}

/// The streets that may only be used next to a stop, under one restriction.
public struct LimitedStreets: Codable, Hashable, Sendable {
    /// The restriction.
    public var restriction: String
    /// Kilometers of streets whose tags say so.
    public var limitedKilometers: Double
    /// Kilometers of free streets that only those lead to, and that count as part of them.
    public var enclosedKilometers: Double
}

/// Roads with evidence for another side than traffic keeps to there.
public struct DrivingSideContradiction: Codable, Hashable, Sendable {
    /// Roads that are listed at most.
    static let mostWays = 10

    /// What the roads are, such as `roads tagged driving_side=left`.
    public var what: String
    /// How many there are.
    public var count: Int
    /// The first of them by their number in the source.
    public var ways: [Int64]
}

/// The report of a build; the same input gives the same report.
public struct BuildReport: Codable, Hashable, Sendable {
    /// The network's name.
    public var network = ""
    /// The definition the network was built under.
    public var definition = ""
    /// The input files.
    public var inputs: [BuildInput] = []
    /// The memory the build was expected to need at most, in bytes.
    public var memoryEstimateBytes = 0

    /// Ways that are in the network.
    public var ways = 0
    /// Junctions and ends of roads.
    public var nodes = 0
    /// Stretches of road between nodes.
    public var segments = 0
    /// Segments with conditional tags.
    public var conditionalSegments = 0
    /// Directed edges that are something else at some times.
    public var conditionalEdges = 0
    /// Turns that are forbidden at some times.
    public var conditionalTurns = 0
    /// Clauses of conditional tags that are not in the network, by reason.
    public var conditionalClausesIgnored: [String: Int] = [:]
    /// Nodes that some restriction bars.
    public var barredNodes = 0
    /// Nodes of roads that are points on streets, by kind.
    public var streetPoints: [String: Int] = [:]
    /// Directed edges with a speed limit.
    public var edgesWithSpeedLimit = 0
    /// Directed edges with lanes.
    public var edgesWithLanes = 0
    /// Names that are called something else in a language, by language.
    public var translatedNames: [String: Int] = [:]
    /// What is odd in the source, by kind and subject. The files of findings list each one.
    public var findings: [FindingSummary] = []
    /// Ways, segments or relations left out, by reason.
    public var dropped: [String: Int] = [:]

    /// Turn restrictions in the network, by kind.
    public var turnRestrictionsApplied: [String: Int] = [:]
    /// Turn restrictions that are not, by reason.
    public var turnRestrictionsIgnored: [String: Int] = [:]
    /// Forbidden sequences of edges that result from the applied restrictions.
    public var turnProhibitions = 0

    /// The components of each family.
    public var components: [FamilyComponents] = []
    /// Streets closed to through traffic, and those that they enclose.
    public var limitedStreets: [LimitedStreets] = []
    /// The driving side of most segments.
    public var drivingSide = ""
    /// Segments on which traffic keeps to the other side.
    public var segmentsOnOtherSide = 0
    /// What the driving side was derived from.
    public var drivingSideEvidence = ""
    /// Signs of the driving side that the majority near them contradicts.
    public var drivingSideContradictions: [DrivingSideContradiction] = []
    /// Findings to check.
    public var warnings: [String] = []
    /// Bytes of the dataset.
    public var datasetBytes = 0
    /// The dataset's fingerprint.
    public var fingerprint = ""

    /// Makes an empty report.
    public init() {}
}

extension BuildReport {
    /// The name of the report's file in a network's folder.
    public static let fileName = "build-report.json"

    /// The report as JSON, the same bytes for the same report.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    /// Adds the counts of an import.
    mutating func note(
        _ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, _ drafted: DraftedNetwork
    ) {
        let contents = drafted.draft.contents
        ways = roads.wayCount - pieces.waysWithoutNodes.count - pieces.waysWithoutLength
        self.nodes = drafted.draft.nodeCount
        segments = drafted.draft.segmentCount
        conditionalSegments = Set(contents.conditionalSegments).count
        barredNodes = contents.barredNodes.count
        conditionalEdges = contents.conditions.edges.count
        conditionalClausesIgnored = roads.ignoredClauses
        for points in nodes.points.values {
            for (kind, _) in points.points { streetPoints["\(kind)", default: 0] += 1 }
        }
        edgesWithSpeedLimit = contents.edgeSpeedLimit.count { $0 != 0 }
        edgesWithLanes = contents.laneEdges.count
        for (reason, count) in roads.dropped { dropped["roads: \(reason)"] = count }
        let others = [
            ("roads: their nodes are not in the data", pieces.waysWithoutNodes.count),
            ("parts of roads: nodes outside the data", pieces.waysCut.count),
            ("roads: a single node", pieces.waysWithoutLength),
            ("roads: given twice", roads.duplicates),
            ("roads: older versions", roads.olderVersions),
            ("segments: too many at one node", drafted.crowdedSegments),
            ("timetables of ferries: no sensible speed", drafted.oddTimetables.count),
        ]
        for (reason, count) in others where count > 0 { dropped[reason] = count }
    }

    /// Adds what lies in areas closed to through traffic.
    mutating func note(_ findings: [EnclosedStreets.Finding]) {
        func kilometers(_ meters: Double) -> Double { (meters / 10).rounded() / 100 }
        limitedStreets = findings.map {
            LimitedStreets(
                restriction: $0.restriction, limitedKilometers: kilometers($0.limitedMeters),
                enclosedKilometers: kilometers($0.enclosedMeters))
        }
    }

    /// Adds the evidence of the driving side.
    mutating func note(_ sides: DrivingSides, declared: DrivingSide?) {
        drivingSideEvidence = sides.evidence
        drivingSideContradictions = sides.contradictions
        guard sides.undetermined > 0, declared == nil else { return }
        let whole = sides.undetermined == sides.keepsLeft.count
        warnings.append(
            (whole
                ? "the driving side is unknown: the data does not show it"
                : "the driving side of \(sides.undetermined) segments is unknown: "
                    + "no data near them shows it")
                + "; right is assumed (set drivingSide in the network definition)")
    }

    /// Adds the counts of an assembled network.
    mutating func note(_ contents: NetworkContents) {
        conditionalTurns = Set(contents.conditions.turnRules).count
        drivingSide = contents.description.drivingSide.rawValue
        segmentsOnOtherSide = contents.description.segmentsOnOtherSide
        for (language, names) in zip(
            contents.description.nameLanguages ?? [], contents.translatedNames)
        {
            translatedNames[language] = names.count
        }
        components = contents.description.families.enumerated().map { index, family in
            var sizes: [UInt32: Int] = [:]
            for (node, component) in contents.nodeComponent[index].enumerated()
            where contents.nodeValence[index][node] > 0 {
                sizes[component, default: 0] += 1
            }
            return FamilyComponents(
                family: family.name, components: sizes.count, nodes: sizes.values.reduce(0, +),
                largest: sizes.values.max() ?? 0)
        }
        for family in components where family.nodes > 0 {
            let share = Double(family.largest) / Double(family.nodes)
            guard share < 0.5 else { continue }
            warnings.append(
                "the largest connected part of \(family.family) holds only "
                    + "\(Int((share * 100).rounded())) % of its nodes")
        }
    }

    static func day(_ epochMilliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(epochMilliseconds) / 1000)
        return date.formatted(.iso8601.year().month().day())
    }
}
