// The weights of arcs, at the ends of the range.

import Testing

@testable import RoutingEngine

struct ArcWeightTests {
    private let most = Hierarchy.infinite - 1

    @Test func `a turn and a shortcut keep their costs`() {
        for cost in [1, 77, most] {
            #expect(ArcWeight.cost(ArcWeight.turn(cost)) == cost)
            #expect(ArcWeight.isTurn(ArcWeight.turn(cost)))
        }
        let parts = [ArcWeight.turn(5), ArcWeight.shortcut(ArcWeight.turn(2), ArcWeight.turn(3))]
        for first in parts {
            for second in parts {
                let shortcut = ArcWeight.shortcut(first, second)
                #expect(ArcWeight.cost(shortcut) == 10)
                #expect(!ArcWeight.isTurn(shortcut))
            }
        }
    }

    @Test func `of a turn and a shortcut that cost the same, the turn weighs less`() {
        let shortcut = ArcWeight.shortcut(ArcWeight.turn(4), ArcWeight.turn(6))
        #expect(ArcWeight.turn(10) < shortcut)
        #expect(shortcut < ArcWeight.turn(11))
    }

    @Test func `no shortcut over an arc that is closed, or beyond the limit, is finite`() {
        let turn = ArcWeight.turn(most)
        let shortcut = ArcWeight.shortcut(ArcWeight.turn(1), ArcWeight.turn(most - 1))
        for first in [turn, shortcut] {
            for second in [turn, shortcut, ArcWeight.infinite] {
                #expect(ArcWeight.shortcut(first, second) >= ArcWeight.infinite)
            }
        }
        #expect(ArcWeight.cost(ArcWeight.infinite) == Hierarchy.infinite)
    }
}
