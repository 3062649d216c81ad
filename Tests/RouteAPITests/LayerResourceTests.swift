// Tests the layer resource: every key from which clients learn defaults.

import Geo
import RouteAPI
import Testing

struct LayerResourceTests {
    private var layer: LayerDescription {
        var configuration = RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime", restrictionAttributeNames: ["Oneway"],
            accumulateAttributeNames: ["Kilometers"], directionsTimeAttributeName: "TravelTime")
        configuration.travelModes = [.van]
        configuration.defaultTravelMode = "1"
        configuration.attributeParameterValues = [
            AttributeParameterValue(
                attributeName: "height", parameterName: "Vehicle Height (m)", value: "3.5")
        ]
        let usage = NetworkAttributeDescription.Parameter(
            name: "Restriction Usage", defaultValue: "PROHIBITED")
        return LayerDescription(
            configuration: configuration, networkName: "City", edgeSourceName: "Streets",
            buildTime: 1_700_000_000_000,
            attributes: [
                NetworkAttributeDescription(
                    name: "TravelTime", usage: .cost, units: .minutes, parameters: []),
                NetworkAttributeDescription(
                    name: "Kilometers", usage: .cost, units: .kilometers, parameters: []),
                NetworkAttributeDescription(
                    name: "Oneway", usage: .restriction, units: .unknown, parameters: [usage]),
                NetworkAttributeDescription(
                    name: "Height", usage: .restriction, units: .unknown,
                    parameters: [
                        usage,
                        NetworkAttributeDescription.Parameter(
                            name: "Vehicle Height (m)", defaultValue: "0"),
                    ]),
            ], fingerprint: "f00d", attribution: "© OpenStreetMap contributors")
    }

    @Test func `has every key of the contract`() throws {
        let value = try JSONValue.parse(LayerResourceWriter.json(layer, pretty: true))
        let keys = Set(value.object?.keys ?? [])
        let contract = [
            "currentVersion", "cimVersion", "layerName", "layerType", "impedance", "restrictions",
            "accumulateAttributeNames", "attributeParameterValues", "snapTolerance",
            "maxSnapTolerance", "snapToleranceUnits", "locateSettings", "ignoreInvalidLocations",
            "restrictUTurns", "useHierarchy", "hierarchyAttributeName", "hierarchyLevelCount",
            "hierarchyMaxValues", "hierarchyNumTransitions", "outputSpatialReference",
            "outputGeometryPrecision", "outputGeometryPrecisionUnits", "outputLineType",
            "findBestSequence", "preserveFirstStop", "preserveLastStop", "useTimeWindows",
            "useStartTime", "startTime", "startTimeIsUTC", "timeWindowsAreUTC", "preserveObjectID",
            "supportsPreservingObjectID", "returnDirections", "supportsDirections",
            "directionsLanguage", "directionsSupportedLanguages", "directionsStyleNames",
            "directionsLengthUnits", "directionsTimeAttribute", "hasZ", "hasM", "trafficSupport",
            "supportedTravelModes", "defaultTravelMode", "serviceLimits", "networkDataset",
            "networkClasses", "copyrightText", "fingerprint",
        ]
        for key in contract { #expect(keys.contains(key), "\(key) is missing") }
        #expect(value["currentVersion"]?.number == 11.3)
        #expect(value["layerType"] == "esriNAServerRouteLayer")
        #expect(value["directionsStyleNames"]?.array?.isEmpty == false)
        #expect(
            value["locateSettings"]?["default"] == [
                "tolerance": 5_000, "toleranceUnits": "esriMeters", "allowAutoRelocate": true,
                "sources": [["name": "Streets"]],
            ])
        #expect(value["copyrightText"] == "© OpenStreetMap contributors")
    }

    @Test func `has the limits of its operations, and those that every operation has`() throws {
        func limits(of operations: [LayerOperation]) throws -> [String] {
            var described = layer
            described.operations = operations
            let value = try JSONValue.parse(LayerResourceWriter.json(described))
            return value["serviceLimits"]?.object?.keys ?? []
        }
        let stops = ["maximumStops", "maximumStopsPerRoute"]
        let shared = [
            "maximumFeaturesAffectedByPointBarriers", "maximumFeaturesAffectedByLineBarriers",
            "maximumFeaturesAffectedByPolygonBarriers", "maximumPointBarriers",
            "maximumLineBarriers", "maximumPolygonBarriers", "maximumBarrierVertices",
            "maximumSolveSeconds", "maximumRequestBytes",
        ]
        #expect(try limits(of: []) == stops + shared)
        #expect(try limits(of: [.solve, .match]) == stops + ["maximumTracePoints"] + shared)
        #expect(try limits(of: [.solveODCostMatrix]) == stops + ["maximumPairs"] + shared)
    }

    @Test func `describes the network and its parameters`() throws {
        let value = try JSONValue.parse(LayerResourceWriter.json(layer))
        let network = try #require(value["networkDataset"])
        #expect(network["state"] == "esriNDSBuilt")
        #expect(network["networkSources"]?.array?.count == 2)
        let attributes = try #require(network["networkAttributes"]?.array)
        #expect(
            attributes[0] == [
                "name": "TravelTime", "dataType": "esriNADTDouble", "units": "esriNAUMinutes",
                "usageType": "esriNAUTCost", "parameterNames": [],
                "trafficSupport": "esriNTSNone",
            ])
        #expect(attributes[3]["dataType"] == "esriNADTBoolean")
        #expect(attributes[3]["parameterNames"] == ["Restriction Usage", "Vehicle Height (m)"])
        #expect(attributes[3]["restrictionUsageParameterName"] == "Restriction Usage")
        #expect(
            value["attributeParameterValues"]?.array?.last == [
                "attributeName": "Height", "parameterName": "Vehicle Height (m)",
                "parameterType": "double", "value": "3.5",
            ])
        #expect(value["attributeParameterValues"]?.array?.first?["parameterType"] == "string")
    }

    @Test func `describes the classes with the defaults of their fields`() throws {
        let value = try JSONValue.parse(LayerResourceWriter.json(layer))
        let classes = try #require(value["networkClasses"]?.array)
        #expect(
            classes.map { $0["className"] } == [
                "Stops", "Barriers", "PolylineBarriers", "PolygonBarriers", "Routes",
                "TraversedEdges", "TraversedJunctions", "TraversedTurns", "DirectionPoints",
                "DirectionLines", "Legs", "Events", "Spans",
            ])
        func fallback(_ row: Int, _ field: String) -> JSONValue? {
            classes[row]["fields"]?.array?.first { $0["fieldName"] == .string(field) }?[
                "defaultValue"]
        }
        #expect(fallback(0, "CurbApproach") == "0")
        #expect(fallback(0, "Attr_Kilometers") == "0")
        #expect(fallback(0, "Wait_TravelTime") == "")
        #expect(fallback(0, "Wait_Kilometers") == nil)
        #expect(fallback(1, "FullEdge") == "0")
        #expect(fallback(3, "Attr_TravelTime") == "1")
        #expect(fallback(4, "Total_TravelTime") == "")
        let status = try #require(
            classes[0]["fields"]?.array?.first { $0["fieldName"] == "Status" })
        #expect(status["direction"] == "output" && status["candidateFields"] == [])
        #expect(status["fieldType"] == "esriFieldTypeInteger")
    }

    @Test(arguments: LayerType.allCases)
    func `the locations of a type are what its operation takes besides barriers`(type: LayerType) {
        #expect(type.locations.compactMap(\.parameter) == type.operation.locations)
        let inputs = AnalysisClass.all(of: type, over: []).compactMap(\.parameter)
        let barriers = BarrierClass.allCases.map(\.parameter)
        #expect(Set(inputs) == Set(type.operation.locations + barriers))
        #expect(inputs.count == Set(inputs).count)
    }

    @Test func `travel modes read back as themselves, under both ids`() throws {
        for bytes in [LayerResourceWriter.json(layer), LayerResourceWriter.travelModes(layer)] {
            let value = try JSONValue.parse(bytes)
            let mode = try #require(value["supportedTravelModes"]?.array?.first)
            #expect(mode["id"] == mode["itemId"])
            #expect(value["defaultTravelMode"] == mode["id"])
            #expect(try TravelMode(json: mode) == .van)
        }
    }
}
