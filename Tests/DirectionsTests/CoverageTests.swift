// Tests every maneuver in every wording, and entries over random networks.

import DataStructures
import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct PhraseCoverageTests {
    private static let actions: [ManeuverAction] = {
        let sides: [TurnSide?] = [.left, nil, .right]
        var all: [ManeuverAction] = [
            .head, .proceed, .changeHighway, .uTurn, .merge, .enterRoundabout, .leaveRoundabout,
            .boardFerry, .leaveFerry, .stairs,
        ]
        for side in TurnSide.allCases {
            all.append(.endOfRoad(side))
            all += TurnStrength.allCases.flatMap { [.turn($0, side), .stay($0, side)] }
            all += TurnSide.allCases.map { .doubleTurn(side, $0) }
        }
        for side in sides { all += [.fork(side), .stayAtFork(side), .ramp(side), .exit(side)] }
        return all + [1, 2, 3, 10, 11, 21, 22, 23].map { .roundabout(exit: $0) }
    }()

    /// Every action with each subset of its parts known.
    private static func maneuvers() -> [Maneuver] {
        let names = ["", "Main St", "{odd} name"]
        var all: [Maneuver] = []
        for action in actions {
            for name in names {
                for noun in [nil] + RoadNoun.allCases.map(Optional.some) {
                    for (toward, cross) in [("", ""), ("Nice, Cannes", ""), ("", "Oak Ave")] {
                        for place in ["", "Star Place"] {
                            all.append(
                                Maneuver(
                                    action: action, angle: TurnAngle(degrees: 0),
                                    azimuthDegrees: 200,
                                    road: RoadName(name: name, reference: ""), noun: noun,
                                    toward: toward, crossStreet: cross, place: place,
                                    steps: 0..<1, centimeters: 1, milliseconds: 1))
                        }
                    }
                }
            }
        }
        return all
    }

    @Test(arguments: DirectionsLanguages.builtIn.supported)
    func `every maneuver has a whole sentence`(language: String) {
        let wording = Wording(DirectionsOptions(language: language))
        for maneuver in Self.maneuvers() {
            let text = wording.statement(maneuver)
            let bare = text.replacing("{odd}", with: "odd")
            #expect(!bare.contains("{") && !bare.contains("}"), "\(text)")
            #expect(!text.contains("  "), "\(text)")
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
            let key = Wording.key(maneuver.action, hasRoad: !maneuver.road.isEmpty)
            if !maneuver.road.isEmpty, key.optionalParts.contains(.road) {
                #expect(text.contains(maneuver.road.spoken), "\(text)")
            }
        }
    }

    @Test func `every maneuver type has a number`() {
        #expect(ManeuverType.stop.code == 1)
        #expect(ManeuverType.depart.code == 18)
        #expect(ManeuverType.turnLeftRight.code == 23)
        #expect(ManeuverType.doorPassage.code == 31)
    }

    @Test func `ordinals, numbers and times follow the language`() {
        let english = DirectionsLanguages.builtIn.phrases("en-US").words
        let measures = DirectionsLanguages.builtIn.measures("en-US")
        #expect(
            [1, 10, 11, 12, 21, 22, 23, 24].map(english.ordinal) == [
                "first", "tenth", "11th", "12th", "21st", "22nd", "23rd", "24th",
            ])
        #expect(
            [0, 44, 46, 180, 271, 338, 359].map { english.direction($0) } == [
                "north", "northeast", "northeast", "south", "west", "north", "north",
            ])
        func length(_ centimeters: Int64, _ meters: Double) -> String {
            measures.length(centimeters: centimeters, metersPerUnit: meters, unit: "u")
        }
        #expect(length(28_000, 1_000) == "0.28 u")
        #expect(length(120_000, 1_000) == "1.2 u")
        #expect(length(99_900, 1_000) == "1 u")
        #expect(length(12_345_600, 1_000) == "123 u")
        #expect(length(12_345, 1) == "123 u")
        #expect(length(5_100, 1_000) == "0.05 u")
        #expect(
            [0, 59_999, 60_000, 3_600_000, 5_400_000].map { measures.duration(milliseconds: $0) }
                == ["< 1 min", "< 1 min", "1 min", "1 h", "1 h 30 min"])
        #expect(
            [0, 43_200_000, -60_000].map { measures.timeOfDay($0) } == [
                "12:00 AM", "12:00 PM", "11:59 PM",
            ])
    }
}

struct EntryCoverageTests {
    @Test(arguments: UInt64(0)..<200)
    func `entries cover every element once and add up`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 20, meanDegree: 3, seed: seed).dataset
        let family = generator.chance(0.5) ? "motor" : "foot"
        let legs = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            wander(network, &generator)
        }
        let stops = (0...legs.count).map { index in
            DirectionsStop(
                name: "S\(index)", isWaypoint: generator.chance(0.3),
                serviceMilliseconds: Int64.random(in: 0...9, using: &generator),
                waitMilliseconds: Int64.random(in: 0...9, using: &generator))
        }
        var options = DirectionsOptions(family: family)
        options.listsManeuvers = true
        let entries = DirectionsWriter(network: network, options: options)
            .write(stops: stops, legs: legs)

        func elements(_ spans: [LegSpan]) -> [[Int]] {
            spans.flatMap { span in span.elements.map { [span.leg, $0] } }
        }
        let covered = entries.flatMap { elements($0.spans) }
        for entry in entries {
            #expect(
                elements(entry.maneuvers.flatMap(\.spans)) == elements(entry.spans),
                "seed \(seed)")
        }
        let expected = legs.indices.flatMap { leg in
            legs[leg].path.elements.indices.map { [leg, $0] }
        }
        #expect(covered == expected, "seed \(seed)")
        let service = stops.reduce(0) { $0 + $1.serviceMilliseconds + $1.waitMilliseconds }
        #expect(
            entries.reduce(0) { $0 + $1.milliseconds }
                == service + legs.flatMap(\.milliseconds).reduce(0, +), "seed \(seed)")
        for entry in entries {
            let steps = entry.spans.flatMap { span in
                span.elements.map {
                    (legs[span.leg].centimeters[$0], legs[span.leg].milliseconds[$0])
                }
            }
            #expect(entry.centimeters == steps.reduce(0) { $0 + $1.0 }, "seed \(seed)")
            if entry.kind == .maneuver {
                #expect(
                    entry.milliseconds - entry.dwellMilliseconds == steps.reduce(0) { $0 + $1.1 },
                    "seed \(seed)")
            } else {
                #expect(entry.spans.isEmpty, "seed \(seed)")
            }
            #expect(!entry.text.contains("  ") && !entry.text.isEmpty, "seed \(seed)")
        }
        #expect(entries.first?.type == .depart && entries.last?.type == .stop)
    }

    /// A path along random edges, whose ends may be partial or without length.
    private func wander(
        _ network: NetworkDataset, _ generator: inout SeededGenerator
    ) -> DirectionsLeg {
        var edge = EdgeID(
            row: UInt32.random(in: 0..<UInt32(network.edgeCount), using: &generator))
        var elements = [NetworkPath.Element(edge: edge)]
        for _ in 0..<Int.random(in: 0...25, using: &generator) {
            let next = network.edges(leaving: network.head(of: edge))
            edge = EdgeID(row: network.outEdges[Int.random(in: next, using: &generator)])
            elements.append(NetworkPath.Element(edge: edge))
        }
        let ends = [0, 0.3, 1]
        elements[0].from = ends[Int.random(in: 0..<3, using: &generator)]
        elements[elements.count - 1].to = max(
            elements[elements.count - 1].from, ends[Int.random(in: 0..<3, using: &generator)])
        return DirectionsLeg(
            path: NetworkPath(elements: elements),
            milliseconds: elements.map { _ in Int64.random(in: 1...60_000, using: &generator) },
            centimeters: elements.map {
                Int64(Double(network.lengthCentimeters(of: $0.edge)) * ($0.to - $0.from))
            })
    }
}
