// Tests turn costs from declared coefficients.

import DataStructures
import RoadNetwork
import RouteTesting
import Testing

@testable import NetworkBuilder

@Suite struct TurnCostTests {
    private static func situation(
        _ degrees: Double, from fromFlags: EdgeFlags = []
    ) -> TurnSituation {
        TurnSituation(
            angleDegrees: degrees, isUTurn: false, nodeFlags: [], degree: 4,
            fromClass: .residential, toClass: .residential, fromFlags: fromFlags, toFlags: [])
    }

    private static func model() throws -> DeclaredTurnCosts {
        DeclaredTurnCosts(columns: try NetworkDefinition.shipped().turnCosts)
    }

    @Test func `straight on is nearly free, sharper turns cost more, at most the maximum`() throws {
        let model = try Self.model()
        #expect(try NetworkDefinition.shipped().turnCosts[0]?.maximumSeconds == 8)
        #expect(model.costs(of: Self.situation(0))[0] < 30)
        var last: UInt32 = 0
        for degrees in stride(from: 0.0, through: 180, by: 10) {
            let cost = model.costs(of: Self.situation(degrees))[0]
            #expect(cost >= last)
            last = cost
        }
        #expect(last <= 8000)
        #expect(last > 7500)
    }

    @Test func `turning across the opposing traffic costs more`() throws {
        let model = try Self.model()
        func costs(_ degrees: Double, _ flags: EdgeFlags) -> [UInt32] {
            model.costs(of: Self.situation(degrees, from: flags))
        }
        #expect(costs(-90, [])[0] > costs(90, [])[0])
        #expect(costs(-90, .keepsLeft)[0] < costs(90, .keepsLeft)[0])
        #expect(costs(-90, []) == costs(90, .keepsLeft))
    }

    @Test func `points, turning back and larger roads add, walking is free`() throws {
        let model = try Self.model()
        let seconds = try #require(try NetworkDefinition.shipped().turnCosts[0]).pointSeconds
        var turn = Self.situation(0)
        let plain = model.costs(of: turn)[0]
        for kind in StreetPointKind.allCases {
            turn.points = ApproachPoints()
            turn.points.add(kind)
            let each = UInt32((seconds[Int(kind.rawValue)] * 1000).rounded())
            #expect(model.costs(of: turn)[0] == plain + each, "\(kind)")
            #expect(model.costs(of: turn)[2] == 0, "WalkTime")
            turn.points.add(kind)
            #expect(model.costs(of: turn)[0] == plain + 2 * each, "two \(kind)")
        }
        turn.points = ApproachPoints()
        turn.toClass = .primary
        #expect(model.costs(of: turn)[0] == plain + 500)
        var lit = turn
        lit.points.add(.trafficSignals)
        let light = UInt32((seconds[0] * 1000).rounded())
        #expect(model.costs(of: lit)[0] == plain + light, "lights help to enter a larger road")
        turn.degree = 2
        #expect(model.costs(of: turn)[0] == 0)
        turn.isUTurn = true
        #expect(model.costs(of: turn)[0] == 68_000, "8 s of the turn, 60 s of turning back")
        turn.points.add(.tollBooth)
        #expect(model.costs(of: turn)[0] == 83_000, "15 s of the booth")
        #expect(model.costs(of: turn)[2] == 0, "WalkTime")
        #expect(model.costs(of: turn)[4] == 0, "Length")
    }

    @Test func `a network never sees more different costs than it can store`() throws {
        let model = try Self.model()
        var answers = Set<[UInt32]>()
        for degrees in stride(from: -180.0, through: 180, by: 0.5) {
            for flags in UInt8(0)..<16 {
                for degree in [1, 2, 3, 5] {
                    for (from, to) in [
                        (RoadClass.primary, RoadClass.service), (.service, .primary),
                    ] {
                        for isUTurn in [false, true] {
                            var turn = Self.situation(degrees)
                            turn.nodeFlags = NodeFlags(rawValue: flags)
                            turn.degree = degree
                            (turn.fromClass, turn.toClass) = (from, to)
                            turn.isUTurn = isUTurn
                            answers.insert(model.costs(of: turn))
                        }
                    }
                }
            }
        }
        // Sets of points multiply the answers; a country has some tens of them.
        #expect(answers.count <= 127)
    }

    /// A model that distinguishes nearly all turns, as long as they meet points.
    private struct EveryTurn: TurnCostModel {
        func costs(of turn: TurnSituation) -> [UInt32] {
            guard !turn.points.isEmpty else { return [0, 0, 0] }
            let classes = UInt32(turn.fromClass.rawValue) * 16 + UInt32(turn.toClass.rawValue)
            return [UInt32((turn.angleDegrees + 180) * 100) + 1, classes, 0]
        }
    }

    @Test func `rare sets of points are free before a network has too many different turns`() throws
    {
        var draft = NetworkDraft(description: TestNetwork.description())
        var generator = SeededGenerator(3)
        let classes: [RoadClass] = [.primary, .secondary, .tertiary, .residential, .service]
        // At each middle node six turns are no U-turns: 72,000, nearly all with different angles.
        for index in 0..<Int32(12_000) {
            let center = FixedCoordinate(longitudeE7: index * 20_000, latitudeE7: 0)
            let middle = draft.addNode(center)
            for _ in 0..<3 {
                let place = FixedCoordinate(
                    longitudeE7: center.longitudeE7
                        + Int32.random(in: -9_000...9_000, using: &generator),
                    latitudeE7: Int32.random(in: -9_000...9_000, using: &generator))
                let direction = DirectionDraft(costs: [1, 1, 1], families: 1)
                var segment = SegmentDraft(
                    from: draft.addNode(place), to: middle, shape: [place, center], wayID: 1,
                    roadClass: try #require(classes.randomElement(using: &generator)),
                    forward: direction, backward: direction)
                segment.points = [PointDraft(share: 0.5, direction: .both, kind: .ford)]
                draft.addSegment(segment)
            }
        }
        let contents = NetworkAssembly.assemble(draft, turnCosts: EveryTurn())
        let count = try #require(contents.turnClassCosts.first).count
        #expect(count == TurnClassTable.mostWithPoints)
    }
}
