// The walking speed, a parameter of a cost, in every analysis.

import Geo
import MatrixAnalysis
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct WalkingSpeedScenarios {
    /// A path of three pieces, 200 s each at the usual 5 km/h, and another path round it.
    private let sketch = NetworkSketch(
        """
        a---b---c---d
        |           |
        e-----------f
        """
    ) {
        $0.road("abcd", seconds: 20)
        $0.road("aefd", seconds: 20)
        for position in $0.description.costs.indices
        where $0.description.costs[position].name == "WalkTime" {
            $0.description.costs[position].parameters = [
                AttributeParameter(name: "Walking Speed (km/h)", defaultValue: "5")
            ]
        }
    }

    /// Makes a request minimize the walking time at a speed in km/h.
    private func walk(_ speed: String, _ parameters: inout some OperationParameters) {
        parameters.impedanceAttributeName = "WalkTime"
        parameters.accumulateAttributeNames = ["Length"]
        parameters.attributeParameterValues = [.walkingSpeed(speed)]
    }

    private func isNear(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return false }
        return abs(one - other) < 1e-4
    }

    private func number(_ name: String, of row: Feature, in set: FeatureSet) -> Double? {
        guard case .double(let number)? = set.value(name, of: row) else { return nil }
        return number
    }

    /// A matrix's times by pair of letters.
    private func matrix(_ speed: String, cutoff: Double? = nil) throws -> [String: Double] {
        var parameters = ODCostMatrixParameters(from: sketch.named("ab"), to: sketch.named("cde"))
        parameters.defaultCutoff = cutoff
        walk(speed, &parameters)
        let result = try NetworkLayer.sketched(sketch).solve(parameters)
        let set = try #require(result[table: "odLines"])
        return Dictionary(
            uniqueKeysWithValues: set.features.map { line in
                guard case .string(let name)? = set.value("Name", of: line) else { return ("", 0) }
                return (name, number("Total_WalkTime", of: line, in: set) ?? 0)
            })
    }

    @Test(arguments: [("4", 1.25), ("10", 0.5)])
    func `a matrix has the times of the speed, and its cutoff counts them`(
        speed: String, factor: Double
    ) throws {
        let (usual, scaled) = (try matrix("5"), try matrix(speed))
        #expect(usual.count == 6)
        #expect(usual.keys == scaled.keys)
        for (name, time) in usual {
            #expect(isNear(scaled[name], time * factor), "\(name)")
        }
        let times = scaled.values.sorted()
        // Two pairs are one piece apart, three are two, and one is three.
        let cutoff = (times[1] + times[2]) / 2
        #expect(times[1] < cutoff && cutoff < times[2])
        #expect(
            try matrix(speed, cutoff: cutoff).keys.sorted()
                == scaled.filter { $0.value < cutoff }.keys.sorted())
    }

    /// The routes to the two closest facilities.
    private func closest(
        _ speed: String, cutoff: Double? = nil
    ) throws -> [(time: Double?, length: Double?)] {
        var parameters = ClosestFacilityParameters(from: sketch.named("a"), to: sketch.named("ce"))
        parameters.defaultTargetFacilityCount = 2
        parameters.defaultCutoff = cutoff
        parameters.returnCFRoutes = true
        walk(speed, &parameters)
        let result = try NetworkLayer.sketched(sketch).solve(parameters)
        let routes = try #require(result.routes)
        return routes.features.map {
            (
                number("Total_WalkTime", of: $0, in: routes),
                number("Total_Length", of: $0, in: routes)
            )
        }
    }

    @Test(arguments: [("4", 1.25), ("10", 0.5)])
    func `closest facilities are as far as the speed says`(speed: String, factor: Double) throws {
        let (usual, scaled) = (try closest("5"), try closest(speed))
        #expect(usual.count == 2 && scaled.count == 2)
        for (one, other) in zip(usual, scaled) {
            #expect(isNear(other.time, (one.time ?? 0) * factor))
            #expect(one.length == other.length)
        }
        let between = ((scaled[0].time ?? 0) + (scaled[1].time ?? 0)) / 2
        #expect(try closest(speed, cutoff: between).count == 1)
    }

    @Test(arguments: [("4", 1.25), ("10", 0.5)])
    func `a handle keeps the speed, when it is refreshed and for better routes`(
        speed: String, factor: Double
    ) throws {
        let layer = try NetworkLayer.sketched(sketch)
        func solve(_ speed: String) throws -> AnalysisResult {
            try answer(from: layer, sketch.places("ad")) {
                walk(speed, &$0)
                $0.returnRouteHandle = true
                $0.returnLegs = true
                $0.returnConditions = true
            }
        }
        let (usual, scaled) = (try solve("5"), try solve(speed))
        let usualTime = usual.total("Total_WalkTime") ?? 0
        #expect(isNear(scaled.total("Total_WalkTime"), usualTime * factor))
        let again = try layer.refresh(scaled.handle()) {
            $0.returnQuanta = true
            $0.returnLegs = true
            $0.returnConditions = true
        }
        #expect(again.quanta == scaled.quanta)
        #expect(again.total("Total_WalkTime") == scaled.total("Total_WalkTime"))
        #expect(again.legs?.features.map(\.values) == scaled.legs?.features.map(\.values))
        #expect(again.conditions == scaled.conditions)
        // A walker's own pace is no delay.
        #expect(try layer.better(scaled.handle()).replanning?.delayMinutes == 0)
        // With a barrier ahead the route leads round it at the same pace.
        let detour = try layer.better(scaled.handle()) {
            $0.barPoints([sketch.place("b", "c", at: 0.5)])
        }
        #expect(sketch.letters(along: detour) == "aefd")
        let round = try answer(from: layer, sketch.places("aefd")) { walk(speed, &$0) }
        #expect(isNear(detour.total("Total_WalkTime"), round.total("Total_WalkTime")))
    }
}
