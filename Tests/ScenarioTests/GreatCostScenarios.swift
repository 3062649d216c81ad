// Costs too large for searches to add up give a limit error.

import RouteAPI
import RouteTesting
import Testing

struct GreatCostScenarios {
    @Test func `streets of the greatest costs are a limit error, not a crash`() throws {
        let sketch = NetworkSketch.street("abc", seconds: 4_294_967)
        let error = try failure(sketch, "ac")
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.text.contains("2^30") == true)
        let inside = [sketch.place("a", "b", at: 0.25), sketch.place("a", "b", at: 0.5)]
        #expect(try milliseconds(sketch, inside) == 1 << 28)
        let three = [sketch.place("b"), sketch.place("b", "c", at: 0.9), sketch.place("a")]
        #expect(try failure(sketch, three)?.identifier == .limitExceeded)
        let best = try failure(sketch, three) { $0.findBestSequence = true }
        #expect(best?.identifier == .limitExceeded)
    }
}
