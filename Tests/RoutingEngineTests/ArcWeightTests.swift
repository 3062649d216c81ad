// Tests arc weights at the ends of their range.

import Testing

@testable import RoutingEngine

struct ArcWeightTests {
    private let most = Hierarchy.infinite - 1

    @Test func `a turn and a composite keep their costs`() {
        for cost in [1, 77, most] {
            #expect(ArcWeight.cost(ArcWeight.turn(cost)) == cost)
            #expect(ArcWeight.isTurn(ArcWeight.turn(cost)))
        }
        let parts = [ArcWeight.turn(5), ArcWeight.composite(ArcWeight.turn(2), ArcWeight.turn(3))]
        for first in parts {
            for second in parts {
                let composite = ArcWeight.composite(first, second)
                #expect(ArcWeight.cost(composite) == 10)
                #expect(!ArcWeight.isTurn(composite))
            }
        }
    }

    @Test func `of a turn and a composite that cost the same, the turn weighs less`() {
        let composite = ArcWeight.composite(ArcWeight.turn(4), ArcWeight.turn(6))
        #expect(ArcWeight.turn(10) < composite)
        #expect(composite < ArcWeight.turn(11))
    }

    @Test func `no composite over an arc that is closed, or beyond the limit, is finite`() {
        let turn = ArcWeight.turn(most)
        let composite = ArcWeight.composite(ArcWeight.turn(1), ArcWeight.turn(most - 1))
        for first in [turn, composite] {
            for second in [turn, composite, ArcWeight.infinite] {
                #expect(ArcWeight.composite(first, second) >= ArcWeight.infinite)
            }
        }
        #expect(ArcWeight.cost(ArcWeight.infinite) == Hierarchy.infinite)
    }
}
