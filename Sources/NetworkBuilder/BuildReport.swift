// What a build kept, what it dropped and why.

public import Foundation
import RoadNetwork

/// An input file of a build.
public struct BuildInput: Codable, Hashable, Sendable {
    /// The file's name without its folder.
    public var file: String
    /// The file's size in bytes; 0 for a table in a database.
    public var bytes: Int
    /// When the data was current, in epoch milliseconds; 0 if unknown.
    public var dataTimestamp: Int64

    /// Describes a file.
    public init(file: String, bytes: Int, dataTimestamp: Int64 = 0) {
        (self.file, self.bytes, self.dataTimestamp) = (file, bytes, dataTimestamp)
    }

    /// The name and date listed in the network description.
    var label: String {
        dataTimestamp > 0 ? "\(file) (data of \(BuildReport.day(dataTimestamp)))" : file
    }
}

/// How many connected parts a mode family's network has.
public struct FamilyComponents: Codable, Hashable, Sendable {
    /// The family's name.
    public var family: String
    /// The number of parts within which every place reaches every other.
    public var components: Int
    /// How many nodes the family uses.
    public var nodes: Int
    /// How many nodes the largest part has.
    public var largest: Int
}

/// The streets that one restriction allows only next to a stop.
public struct LimitedStreets: Codable, Hashable, Sendable {
    /// The restriction's name.
    public var restriction: String
    /// Kilometers of streets limited by their tags.
    public var limitedKilometers: Double
    /// Kilometers of free streets that only limited streets lead to; they count as limited too.
    public var enclosedKilometers: Double
}

/// Roads whose tags contradict the driving side found there.
public struct DrivingSideContradiction: Codable, Hashable, Sendable {
    /// The most roads to list.
    static let mostWays = 10

    /// What the roads have in common, such as `roads tagged driving_side=left`.
    public var what: String
    /// The number of such roads.
    public var count: Int
    /// The lowest of their numbers in the source.
    public var ways: [Int64]
}

/// What a build kept, dropped and doubted. The same input gives the same report.
///
/// Counts describe the whole network, and dictionaries count by reason or kind. Every build prints
/// ``text`` and stores ``json()`` in the network's folder as ``fileName``, so you can compare two
/// builds with a text diff.
public struct BuildReport: Codable, Hashable, Sendable {
    /// The network's name.
    public var network = ""
    /// The definition used, by file name.
    public var definition = ""
    /// The input files, in the order given.
    public var inputs: [BuildInput] = []
    /// The most memory the build was expected to need, in bytes.
    public var memoryEstimateBytes = 0

    /// How many ways the network has.
    public var ways = 0
    /// How many junctions and ends the roads have.
    public var nodes = 0
    /// How many stretches of road lie between nodes.
    public var segments = 0
    /// How many segments have conditional tags.
    public var conditionalSegments = 0
    /// The number of directed edges with other values at some times.
    public var conditionalEdges = 0
    /// The number of turns prohibited at some times.
    public var conditionalTurns = 0
    /// Unused clauses of conditional tags, counted by reason.
    public var conditionalClausesIgnored: [String: Int] = [:]
    /// The number of nodes barred by some restriction.
    public var barredNodes = 0
    /// Points on streets, counted by kind.
    public var streetPoints: [String: Int] = [:]
    /// The number of directed edges with a speed limit.
    public var edgesWithSpeedLimit = 0
    /// The number of directed edges with lanes.
    public var edgesWithLanes = 0
    /// Translated names, counted by language.
    public var translatedNames: [String: Int] = [:]
    /// Places and addresses that people can search for, counted by kind.
    public var searchNames: [String: Int] = [:]
    /// Oddities in the source by kind and subject. A findings file lists each one.
    public var findings: [FindingSummary] = []
    /// Ways, segments and relations left out, counted by reason.
    public var dropped: [String: Int] = [:]

    /// Turn restrictions applied, counted by kind.
    public var turnRestrictionsApplied: [String: Int] = [:]
    /// Turn restrictions not applied, counted by reason.
    public var turnRestrictionsIgnored: [String: Int] = [:]
    /// How many sequences of edges the applied restrictions prohibit.
    public var turnProhibitions = 0

    /// The connected parts of each family's network.
    public var components: [FamilyComponents] = []
    /// Streets closed to through traffic, and the streets they enclose.
    public var limitedStreets: [LimitedStreets] = []
    /// The driving side of most segments, `right` or `left`.
    public var drivingSide = ""
    /// The number of segments on which traffic keeps to the other side.
    public var segmentsOnOtherSide = 0
    /// What the driving side was derived from.
    public var drivingSideEvidence = ""
    /// Evidence of the driving side that most evidence nearby contradicts.
    public var drivingSideContradictions: [DrivingSideContradiction] = []
    /// Warnings to check before you use the network.
    public var warnings: [String] = []
    /// The dataset's size in bytes.
    public var datasetBytes = 0
    /// The dataset's fingerprint.
    public var fingerprint = ""
    /// The background of maps; `nil` if the build makes none.
    public var map: MapReport?

    /// Creates an empty report.
    public init() {}
}

extension BuildReport {
    /// The name of the report's file in a network's folder.
    public static let fileName = "build-report.json"

    /// Encodes the report as JSON. Equal reports give equal bytes.
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
            for (kind, _, _) in points.points { streetPoints["\(kind)", default: 0] += 1 }
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

    /// Adds the streets closed to through traffic.
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

    /// Adds the counts of names to search for.
    mutating func note(_ places: PlaceContents, unused: Int) {
        if places.placeCount > 0 { searchNames["places"] = places.placeCount }
        if places.addressCount > 0 { searchNames["addresses"] = places.addressCount }
        if unused > 0 { dropped["names: objects without a position in the data"] = unused }
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
