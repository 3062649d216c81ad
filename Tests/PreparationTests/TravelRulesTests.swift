// Tests the cache for resolved travel modes.

import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

@testable import Preparation

@Suite struct TravelRulesTests {
    private func layer() throws -> NetworkLayer {
        let network = TestNetwork.description()
        var configuration = RouteLayerConfiguration.standard(for: network)
        let mode = { (name: String, policy: UTurnPolicy, restrictions: [String]) in
            TravelMode(
                id: name, name: name, type: "AUTOMOBILE", impedanceAttributeName: "TravelTime",
                timeAttributeName: "TravelTime", distanceAttributeName: "Length",
                restrictionAttributeNames: restrictions, uTurnPolicy: policy)
        }
        let names = network.restrictions.map(\.name)
        configuration.travelModes = [
            mode("All", .noBacktrack, names), mode("None", .allowBacktrack, []),
            mode("One", .noBacktrack, Array(names.prefix(1))),
        ]
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10)
        return NetworkLayer(network: try sketch.build(), configuration: configuration)
    }

    /// The settings that a mode states.
    private func facts(_ settings: TravelSettings) -> [String] {
        [
            "\(settings.key)", "\(settings.restrictionNames)", "\(settings.vehicle)",
            "\(settings.softRestrictions)", "\(settings.uTurns)", "\(settings.namedCosts)",
            "\(settings.restrictsAccess)",
        ]
    }

    @Test func `a mode has the same settings by its name, by its values and the second time`()
        throws
    {
        let modes = try layer().configuration.travelModes
        let shared = try layer()
        for mode in modes + modes {
            var named = RouteParameters()
            named.travelMode = .named(mode.name)
            let known = try shared.settings(of: named)
            // A fresh layer has nothing cached.
            let alone = try layer().settings(of: named)
            #expect(facts(alone) == facts(known))
            named.travelMode = .settings(mode)
            let again = try shared.settings(of: named)
            #expect(facts(again) == facts(known))
        }
        #expect(shared.layer.defaults.rules.count == modes.count)
    }

    @Test func `a changed mode is resolved by itself and changes no other`() throws {
        let layer = try layer()
        var mode = layer.configuration.travelModes[0]
        var parameters = RouteParameters()
        parameters.travelMode = .named(mode.name)
        let before = try facts(layer.settings(of: parameters))
        mode.restrictionAttributeNames.removeLast()
        mode.uTurnPolicy = .allowBacktrack
        parameters.travelMode = .settings(mode)
        let changed = try layer.settings(of: parameters)
        #expect(changed.restrictionNames == mode.restrictionAttributeNames)
        #expect(changed.uTurns == .allowBacktrack)
        #expect(layer.layer.defaults.rules.count == 1)
        parameters.travelMode = .named(mode.name)
        let after = try layer.settings(of: parameters)
        #expect(facts(after) == before)
    }
}
