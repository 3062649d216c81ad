// Runs the documentation example for DirectionsWriter, word for word.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct DocumentationExamples {
    @Test func `the example of DirectionsWriter writes three entries`() throws {
        var sketch = NetworkSketch("a.....b")
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        let network = try sketch.build()
        let element = NetworkPath.Element(edge: EdgeID(row: sketch.edges(along: "ab")[0]))
        let leg = DirectionsLeg(
            path: NetworkPath(elements: [element]), milliseconds: [20_000], centimeters: [30_000])

        let writer = DirectionsWriter(network: network, options: DirectionsOptions(language: "en"))
        let entries = writer.write(
            stops: [DirectionsStop(name: "Depot"), DirectionsStop(name: "Customer")], legs: [leg])

        #expect(
            entries.map(\.text) == ["Start at Depot", "Go east on Main St", "Finish at Customer"])
    }
}
