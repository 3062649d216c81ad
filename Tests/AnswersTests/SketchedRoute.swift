// A route on a drawing, before its answer is assembled.

import Geo
import PathFinding
import Preparation
import RouteAPI
import RouteTesting
import Testing

/// The route from the middle of a street of 200 m round a corner, to three quarters of a street of
/// 100 m; each street takes ten seconds.
struct SketchedRoute {
    let sketch: NetworkSketch
    let layer: AnalysisLayer
    let prepared: PreparedAnalysis
    let route: SolvedRoute

    /// Where the route begins and ends.
    let places: [Coordinate]

    init(_ change: (inout RouteParameters) -> Void = { _ in }) throws {
        var sketch = NetworkSketch(
            """
            a---b
            ....c
            """)
        sketch.road("abc", seconds: 10)
        self.sketch = sketch
        places = [sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.75)]
        let drawn = try NetworkLayer.sketched(sketch)
        layer = drawn.layer
        var parameters = RouteParameters(through: places)
        change(&parameters)
        prepared = try drawn.prepared(parameters)
        let search = RouteSearch(layer: layer, prepared: prepared, control: SolveControl())
        route = try #require(try search.plainRoutes().first)
    }
}
