// Turn costs from declared coefficients.

import RoadNetwork
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
        #expect(model.costs(of: Self.situation(0))[0] < 30)
        var last: UInt32 = 0
        for degrees in stride(from: 0.0, through: 180, by: 10) {
            let cost = model.costs(of: Self.situation(degrees))[0]
            #expect(cost >= last)
            last = cost
        }
        #expect(last <= 7500)
        #expect(last > 7000)
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

    @Test func `signals, turning back and larger roads add, walking is free`() throws {
        let model = try Self.model()
        var turn = Self.situation(0)
        let plain = model.costs(of: turn)[0]
        turn.nodeFlags = .signals
        #expect(model.costs(of: turn)[0] == plain + 2000)
        turn.nodeFlags = []
        turn.toClass = .primary
        #expect(model.costs(of: turn)[0] == plain + 500)
        turn.degree = 2
        #expect(model.costs(of: turn)[0] == 0)
        turn.isUTurn = true
        #expect(model.costs(of: turn)[0] == 27_500)
        turn.nodeFlags = .tollBooth
        #expect(model.costs(of: turn)[0] == 42_500)
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
        #expect(answers.count <= 255)
    }
}
