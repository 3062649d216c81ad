// A server reads what a client sends, and arbitrary bytes do not crash it.

import DataStructures
import Geo
import RouteAPI
import Testing

struct FormRoundTripTests {
    @Test(arguments: UInt64(0)..<100)
    func `form fields read back as the same request`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let parameters = RouteParameters.random(using: &random)
        let found = try RouteParameters(fields: parameters.formFields)
        #expect(found == parameters, "seed \(seed)")
        try parameters.checkValues()
    }

    @Test(arguments: UInt64(0)..<50)
    func `no change of bytes crashes the reading`(seed: UInt64) {
        var random = SeededGenerator(seed)
        let fields = RouteParameters.random(using: &random).formFields.sorted { $0.key < $1.key }
        for _ in 0..<60 {
            let changed = fields.map { name, value in
                var bytes = Array(value.utf8)
                for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0...2, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: bytes[place...].prefix(5), at: place)
                    }
                }
                return (name: name, value: String(decoding: bytes, as: UTF8.self))
            }
            do {
                _ = try RouteParameters(form: FormParameters(changed))
            } catch {
                #expect(!error.details.isEmpty && error.code == 400, "seed \(seed)")
            }
        }
    }
}

extension TravelModeChanges {
    /// Some travel mode keys, always including a name and a type.
    fileprivate static func random(using random: inout SeededGenerator) -> TravelModeChanges {
        var changes = TravelModeChanges()
        changes.name = "Van é"
        changes.type = "OTHER"
        func sometimes<Value>(_ value: Value) -> Value? {
            Bool.random(using: &random) ? value : nil
        }
        changes.id = sometimes("7")
        changes.summary = sometimes("d")
        changes.impedanceAttributeName = sometimes("TravelTime")
        changes.timeAttributeName = sometimes("TravelTime")
        changes.restrictionAttributeNames = sometimes(["A", "b,c"])
        changes.attributeParameterValues = sometimes(TravelMode.van.attributeParameterValues)
        changes.useHierarchy = sometimes(false)
        changes.uTurnPolicy = sometimes(.atDeadEndsOnly)
        changes.simplification =
            [nil, TravelModeChanges.Simplification.none, .tolerance(2)]
            .randomElement(using: &random) ?? nil
        changes.simplificationToleranceUnits = sometimes(.feet)
        return changes
    }
}

extension RouteParameters {
    /// A request with some parameters set at random.
    static func random(using random: inout SeededGenerator) -> RouteParameters {
        var parameters = RouteParameters()
        func sometimes<Value>(_ value: @autoclosure () -> Value) -> Value? {
            Bool.random(using: &random) ? value() : nil
        }
        func names() -> [String]? {
            sometimes(
                [[], ["none", "b"], ["A b"], ["x,y", "é\""], ["A", "B c"]].randomElement(
                    using: &random) ?? [])
        }
        parameters.stops = sometimes(.random(.point, using: &random)).map {
            LocationInput(
                features: $0, doNotLocateOnRestrictedElements: Bool.random(using: &random))
        }
        parameters.barriers.point = sometimes(.random(.point, using: &random)).map {
            LocationInput(features: $0)
        }
        parameters.barriers.line = sometimes(.random(.polyline, using: &random)).map {
            LocationInput(features: $0)
        }
        parameters.barriers.polygon = sometimes(.random(.polygon, using: &random)).map {
            LocationInput(features: $0)
        }
        parameters.travelMode = sometimes(
            [.named("Driving Time"), .settings(.van), .changes(.random(using: &random))]
                .randomElement(using: &random) ?? .settings(.van))
        parameters.startTime = sometimes(
            Bool.random(using: &random) ? .now : .milliseconds(-631_443_600_000))
        parameters.impedanceAttributeName = sometimes("TravelTime")
        parameters.accumulateAttributeNames = names()
        parameters.restrictionAttributeNames = names()
        parameters.attributeParameterValues = sometimes(TravelMode.van.attributeParameterValues)
        parameters.restrictUTurns = sometimes(.atDeadEndsOnly)
        parameters.directionsLanguage = sometimes("pt-BR")
        parameters.directionsOutputType = sometimes(.featureSets)
        parameters.directionsStyleName = sometimes("NA Desktop")
        parameters.directionsLengthUnits = sometimes(.nauticalMiles)
        parameters.directionsTimeAttributeName = sometimes("WalkTime")
        parameters.outputLines = sometimes(.straight)
        parameters.outSR =
            [nil, .webMercator, SpatialReference(wkt: #"PROJCS["x",1]"#)]
            .randomElement(using: &random) ?? nil
        parameters.outputGeometryPrecision = sometimes(0.1)
        parameters.outputGeometryPrecisionUnits = sometimes(.decimalDegrees)
        parameters.geometryPrecision = sometimes(7)
        parameters.geometryPrecisionZ = sometimes(0)
        parameters.geometryPrecisionM = sometimes(15)
        parameters.overrides = sometimes(#"{"a":"b"}"#)
        parameters.context =
            [
                nil, MapContext(outSR: .webMercator),
                MapContext(
                    extent: .init(envelope: Envelope(minX: -1.5, minY: 2, maxX: 3, maxY: 4))),
            ].randomElement(using: &random) ?? nil
        parameters.locateSettings = sometimes(
            LocateSettingsByInput(
                fallback: LocateSettings(
                    toleranceMeters: 12.5,
                    sources: [
                        LocateSource(name: "Streets", condition: "A = 'b'"),
                        LocateSource(name: "Paths"),
                    ]),
                stops: sometimes(
                    LocateSettings(toleranceMeters: 3, allowAutoRelocate: false, sources: [])),
                barriers: ByBarrierClass { _ in
                    sometimes(LocateSettings(toleranceMeters: 4, sources: []))
                }))
        parameters.setFlags(using: &random)
        return parameters
    }

    /// Sets parameters that ArcGIS does not have.
    private mutating func setAdditions(using random: inout SeededGenerator) {
        self.trafficSnapshot =
            [nil, "0123456789abcdef0123456789abcdef"].randomElement(using: &random) ?? nil
        self.directionsFrom = [nil, 1_250.5].randomElement(using: &random) ?? nil
        self.directionsLength = [nil, 5_000].randomElement(using: &random) ?? nil
        alternatives = [nil, 2].randomElement(using: &random) ?? nil
        maxDetour = [nil, 1.5].randomElement(using: &random) ?? nil
        minDeviationDistance = [nil, 250].randomElement(using: &random) ?? nil
        minDeviationTime = [nil, 10].randomElement(using: &random) ?? nil
        maxSharing = [nil, 0.25].randomElement(using: &random) ?? nil
    }

    private mutating func setFlags(using random: inout SeededGenerator) {
        setAdditions(using: &random)
        let flags: [WritableKeyPath<RouteParameters, Bool?>] = [
            \.startTimeIsUTC, \.useTraffic, \.timeWindowsAreUTC, \.useTimeWindows,
            \.findBestSequence,
            \.preserveFirstStop, \.preserveLastStop, \.useHierarchy, \.ignoreInvalidLocations,
            \.returnDirections, \.returnRoutes, \.returnStops, \.returnBarriers.point,
            \.returnBarriers.line, \.returnBarriers.polygon, \.preserveObjectID,
            \.returnTraversedEdges, \.returnTraversedJunctions, \.returnTraversedTurns, \.returnZ,
            \.returnEmptyResults, \.returnQuanta, \.deterministic, \.explainParameters, \.strict,
            \.validate, \.returnRouteHandle, \.returnLegs, \.returnConditions,
        ]
        for path in flags {
            self[keyPath: path] = [nil, false, true].randomElement(using: &random) ?? nil
        }
    }
}

extension TravelMode {
    /// A mode with every setting.
    static let van = TravelMode(
        id: "1", name: "Van", type: "TRUCK", summary: "Slow", impedanceAttributeName: "TravelTime",
        timeAttributeName: "TravelTime", distanceAttributeName: "Kilometers",
        restrictionAttributeNames: ["Oneway", "Driving a Truck"],
        attributeParameterValues: [
            AttributeParameterValue(
                attributeName: "Height", parameterName: "Vehicle Height (m)", value: "3.5"),
            AttributeParameterValue(
                attributeName: "Avoid Toll Roads", parameterName: "Restriction Usage",
                value: "AVOID_MEDIUM"),
        ], useHierarchy: true, uTurnPolicy: .allowBacktrack, simplificationTolerance: 10,
        simplificationToleranceUnits: .feet)
}

extension FeatureSet {
    /// Shapes of a kind with a name, a number and a time.
    fileprivate static func random(
        _ type: GeometryType, using random: inout SeededGenerator
    ) -> FeatureSet {
        let features = (0..<Int.random(in: 0...4, using: &random)).map { row in
            let x = Double.random(in: -170...170, using: &random)
            let y = Double.random(in: -80...80, using: &random)
            let line = [Coordinate(x: x, y: y), Coordinate(x: x + 1, y: y)]
            let shape: Geometry =
                switch type {
                case .point: .point(line[0])
                case .multipoint: .multipoint(line)
                case .polyline: .polyline(paths: [line, line])
                case .polygon: .polygon(rings: [line + [Coordinate(x: x, y: y + 1), line[0]]])
                }
            return Feature(
                values: [.string("n\(row)"), .double(Double(row) / 3), .date(1_700_000_000_000)],
                geometry: row == 3 ? nil : shape,
                spatialReference: row == 2 ? SpatialReference(wkid: 3_857) : nil)
        }
        return FeatureSet(
            geometryType: type, spatialReference: .wgs84,
            fields: [
                Field("Name", .string, length: 500), Field("Attr_Time", .double),
                Field("TimeWindowStart", .date),
            ], features: features)
    }
}
