// Every parameter that a layer publishes has an effect.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct PublishedParameterScenarios {
    /// The tags of the shorter of two streets, chosen so that a restriction applies.
    private struct Street {
        var tags: [String: String] = [:]
        /// Tags of a node on the street.
        var node: [String: String] = [:]
        /// The request's access restriction.
        var access = "Driving an Automobile"
        var impedance = "TravelTime"
    }

    /// For each published attribute, a street where it counts.
    ///
    /// If you publish an attribute, add its line here: without it the test fails.
    private static let streets: [String: Street] = {
        func oneWay(_ freed: String) -> Street {
            Street(
                tags: ["oneway": "-1", "oneway:\(freed)": "no"],
                access: "Driving an Emergency Vehicle")
        }
        func through(_ access: String) -> Street {
            Street(tags: ["access": "destination"], access: access)
        }
        let bicycle = "Riding a Bicycle"
        return [
            "Oneway": oneWay("bus"), "Oneway for Trucks": oneWay("bus"),
            "Oneway for Buses": oneWay("hgv"), "Oneway for Taxis": oneWay("bus"),
            "Oneway for Motorcycles": oneWay("bus"), "Oneway for Mopeds": oneWay("bus"),
            "Oneway for Bicycles": Street(
                tags: ["oneway": "-1"], access: bicycle, impedance: "BicycleTime"),
            "Oneway for Pedestrians": Street(
                tags: ["oneway:foot": "-1"], access: "Walking", impedance: "WalkTime"),
            "Driving an Automobile": Street(tags: ["motorcar": "no"]),
            "Driving a Truck": Street(tags: ["hgv": "no"], access: "Driving a Truck"),
            "Driving a Bus": Street(tags: ["bus": "no"], access: "Driving a Bus"),
            "Driving a Taxi": Street(tags: ["taxi": "no"], access: "Driving a Taxi"),
            "Riding a Motorcycle": Street(
                tags: ["motorcycle": "no"], access: "Riding a Motorcycle"),
            "Riding a Moped": Street(tags: ["moped": "no"], access: "Riding a Moped"),
            "Driving an Emergency Vehicle": Street(
                tags: ["emergency": "no"], access: "Driving an Emergency Vehicle"),
            // A turnstile is closed to riders.
            "Riding a Bicycle": Street(
                node: ["barrier": "turnstile"], access: bicycle, impedance: "BicycleTime"),
            "Walking": Street(
                node: ["barrier": "fence"], access: "Walking", impedance: "WalkTime"),
            "Through Traffic Prohibited": through("Driving an Automobile"),
            "Through Truck Traffic Prohibited": through("Driving a Truck"),
            "Through Bus Traffic Prohibited": through("Driving a Bus"),
            "Through Taxi Traffic Prohibited": through("Driving a Taxi"),
            "Through Motorcycle Traffic Prohibited": through("Riding a Motorcycle"),
            "Through Moped Traffic Prohibited": through("Riding a Moped"),
            "Through Bicycle Traffic Prohibited": Street(
                tags: ["access": "destination"], access: bicycle, impedance: "BicycleTime"),
            "Through Pedestrian Traffic Prohibited": Street(
                tags: ["access": "destination"], access: "Walking", impedance: "WalkTime"),
            "Avoid Private Roads": Street(tags: ["access": "private"]),
            "Avoid Toll Roads": Street(tags: ["toll": "yes"]),
            "Avoid Toll Roads for Trucks": Street(
                tags: ["toll:hgv": "yes"], access: "Driving a Truck"),
            "Avoid Toll Roads for Buses": Street(
                tags: ["toll:bus": "yes"], access: "Driving a Bus"),
            "Avoid Toll Roads for Motorcycles": Street(
                tags: ["toll:motorcycle": "yes"], access: "Riding a Motorcycle"),
            "Avoid Ferries": Street(tags: ["highway": "", "route": "ferry"]),
            "Avoid Limited Access Roads": Street(tags: ["highway": "motorway", "oneway": "no"]),
            "Avoid Unpaved Roads": Street(tags: ["surface": "gravel"]),
            "Avoid Truck Restricted Roads": Street(
                tags: ["hgv": "destination"], access: "Driving a Truck"),
            "Use Preferred Truck Routes": Street(
                tags: ["hgv": "designated"], access: "Driving a Truck"),
            "Through Hazmat Traffic Prohibited": Street(
                tags: ["hazmat": "destination"], access: "Driving a Truck"),
            "Any Hazmat Prohibited": Street(tags: ["hazmat": "no"], access: "Driving a Truck"),
            "Use Preferred Hazmat Routes": Street(
                tags: ["hazmat": "designated"], access: "Driving a Truck"),
            "Truck with Trailers Restriction": Street(
                tags: ["trailer": "no"], access: "Driving a Truck"),
            "Semi or Tractor with One or More Trailers Prohibited": Street(
                tags: ["trailer": "no"], access: "Driving a Truck"),
            "Avoid Carpool Roads": Street(tags: ["hov": "only"]),
            "Avoid Stairways": Street(
                tags: ["highway": "steps"], access: "Walking", impedance: "WalkTime"),
            "Avoid Roads Unsuitable for Pedestrians": Street(
                tags: ["foot": "discouraged"], access: "Walking", impedance: "WalkTime"),
            "Avoid Roads Unsuitable for Bicycles": Street(
                tags: ["cycleway": "separate"], access: bicycle, impedance: "BicycleTime"),
            "Preferred for Pedestrians": Street(
                tags: ["foot": "designated"], access: "Walking", impedance: "WalkTime"),
            "Roads Under Construction Prohibited": Street(tags: ["construction": "minor"]),
            "Avoid Alleys": Street(tags: ["highway": "service", "service": "alley"]),
            "Avoid Gates": Street(node: ["barrier": "gate"]),
            "Height Restriction": Street(tags: ["maxheight": "3"]),
            "Width Restriction": Street(tags: ["maxwidth": "2"]),
            "Length Restriction": Street(tags: ["maxlength": "10"]),
            "Weight Restriction": Street(tags: ["maxweight": "7.5"]),
            "Weight per Axle Restriction": Street(tags: ["maxaxleload": "5"]),
            "Axle Count Restriction": Street(tags: ["maxaxles": "3"]),
            "Kingpin to Rear Axle Length Restriction": Street(
                tags: ["maxlength:hgv_articulated": "40 ft"]),
            "Avoid Express Lanes": Street(tags: ["hov": "designated", "toll": "yes"]),
            "WalkTime": Street(access: "Walking", impedance: "WalkTime"),
        ]
    }()

    /// Two streets from a to b, 200 m with the tags and 600 m without, and streets to either end.
    private static func map(_ street: Street) -> String {
        func node(
            _ id: Int, _ east: Double, _ north: Double, _ tags: [String: String] = [:]
        ) -> String {
            let (lon, lat) = (7.4 + east / 80_000, 43.7 + north / 111_000)
            return "<node id='\(id)' version='1' lon='\(lon)' lat='\(lat)'>" + text(tags)
                + "</node>"
        }
        func line(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
            "<way id='\(id)' version='1'>" + nodes.map { "<nd ref='\($0)'/>" }.joined()
                + text(["highway": "residential"].merging(tags) { $1 }.filter { !$1.isEmpty })
                + "</way>"
        }
        func text(_ tags: [String: String]) -> String {
            tags.sorted { $0.key < $1.key }.map { "<tag k='\($0)' v='\($1)'/>" }.joined()
        }
        return [
            node(1, -200, 0), node(2, 0, 0), node(3, 100, 0, street.node), node(4, 200, 0),
            node(5, 400, 0), node(6, 0, 200), node(7, 200, 200),
            line(1, [1, 2], [:]), line(2, [2, 3, 4], street.tags), line(3, [4, 5], [:]),
            line(4, [2, 6, 7, 4], [:]),
        ].joined()
    }

    private static let stops = [
        Coordinate(x: 7.4 - 150 / 80_000.0, y: 43.7), Coordinate(x: 7.4 + 350 / 80_000.0, y: 43.7),
    ]

    /// The published attributes, parameters and defaults.
    private static func published(by layer: NetworkLayer) -> [AttributeParameterValue] {
        layer.layerDescription.attributes.filter { $0.aliasOf == nil }.flatMap { attribute in
            attribute.parameters.map {
                AttributeParameterValue(
                    attributeName: attribute.name, parameterName: $0.name, value: $0.defaultValue)
            }
        }
    }

    /// Parameter values between which the attribute's street distinguishes.
    private static func values(of parameter: AttributeParameterValue) -> [String] {
        if parameter.parameterName == "Restriction Usage" {
            return ["PROHIBITED", "AVOID_HIGH", "PREFER_HIGH"]
        }
        return parameter.parameterName.hasPrefix("Walking Speed") ? ["5", "4", "6"] : ["1", "30"]
    }

    @Test func `every published parameter changes the answer where its attribute counts`() throws {
        let all = Self.published(by: try .imported(Self.map(Street())))
        #expect(all.count > 50)
        for parameter in all {
            let name = parameter.attributeName
            guard let street = Self.streets[name] else {
                Issue.record("no street here on which \"\(name)\" counts")
                continue
            }
            let layer = try NetworkLayer.imported(Self.map(street))
            var found: Set<Int64?> = []
            for value in Self.values(of: parameter) {
                let result = try answer(from: layer, Self.stops) {
                    $0.impedanceAttributeName = street.impedance
                    $0.restrictionAttributeNames =
                        ["WalkTime", street.access].contains(name)
                        ? [street.access] : [street.access, name]
                    $0.attributeParameterValues =
                        Self.sizes(of: parameter, among: all) + [
                            AttributeParameterValue(
                                attributeName: name, parameterName: parameter.parameterName,
                                value: value)
                        ]
                }
                let idle = result.messages.map(\.text).filter { $0.contains("had no effect") }
                #expect(idle.isEmpty, "\(name), \(parameter.parameterName): \(idle)")
                found.insert(result.impedance)
            }
            #expect(
                found.count > 1,
                "\(name), \(parameter.parameterName): \(Self.values(of: parameter)) give \(found)")
        }
    }

    /// For a usage parameter, the attribute's other parameters at 30, so that a limit closes the
    /// street to the vehicle.
    private static func sizes(
        of parameter: AttributeParameterValue, among all: [AttributeParameterValue]
    ) -> [AttributeParameterValue] {
        guard parameter.parameterName == "Restriction Usage" else { return [] }
        return all.filter {
            $0.attributeName == parameter.attributeName
                && $0.parameterName != parameter.parameterName
        }.map {
            AttributeParameterValue(
                attributeName: $0.attributeName, parameterName: $0.parameterName, value: "30")
        }
    }

    @Test func `what is published is what is read, in any case`() throws {
        let layer = try NetworkLayer.imported(Self.map(Street()))
        let all = Self.published(by: layer)
        let description = layer.network.description
        var read: [String] = []
        for restriction in description.restrictions where restriction.isDerived != true {
            read += restriction.parameters.map { "\(restriction.name): \($0.name)" }
        }
        for cost in description.costs {
            read += (cost.parameters ?? []).map { "\(cost.name): \($0.name)" }
        }
        #expect(all.map { "\($0.attributeName): \($0.parameterName)" }.sorted() == read.sorted())
        for parameter in all {
            func isUnknown(_ attribute: String, _ name: String) throws -> Bool {
                try answer(from: layer, Self.stops) {
                    $0.attributeParameterValues = [
                        AttributeParameterValue(
                            attributeName: attribute, parameterName: name,
                            value: parameter.value)
                    ]
                }.messages.contains { $0.text.contains("has no parameter \"\(name)\"") }
            }
            let (attribute, name) = (parameter.attributeName, parameter.parameterName)
            #expect(try !isUnknown(attribute, name))
            #expect(try !isUnknown(attribute.uppercased(), name.lowercased()))
            #expect(try isUnknown(attribute, name + "s"))
        }
    }
}
