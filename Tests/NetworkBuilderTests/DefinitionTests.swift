// Tests reading network definitions: the shipped one, changed ones, and mistakes.

import DefinitionFiles
import Foundation
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct DefinitionTests {
    @Test func `the shipped definition is the file in ServiceDefinitions`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("ServiceDefinitions/" + NetworkDefinition.shippedName)
        #expect(try String(contentsOf: file, encoding: .utf8) == NetworkDefinition.shippedText)
    }

    @Test func `the shipped definition has the names ArcGIS users know`() throws {
        let description = try NetworkDefinition.shipped().description
        #expect(
            description.costs.map(\.name) == [
                "TravelTime", "TruckTravelTime", "WalkTime", "BicycleTime", "Length", "Kilometers",
                "Miles",
            ])
        let restrictions: Set = [
            "Oneway", "Driving an Automobile", "Driving a Truck", "Driving a Bus",
            "Driving an Emergency Vehicle", "Riding a Bicycle", "Walking", "Avoid Toll Roads",
            "Avoid Ferries", "Avoid Limited Access Roads", "Avoid Unpaved Roads",
            "Avoid Private Roads", "Avoid Gates", "Through Traffic Prohibited",
            "Height Restriction", "Width Restriction", "Length Restriction", "Weight Restriction",
            "Weight per Axle Restriction", "Avoid Alleys",
        ]
        #expect(restrictions.isSubset(of: description.restrictions.map(\.name)))
        for (bit, restriction) in description.restrictions.enumerated() {
            #expect(restriction.bit == bit)
            #expect(
                restriction.parameters.first?.name == RestrictionAttribute.usageParameterName)
        }
        let height = try #require(description.restriction(named: "Height Restriction"))
        #expect(height.rule == .limit(column: 0, parameter: "Vehicle Height (meters)"))
        #expect(height.parameters.last?.defaultValue == "0")
        let through = try #require(description.restriction(named: "Through Traffic Prohibited"))
        #expect(through.rule == .throughTraffic)
        #expect(through.parameters[0].defaultValue == "PROHIBITED")
        let usages = [
            "Avoid Ferries": "AVOID_MEDIUM", "Avoid Unpaved Roads": "AVOID_HIGH",
            "Avoid Gates": "AVOID_MEDIUM", "Oneway": "PROHIBITED", "Avoid Alleys": "AVOID_MEDIUM",
        ]
        for (name, usage) in usages {
            #expect(description.restriction(named: name)?.parameters[0].defaultValue == usage)
        }
    }

    @Test func `cars and trucks follow live speeds, trucks to 90 km per hour, others do not`()
        throws
    {
        let description = try NetworkDefinition.shipped().description
        let live = description.costs.filter { description.followsSpeeds($0) }
        #expect(live.map(\.name) == ["TravelTime", "TruckTravelTime"])
        #expect(description.liveColumns.map(\.greatestKilometersPerHour) == [.infinity, 90])
        #expect(
            description.families.indices.map { description.hasTraffic(family: $0) }
                == [true, false, false])
        // Without a statement the definition takes the times of its first family.
        var silent = description
        for index in silent.costs.indices { silent.costs[index].liveSpeeds = nil }
        #expect(silent.costs.filter { silent.followsSpeeds($0) }.map(\.name) == live.map(\.name))
    }

    @Test func `traffic keeps to the directions of its kind, but for emergencies`() throws {
        let description = try NetworkDefinition.shipped().description
        func implied(_ name: String) -> [String] {
            description.includingImplied([name]).dropFirst().map(\.name)
        }
        for family in description.families {
            for name in family.accessRestrictions where name != "Driving an Emergency Vehicle" {
                #expect(implied(name).count == (family.name == "motor" ? 2 : 1), "\(name)")
                #expect(implied(name).first?.hasPrefix("Oneway") ?? false, "\(name)")
            }
        }
        #expect(implied("Driving an Automobile") == ["Oneway", "Oneway for All Vehicles"])
        #expect(implied("Riding a Bicycle") == ["Oneway for Bicycles"])
        #expect(implied("Walking") == ["Oneway for Pedestrians"])
        #expect(implied("Driving an Emergency Vehicle") == [])
    }

    @Test func `derived costs share the column of their source`() throws {
        let description = try NetworkDefinition.shipped().description
        let length = try #require(description.cost(named: "Length"))
        let miles = try #require(description.cost(named: "Miles"))
        #expect(miles.column == length.column)
        #expect(!miles.isStored)
        #expect(description.costColumnCount == 5)
        #expect(abs(miles.unitsPerQuantum * 160_934.4 - 1) < 1e-12)
        let minutes = try #require(description.cost(named: "TravelTime"))
        #expect(minutes.units == "esriNAUMinutes")
        #expect(abs(minutes.unitsPerQuantum * 60_000 - 1) < 1e-12)
    }

    @Test func `a new attribute is a change of the file alone`() throws {
        let text = NetworkDefinition.shippedText
            .replacing(
                "  - name: Avoid Gates\n",
                with: "  - {name: Avoid Tunnels, usage: AVOID_LOW, when: {tunnel: \"*\"}}\n"
                    + "  - name: Avoid Gates\n"
            )
            .replacing(
                "  - {name: Length,",
                with: "  - {name: ScooterTime, units: hours, speed: scooter}\n"
                    + "  - {name: Length,"
            )
            .replacing(
                "\nspeeds:\n", with: "\nspeeds:\n  scooter: [base: [{value: 20}]]\n")
        let definition = try NetworkDefinition(text: text, file: "changed.yaml")
        let rules = RoadRules(definition)
        guard
            case .kept(let ruling) = rules.verdict(on: ["highway": "primary", "tunnel": "yes"]),
            let tunnels = definition.description.restriction(named: "Avoid Tunnels"),
            let scooter = definition.description.cost(named: "ScooterTime")
        else {
            Issue.record("the changed definition does not work")
            return
        }
        #expect(ruling.forward.restrictions & tunnels.mask != 0)
        #expect(ruling.forward.speeds[scooter.column] == 20)
    }

    @Test func `stops keep off ferries and tunnels, alleys are disliked but not slow`() throws {
        let definition = try NetworkDefinition.shipped()
        for family in definition.description.families {
            #expect(
                family.withoutStops == [
                    StreetsWithoutStops(restriction: "Avoid Ferries"),
                    StreetsWithoutStops(classes: [.motorway], otherWithinMeters: 250),
                    StreetsWithoutStops(flags: .tunnel, otherWithinMeters: 250),
                ])
        }
        let rules = RoadRules(definition)
        let alleys = try #require(definition.description.restriction(named: "Avoid Alleys")).mask
        guard
            case .kept(let alley) = rules.verdict(on: ["highway": "service", "service": "alley"]),
            case .kept(let street) = rules.verdict(on: ["highway": "service"])
        else {
            Issue.record("both are roads")
            return
        }
        #expect(alley.forward.speeds == street.forward.speeds)
        #expect(alley.forward.restrictions == street.forward.restrictions | alleys)
        #expect(street.forward.restrictions & alleys == 0)
    }

    @Test(arguments: [
        ("name: Streets\n", "nmae: Streets\n", "\"nmae\" is not known here"),
        (
            "- restriction: Avoid Ferries", "- restriction: Ferries",
            "family motor: there is no restriction \"Ferries\""
        ),
        (
            "- {class: motorway, otherWithin: 250}", "- {otherWithin: 250}",
            "these would be all streets; name a restriction, a class or a flag"
        ),
        (
            "- {flag: tunnel, otherWithin: 250}", "- {flag: underground}",
            "\"underground\" is not a flag; flags are: bridge, ferry"
        ),
        ("drivingSide: auto", "drivingSide: middle", "\"middle\" is not one of: auto, right, left"),
        ("value: motorway, when", "value: highroad, when", "\"highroad\" is not a road class"),
        (
            "{value: 105, when: {highway: motorway}}", "{value: fast, when: {highway: motorway}}",
            "\"fast\" is not a number"
        ),
        (
            "{value: 105, when: {highway: motorway}}", "{value: 9000, when: {highway: motorway}}",
            "9000 lies outside"
        ),
        (
            "        - {value: 10}\n    - posted", "    - posted",
            "the last rule must be one without"
        ),
        (
            "    - base: &motorSpeeds\n", "    - base: &motorSpeeds\n        - {value: 3}\n",
            "can never be reached"
        ),
        (
            "direction: Oneway for Bicycles", "direction: One Way for Bicycles",
            "there is no restriction \"One Way for Bicycles\""
        ),
        (
            "derivedFrom: Length}\n  - {name: Miles", "derivedFrom: Lenght}\n  - {name: Miles",
            "derive Kilometers from a stored cost"
        ),
        ("limit: maxheight\n", "limit: maxhight\n", "there is no limit \"maxhight\""),
        ("usage: AVOID_HIGH", "usage: AVOID_VERY_HIGH", "\"AVOID_VERY_HIGH\" is not a usage"),
        ("speed: truck\n", "speed: lorry\n", "there is no speed table \"lorry\""),
        ("of: Driving a Truck\n", "of: Driving a Lorry\n", "is not a restriction above"),
        ("quantum: centimeter}\n", "quantum: inch}\n", "the quantum of a length cost"),
        (
            "name: Walking\n    family: foot", "name: Walking\n    family: feet",
            "there is no family \"feet\""
        ),
        ("nodeFlags:\n  signals", "nodeFlags:\n  lights", "\"lights\" is not a node flag"),
        (
            "    speed: car\n    followsSpeeds: true", "    speed: car\n    followsSpeeds: maybe",
            "\"maybe\" is not one of: true, false"
        ),
        (
            "    followsSpeeds: true\n    greatestSpeed: 90", "    greatestSpeed: 90",
            "requires \"followsSpeeds: true\""
        ),
        (
            "quantum: centimeter}\n", "quantum: centimeter, followsSpeeds: true}\n",
            "a length has no \"followsSpeeds\""
        ),
    ])
    func `a mistake is named with file and line`(
        found: String, replacement: String, message: String
    ) throws {
        let shipped = NetworkDefinition.shippedText
        try #require(shipped.contains(found), "\(found)")
        let text = shipped.replacing(found, with: replacement, maxReplacements: 1)
        let error = #expect(throws: InvalidDefinitions.self) {
            _ = try NetworkDefinition(text: text, file: "mine.yaml")
        }
        let description = try #require(error?.description)
        #expect(description.contains(message))
        #expect(description.prefixMatch(of: #/mine\.yaml:\d+:\d+: /#) != nil, "\(description)")
    }

    @Test func `broken YAML and empty files are named`() {
        for text in ["", "name: [", "- a\n- b"] {
            let error = #expect(throws: InvalidDefinitions.self) {
                _ = try NetworkDefinition(text: text, file: "mine.yaml")
            }
            #expect(error?.description.hasPrefix("mine.yaml") == true)
        }
    }

    @Test func `conditions compose`() throws {
        let node = try DefinitionNode(
            text: """
                - {highway: [a, b], not surface: [mud, "ice*"]}
                - {bridge: "*", not tunnel: "*"}
                """, file: "test")
        let condition = try node.condition()
        #expect(condition.holds(for: ["highway": "a"]))
        #expect(condition.holds(for: ["highway": "b", "surface": "asphalt"]))
        #expect(condition.holds(for: ["highway": "x;b"]))
        #expect(!condition.holds(for: ["highway": "b", "surface": "mud"]))
        #expect(!condition.holds(for: ["highway": "b", "surface": "icefield"]))
        #expect(condition.holds(for: ["bridge": "no"]))
        #expect(!condition.holds(for: ["bridge": "yes", "tunnel": "yes"]))
        #expect(!condition.holds(for: [:]))
        #expect(condition.keys == ["highway", "surface", "bridge", "tunnel"])
    }

    @Test func `a condition on every lane holds if each lane does`() throws {
        let node = try DefinitionNode(text: "every hov:lanes: [only, \"des*\"]", file: "test")
        let condition = try node.condition()
        #expect(condition.keys == ["hov:lanes"])
        for lanes in ["only", "only|only", "designated|only|designated|only", "only | only"] {
            #expect(condition.holds(for: ["hov:lanes": lanes]), "\(lanes)")
        }
        for lanes in ["", "|", "only|", "|only", "only|yes", "yes"] {
            #expect(!condition.holds(for: ["hov:lanes": lanes]), "\(lanes)")
        }
        // A part of a lane's list is enough, as of a street's.
        #expect(condition.holds(for: ["hov:lanes": "only|yes;only"]))
        #expect(!condition.holds(for: [:]))
        let tags: TagSet = ["hov:lanes": "yes|yes", "hov:lanes:forward": "only"]
        #expect(condition.holds(for: tags, .forward))
        #expect(!condition.holds(for: tags, .backward))
        let any = try DefinitionNode(text: "every hov:lanes: \"*\"", file: "test").condition()
        #expect(any.holds(for: ["hov:lanes": "yes|no"]))
        #expect(!any.holds(for: ["hov:lanes": "yes|"]))
        let opposite = try DefinitionNode(text: "not every hov:lanes: only", file: "test")
        #expect(try opposite.condition().holds(for: ["hov:lanes": "only|yes"]))
        #expect(try opposite.condition().holds(for: [:]))
        #expect(try !opposite.condition().holds(for: ["hov:lanes": "only|only"]))
    }
}
