// What arcs weigh, at the ends of the range.

import Testing

@testable import RoutingEngine

struct ArcWeightTests {
    private let most = Hierarchy.infinite - 1

    @Test func `a turn and a way keep their costs`() {
        for cost in [1, 77, most] {
            #expect(ArcWeight.cost(ArcWeight.turn(cost)) == cost)
            #expect(ArcWeight.isTurn(ArcWeight.turn(cost)))
        }
        let parts = [ArcWeight.turn(5), ArcWeight.way(ArcWeight.turn(2), ArcWeight.turn(3))]
        for first in parts {
            for second in parts {
                let way = ArcWeight.way(first, second)
                #expect(ArcWeight.cost(way) == 10)
                #expect(!ArcWeight.isTurn(way))
            }
        }
    }

    @Test func `of a turn and a way that cost the same, the turn weighs less`() {
        let way = ArcWeight.way(ArcWeight.turn(4), ArcWeight.turn(6))
        #expect(ArcWeight.turn(10) < way)
        #expect(way < ArcWeight.turn(11))
    }

    @Test func `no way over an arc that is shut, or beyond the limit, is finite`() {
        let turn = ArcWeight.turn(most)
        let way = ArcWeight.way(ArcWeight.turn(1), ArcWeight.turn(most - 1))
        for first in [turn, way] {
            for second in [turn, way, ArcWeight.infinite] {
                #expect(ArcWeight.way(first, second) >= ArcWeight.infinite)
            }
        }
        #expect(ArcWeight.cost(ArcWeight.infinite) == Hierarchy.infinite)
    }
}
