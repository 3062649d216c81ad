// Tests reading solve requests from form fields: accepted values, and refused ones.

import Geo
import RouteAPI
import Testing

struct FormTests {
    private func read(_ fields: KeyValuePairs<String, String>) throws(RouteRequestError)
        -> RouteParameters
    {
        try RouteParameters(form: FormParameters(fields.map { (name: $0.key, value: $0.value) }))
    }

    /// The first detail of a field's error, or `nil` if it is accepted.
    private func complaint(_ name: String, _ value: String) -> String? {
        do {
            try read([name: value]).analysis.requireRows()
            return nil
        } catch {
            return error.details.first
        }
    }

    @Test func `absent and empty fields take the defaults`() throws {
        #expect(try read([:]) == RouteParameters())
        #expect(
            try read([
                "stops": "", "barriers": " ", "travelMode": "null", "startTime": "null",
                "returnStops": "", "outSR": "", "locateSettings": "{}",
                "accumulateAttributeNames": "", "polygonBarriers": "null", "context": "{}",
            ]) == RouteParameters())
    }

    @Test(arguments: ["{}", #"{"features":[]}"#, "[]"])
    func `an input of nothing means none, which is not the default`(text: String) throws {
        let parameters = try read(["stops": text, "polygonBarriers": text])
        #expect(parameters.stops?.features.features == [])
        #expect(parameters.barriers.polygon?.features.features == [])
        #expect(parameters.barriers.point == nil)
    }

    @Test(arguments: [
        #"{"features":[{"geometry":{"x":7.1,"y":43}}]}"#, #"[[7.1,43]]"#, "7.1,43",
    ])
    func `a byte order mark before a value is skipped`(text: String) throws {
        #expect(try read(["stops": "\u{FEFF}" + text]) == read(["stops": text]))
        #expect(try read(["stops": " \u{FEFF} " + text]) == read(["stops": text]))
    }

    @Test func `reads locations in GeoJSON`() throws {
        let point = #"{"type":"Point","coordinates":[7.1,43]}"#
        let feature =
            #"{"type":"Feature","properties":{"Name":"A","Load":NaN},"geometry":\#(point)}"#
        for text in [
            #"{"type":"FeatureCollection","name":"day","features":[\#(feature)]}"#, feature,
            "[\(feature)]", #"{"features":[\#(feature)]}"#,
        ] {
            let set = try #require(try read(["stops": text]).stops).features
            #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 7.1, y: 43))])
            #expect(set.features[0].values == [.string("A"), .null])
        }
        #expect(try read(["stops": point]).stops?.features.features.count == 1)
        let error = #expect(throws: RouteRequestError.self) {
            try read(["polygonBarriers": feature])
        }
        #expect(error?.details.joined().contains("has a point; a polygon is needed") == true)
    }

    @Test func `reads locations in the simple syntax`() throws {
        let stops = try #require(try read(["stops": " 7.1 , 43 ;7.2,43.5,12; "]).stops)
        #expect(
            stops.features.features.map(\.geometry) == [
                .point(Coordinate(x: 7.1, y: 43)), .point(Coordinate(x: 7.2, y: 43.5)),
            ])
        #expect(stops.doNotLocateOnRestrictedElements)
        #expect(
            try read(["stops": "[[7.1,43],[7.2,43.5,12]]"]).stops?.features.features
                == stops.features.features)
    }

    @Test(arguments: [
        ("false", false), ("\"False\"", false), ("0", false), ("\"0\"", false), ("true", true),
        ("1", true), ("\"1\"", true),
    ])
    func `flags in JSON are words, numbers or texts`(sent: String, meant: Bool) throws {
        let request = try read([
            "stops": #"{"doNotLocateOnRestrictedElements":\#(sent),"features":[]}"#,
            "locateSettings":
                #"{"default":{"tolerance":"500","allowAutoRelocate":\#(sent)}}"#,
        ])
        #expect(request.stops?.doNotLocateOnRestrictedElements == meant)
        let settings = request.locations.locateSettings?.fallback
        #expect(settings?.allowAutoRelocate == meant && settings?.toleranceMeters == 500)
    }

    @Test func `reads features with their switch`() throws {
        let barriers = try #require(
            try read([
                "barriers":
                    #"{"type":"features","doNotLocateOnRestrictedElements":false,"features":"#
                    + #"[{"geometry":{"x":1,"y":2},"attributes":{"BarrierType":2}}]}"#
            ]).barriers.point)
        #expect(!barriers.doNotLocateOnRestrictedElements)
        #expect(
            barriers.features.value("barriertype", of: barriers.features.features[0]) == .integer(2)
        )
        let areas = try read([
            "polygonBarriers": #"{"features":[{"geometry":{"rings":[[[0,0],[1,0],[1,1]]]}}]}"#
        ]).barriers.polygon
        #expect(areas?.features.geometryType == .polygon)
    }

    @Test(arguments: ["true", "TRUE", "True", "1", " true "])
    func `reads true in every spelling`(text: String) throws {
        #expect(try read(["returnStops": text]).returnStops == true)
        #expect(try read(["RETURNSTOPS": text]).returnStops == true)
    }

    @Test func `reads lists, words and numbers`() throws {
        let parameters = try read([
            "accumulateAttributeNames": #"["Miles", "Kilo,meters"]"#,
            "restrictionAttributeNames": "Oneway , Avoid Toll Roads",
            "outputLines": "3", "restrictUTurns": "esrinfsbnobacktrack",
            "directionsLengthUnits": "esriNAUMiles", "outputGeometryPrecision": "1.5e1",
            "outputGeometryPrecisionUnits": "esriFeet", "geometryPrecision": "6",
            "startTime": "1700000000000.0", "returnQuanta": "true",
            "directionsOutputType": "esriDOTSummaryOnly",
        ])
        #expect(parameters.accumulateAttributeNames == ["Miles", "Kilo,meters"])
        #expect(parameters.restrictionAttributeNames == ["Oneway", "Avoid Toll Roads"])
        #expect(parameters.outputLines == .trueShapeWithMeasure)
        #expect(parameters.restrictUTurns == .noBacktrack)
        #expect(parameters.directionsLengthUnits == .miles)
        #expect(parameters.outputGeometryPrecision == 15)
        #expect(parameters.outputGeometryPrecisionUnits == .feet)
        #expect(parameters.geometryPrecision == 6)
        #expect(parameters.startTime == .milliseconds(1_700_000_000_000))
        #expect(parameters.returnQuanta == true)
        #expect(parameters.directionsOutputType == .summaryOnly)
        #expect(try read(["startTime": "NOW"]).startTime == .now)
        #expect(try read(["startTime": "1.7E12"]).startTime == .milliseconds(1_700_000_000_000))
    }

    @Test(arguments: ["null", "none", "None", "[]"])
    func `no restrictions can be asked for`(text: String) throws {
        #expect(try read(["restrictionAttributeNames": text]).restrictionAttributeNames == [])
    }

    @Test func `reads output systems`() throws {
        #expect(try read(["outSR": "102100"]).outSR == .webMercator)
        #expect(try read(["outSR": #"{"wkid":4326}"#]).outSR == .wgs84)
        #expect(
            try read(["outSR": #"PROJCS["x"]"#]).outSR == SpatialReference(wkt: #"PROJCS["x"]"#))
    }

    @Test func `reads the context that newer clients send`() throws {
        let context = try read([
            "context": #"{"extent":{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"spatialReference":"#
                + #"{"wkid":3857}},"outSR":{"wkid":4326}}"#
        ]).context
        #expect(
            context
                == MapContext(
                    extent: .init(
                        envelope: Envelope(minX: 1, minY: 2, maxX: 3, maxY: 4),
                        spatialReference: SpatialReference(wkid: 3_857)), outSR: .wgs84))
    }

    @Test func `reads travel modes by name and with their settings`() throws {
        #expect(try read(["travelMode": "Driving Time"]).travelMode == .named("Driving Time"))
        #expect(try read(["travel_mode": "1"]).travelMode == .named("1"))
        #expect(try read(["travelMode": #"{"itemId":"7"}"#]).travelMode == .named("7"))
        #expect(try read(["travelMode": #"{"name":"x"}"#]).travelMode == .named("x"))
        var both = TravelModeChanges()
        (both.id, both.name) = ("7", "x")
        #expect(try read(["travelMode": #"{"id":"7","name":"x"}"#]).travelMode == .changes(both))
        let json = #"""
            {"id":"1","name":"Van","type":"AUTOMOBILE","description":"d",
             "impedanceAttributeName":"TravelTime","timeAttributeName":"TravelTime",
             "distanceAttributeName":"Kilometers","restrictionAttributeNames":["Oneway"],
             "attributeParameterValues":[{"attributeName":"Oneway",
              "parameterName":"Restriction Usage","value":-1},
              {"attributeName":"H","parameterName":"Height","value":null}],
             "useHierarchy":true,"uturnAtJunctions":"esriNFSBNoBacktrack",
             "simplificationTolerance":5,"simplificationToleranceUnits":"esriFeet"}
            """#
        let mode = TravelMode(
            id: "1", name: "Van", type: "AUTOMOBILE", summary: "d",
            impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
            distanceAttributeName: "Kilometers", restrictionAttributeNames: ["Oneway"],
            attributeParameterValues: [
                AttributeParameterValue(
                    attributeName: "Oneway", parameterName: "Restriction Usage", value: "-1")
            ], useHierarchy: true, uTurnPolicy: .noBacktrack, simplificationTolerance: 5,
            simplificationToleranceUnits: .feet)
        #expect(try read(["travelMode": json]).travelMode == .settings(mode))
        #expect(
            try read(["travel_mode": JSONValue.string(json).text]).travelMode == .settings(mode))
    }

    @Test func `reads a part of a travel mode as changes of the mode of that name`() throws {
        let part = try read([
            "travelMode": #"{"name":"Van","uturnAtJunctions":"esriNFSBNoBacktrack"}"#
        ]).travelMode
        var changes = TravelModeChanges()
        changes.name = "Van"
        changes.uTurnPolicy = .noBacktrack
        #expect(part == .changes(changes))
        let error = #expect(throws: RouteRequestError.self) {
            _ = try read(["travelMode": #"{"uturnAtJunctions":"esriNFSBNoBacktrack"}"#])
        }
        #expect(error?.details.first?.contains("has no impedanceAttributeName") == true)
    }

    @Test(arguments: [
        ("outputGeometryPrecisionUnits", "esriUnknownUnits"),
        ("directionsLengthUnits", "esriNAUUnknown"),
        ("directionsLengthUnits", "ESRINAUUNKNOWN"),
        (
            "locateSettings",
            #"{"default":{"tolerance":5,"toleranceUnits":"esriUnknownUnits"}}"#
        ),
        ("travelMode", #"{"name":"Van","simplificationToleranceUnits":"esriUnknownUnits"}"#),
    ])
    func `an unknown unit falls back with a note`(
        name: String, value: String
    ) throws {
        let asked = try RouteParameters(fields: [name: value])
        #expect(asked.outputGeometryPrecisionUnits == nil)
        #expect(asked.directionsLengthUnits == nil)
        #expect(asked.locateSettings.map { $0.fallback?.toleranceMeters == 5 } ?? true)
        #expect(asked.notes.map(\.parameter) == [name])
        #expect(asked.notes.first?.text.contains("is not a unit and was ignored") == true)
    }

    @Test func `locate settings for all inputs need no default around them`() throws {
        for bare in [
            #"{"sources":[{"name":"Streets"}],"overrides":{"stops":{"tolerance":5}}}"#,
            #"{"default":{"sources":[{"name":"Streets"}]},"overrides":{"stops":{"tolerance":5}}}"#,
        ] {
            let asked = try read(["locateSettings": bare])
            #expect(asked.locateSettings?.fallback?.sources == [LocateSource(name: "Streets")])
            #expect(asked.locateSettings?.stops?.toleranceMeters == 5)
            #expect(asked.notes.isEmpty)
        }
    }

    @Test func `refuses an unknown unit even where no tolerance is given`() throws {
        let error = #expect(throws: RouteRequestError.self) {
            _ = try read(["locateSettings": #"{"default":{"toleranceUnits":"esriMeter"}}"#])
        }
        #expect(error?.details.first?.contains(#"did you mean "esriMeters"?"#) == true)
    }

    @Test func `reads locate settings in meters, completed from what is more general`() throws {
        let settings = try #require(
            try read([
                "locateSettings":
                    #"{"default":{"tolerance":2,"toleranceUnits":"esriKilometers"},"overrides":"#
                    + #"{"Stops":{"allowAutoRelocate":false},"point_barriers":{"tolerance":5}}}"#
            ]).locateSettings)
        #expect(settings.fallback == LocateSettings(toleranceMeters: 2_000))
        #expect(
            settings.stops == LocateSettings(toleranceMeters: 2_000, allowAutoRelocate: false))
        #expect(settings.barriers.point == LocateSettings(toleranceMeters: 5_000))
        #expect(settings.barriers.line == nil)
    }

    @Test(arguments: ["line_barriers", "polylineBarriers"])
    func `reads locate settings with their sources, for every input`(name: String) throws {
        let settings = try #require(
            try read([
                "locateSettings":
                    #"{"default":{"sources":[{"name":"Streets","where":" LANES > 1 "},"#
                    + #"{"name":"Ferries","where":null}]},"overrides":{"\#(name)":{"tolerance":1,"#
                    + #""sources":[]},"polygon_barriers":{}}}"#
            ]).locateSettings)
        let sources = [
            LocateSource(name: "Streets", condition: "LANES > 1"), LocateSource(name: "Ferries"),
        ]
        #expect(settings.fallback?.sources == sources)
        #expect(settings.barriers.line == LocateSettings(toleranceMeters: 1, sources: []))
        #expect(settings.barriers.polygon?.sources == sources)
    }

    @Test(arguments: [
        ("returnStops", "yes", #"is "yes"; true or false is needed"#),
        ("outputGeometryPrecision", "-1", "is -1.0; 0 or a positive number is needed"),
        ("outputGeometryPrecision", "nan", #"is "nan"; a finite number is needed"#),
        ("geometryPrecision", "1.5", "is 1.5; a whole number of decimals from 0 to 100 is needed"),
        (
            "startTime", "2026-03-02T09:30:00Z",
            #"is "2026-03-02T09:30:00Z", a time with a zone; send startTimeIsUTC=true beside it, "#
                + "or a local time without a zone"
        ),
        ("outputGeometryPrecision", "0XA", #"is "0XA"; a finite number is needed"#),
        (
            "startTime", "1e18",
            #"is "1e18"; a time between the years 1900 and 9999 is needed, in milliseconds "#
                + #"since 1970"#
        ),
        (
            "restrictUTurns", "never",
            #"is "never"; one of esriNFSBAllowBacktrack, esriNFSBAtDeadEndsAndIntersections, "#
                + "esriNFSBAtDeadEndsOnly, esriNFSBNoBacktrack is needed"
        ),
        (
            "outputLines", "7",
            #"is "7"; one of esriNAOutputLineNone, esriNAOutputLineStraight, "#
                + "esriNAOutputLineTrueShape, esriNAOutputLineTrueShapeWithMeasure is needed"
        ),
        (
            "outSR", "banana",
            #"spatialReference is "banana"; a positive whole number such as 4326 is needed"#
        ),
        ("accumulateAttributeNames", "[1]", "has 1 in its list; only strings are accepted"),
        (
            "attributeParameterValues", "[{}]",
            "attribute parameter 1 is {}; an object with attributeName, parameterName and "
                + "value is needed"
        ),
        (
            "travelMode", #"{"impedanceAttributeName":"T"}"#,
            "has no timeAttributeName or distanceAttributeName; each needs the name of a cost "
                + "attribute"
        ),
        (
            "travelMode", "{",
            "is not valid JSON at line 1, column 2: expected a name in quotes, found the end of "
                + "the text"
        ),
        ("locateSettings", "[]", "is []; an object is needed"),
        (
            "locateSettings", #"{"default":{"tolerance":-1}}"#,
            "has the tolerance -1; 0 or a positive number is needed"
        ),
        (
            "locateSettings",
            #"{"default":{"tolerance":1e308,"toleranceUnits":"esriKilometers"}}"#,
            "has the tolerance 1e+308; 0 or a positive number is needed, finite in meters"
        ),
        (
            "stops", "7,43;Nice",
            #"location 2 is "Nice"; longitude and latitude are needed, such as "#
                + #"7.4189,43.7311, or features as JSON"#
        ),
        (
            "stops", #"{"features":[{"geometry":{"x":1}}]}"#,
            "feature 1: geometry.y is missing; a finite number is needed"
        ),
        (
            "barriers", #"{"url":"http://10.0.0.1/"}"#,
            "asks to fetch features from a url, which this service does not do; fetch them and "
                + "send "
                + #"them as {"features":[…]}"#
        ),
        (
            "stops", #"{"url":"https://gis.example.com/0/query","where":"parcels > 3"}"#,
            "has where beside url, where it selects nothing; write it into the URL, such as "
                + "https://HOST/…/FeatureServer/0/query?where=parcels%3E3&outFields=*&f=json"
        ),
        (
            "polygonBarriers", "1,2",
            #"is "1,2"; features as JSON are needed, such as "#
                + #"{"features":[{"geometry":{…},"attributes":{…}}]}"#
        ),
        (
            "stops", "43.7,117.4;43.8,7.5",
            "feature 1 has longitude 43.7 and latitude 117.4, which are not degrees on Earth; "
                + "are they "
                + "swapped? Longitude comes first."
        ),
        (
            "stops", "826000,5423000",
            "feature 1 has longitude 826000.0 and latitude 5423000.0, which are not degrees on "
                + "Earth; if "
                + #"they are in another system, name it, such as "#
                + #""spatialReference":{"wkid":102100}."#
        ),
    ])
    func `says what was found and what is accepted`(name: String, value: String, reason: String) {
        #expect(complaint(name, value) == "Parameter \"\(name)\": \(reason)")
    }

    @Test func `inputs are read as what they are, and written as they were`() throws {
        let layer = #"{"type":"layer","layerName":"Deliveries","where":"Status = 'open'"}"#
        let url = #"{"url":"https://gis.example.com/0","doNotLocateOnRestrictedElements":false}"#
        let request = try read(["stops": layer, "barriers": url, "polygonBarriers": "{}"])
        guard case .layer(let query) = request.stops?.source else {
            Issue.record("the stops are no rows of a layer")
            return
        }
        #expect(query.layerName == "Deliveries")
        #expect(query.definition.value(ignoringCase: "WHERE")?.string == "Status = 'open'")
        #expect(
            request.barriers.point
                == LocationInput(
                    source: .url(FeatureURL("https://gis.example.com/0")),
                    doNotLocateOnRestrictedElements: false))
        #expect(request.barriers.polygon == LocationInput(source: .none))
        #expect(request.analysis.references == ["stops", "barriers"])
        let fields = request.formFields
        #expect(fields["stops"] == layer)
        #expect(fields["barriers"] == url)
        #expect(fields["polygonBarriers"] == "{}")
    }

    @Test func `a stored layer that does not exist is reported as clients know it`() {
        let error = #expect(throws: RouteRequestError.self) {
            try read(["stops": #"{"type":"layer","layerName":"Deliveries"}"#]).analysis
                .requireRows()
        }
        #expect(error?.details.first == "The table was not found. [Deliveries].")
        #expect(error?.details.last?.contains("Parameter \"stops\"") == true)
    }

    @Test func `errors carry the codes that clients know`() throws {
        func code(_ name: String, _ value: String) -> Int? {
            do {
                _ = try read([name: value])
                return nil
            } catch {
                return error.extendedCode?.rawValue
            }
        }
        #expect(code("outputLines", "x") == -2_147_200_914)
        #expect(code("directionsLengthUnits", "esriNAUHours") == -2_147_200_912)
        #expect(code("startTime", "-1e16") == -2_147_200_753)
        #expect(code("useHierarchy", "x") == -2_147_200_939)
    }

    @Test func `notes unknown names with what they resemble`() throws {
        let notes = try read([
            "f": "json", "token": "x", "callback": "y", "returnZ": "true", "overrides": "{}",
            "returnDirection": "true", "stpos": "1,2", "color": "red", "STOPS": "1,2",
            "returnTraversedEdges": "true", "travel_mode": "1",
        ]).notes
        #expect(notes.map(\.parameter) == ["returnDirection", "stpos", "color"])
        #expect(
            notes.map(\.text) == [
                #"Parameter "returnDirection" is not known and was ignored; did you mean "#
                    + #""returnDirections"?"#,
                #"Parameter "stpos" is not known and was ignored; did you mean "stops"?"#,
                #"Parameter "color" is not known and was ignored."#,
            ])
    }

    @Test func `notes on members name the parameter that they are in`() throws {
        let settings = #"{"default":{"tolerence":5},"extra":1}"#
        let notes = try read(["locateSettings": settings, "color": "red"]).notes
        #expect(notes.map(\.parameter) == ["color", "locateSettings", "locateSettings"])
        #expect(notes.last?.text.contains(#"did you mean "tolerance"?"#) == true)
        let error = #expect(throws: RouteRequestError.self) {
            _ = try read(["locateSettings": settings, "outSR": "odd", "strict": "true"])
        }
        #expect(
            Set(error?.faults.map(\.parameter) ?? []) == ["outSR", "locateSettings"])
        #expect(error?.details.allSatisfy { !$0.contains("ignored") } == true)
    }

    @Test func `the last of repeated names counts, and the exact name before another case`() throws
    {
        #expect(try read(["returnStops": "true", "returnStops": "false"]).returnStops == false)
        #expect(try read(["returnStops": "true", "RETURNSTOPS": "false"]).returnStops == true)
    }

    @Test func `reads what the Python client sends`() throws {
        let parameters = try read([
            "f": "json", "stops": "-118.2,34.0;-118.3,34.1", "returnDirections": "true",
            "returnRoutes": "true", "returnStops": "false", "returnBarriers": "false",
            "returnPolylineBarriers": "false", "returnPolygonBarriers": "false",
            "ignoreInvalidLocations": "true", "findBestSequence": "false",
            "preserveFirstStop": "true",
            "preserveLastStop": "true", "useTimeWindows": "false", "timeWindowsAreUTC": "false",
            "startTimeIsUTC": "false", "useHierarchy": "true",
            "directionsOutputType": "esriDOTInstructionsOnly", "returnZ": "false",
            "preserveObjectID": "false", "returnEmptyResults": "false",
        ])
        #expect(parameters.stops?.features.features.count == 2)
        #expect(parameters.directionsOutputType == .instructionsOnly)
        #expect(parameters.notes == [])
    }

    @Test func `refuses what is too large`() {
        let limits = FeatureLimits(maximumFeatures: 2)
        for value in ["1,2;1,2;1,2", #"{"features":[{},{},{}]}"#] {
            #expect(throws: RouteRequestError.self) {
                try RouteParameters(fields: ["stops": value], limits: limits)
            }
        }
        #expect(complaint("travelMode", String(repeating: "x", count: 300_000)) != nil)
        #expect(complaint("stops", String(repeating: "[", count: 1_000_000)) != nil)
        #expect(complaint("stops", String(repeating: "9", count: 10_000_000)) != nil)
        #expect(
            complaint("restrictionAttributeNames", String(repeating: "a,", count: 5_000)) != nil)
    }
}
