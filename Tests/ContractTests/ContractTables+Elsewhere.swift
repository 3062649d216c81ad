// Contract rows without a golden file, and why.

extension ContractTables {
    /// For each row without a golden file, the test that shows it, or the reason why nothing can.
    ///
    /// A name in backticks must be a test's name.
    static let elsewhere: [String: String] = {
        var rows = [
            "Formats: html": "`the form offers every parameter with the layer's default`",
            "Formats: help":
                "`help leads to the page that explains, and never away from the server`",
            "Codes of errors: 504": "of web tiers that wait in front of a server",
            "Directory: info: soapUrl": noSOAP, "Directory: info: secureSoapUrl": noSOAP,
            "Directory: info: owningSystemUrl": "left out: no portal owns this server",
            "Layer resource: distanceUnits": "left out: of version 9.3",
            "Layer resource: useTimeAttribute": "left out: of version 9.3",
            "Layer resource: networkDataset.networkAttributes[].timeNeutralAttributeName":
                noTraffic,
            "Answer of a solve: checksum": "may be left out, and is",
            "Texts that clients look for: Cannot perform query. Invalid query parameters.":
                storedLayers,
        ]
        func add(_ section: String, _ names: [String], _ reason: String) {
            for name in names { rows["\(section): \(name)"] = reason }
        }
        add("directionLines, output", ["FromLevel", "ToLevel"], noFloors)
        add("events, output", ["ObjectID", "RouteID", "Leg", "Kind", "Street"], eventsShown)
        add("events, output", ["Meters", "Seconds"], eventsShown)
        add("events, output", ["Text", "FeedID", "LanesClosed"], feedEventsShown)
        add("spans, output", ["ObjectID", "RouteID", "Kind"], spansShown)
        add("spans, output", ["FromMeters", "ToMeters"], spansShown)
        add("directionPoints, output", ["Level"], noFloors)
        add(
            "Spatial relations", spatialRelations.filter { $0 != "esriSpatialRelContains" },
            storedLayers)
        add(
            "Network dataset, words",
            ["esriNADTInteger", "esriNADTFloat", "esriNAUTDescriptor", "esriNAUTHierarchy"],
            "the town's network has no such attribute")
        add(
            "Network dataset, words",
            [
                "Inches", "Feet", "Yards", "NauticalMiles", "Millimeters", "Centimeters",
                "DecimalDegrees", "Decimeters", "Seconds", "Hours", "Days",
            ].map { "esriNAU\($0)" }, "no cost of the town's network is in this unit")
        add(
            "Network dataset, words", ["esriNDSEmpty", "esriNDSUnbuilt"],
            "a network that is not built is not served")
        add(
            "Network dataset, words",
            ["esriNETTurn", "esriNSTJunctionFeature", "esriNSTTurnFeature"],
            "turns and junctions are no features of their own")
        add(
            "Types of messages",
            ["1 process definition", "2 process start", "3 process stop", "101 blank line"],
            "of traces of tools")
        rows["Types of messages: 200 abort"] = "a cancelled solve has no answer"
        rows["Request parameters: useTraffic"] =
            "`without a snapshot, or without traffic, nothing of it is in the answer`"
        rows["Request parameters: trafficSnapshot"] =
            "`a snapshot that a request names has the same answer after a newer one`"
        for section in [
            "routes, output", "legs, output", "solveClosestFacility, routes, output",
        ] {
            add(section, ["FreeFlow_<cost>", "Delay_<cost>"], delays)
        }
        add(
            "solveODCostMatrix, odLines, output", ["FreeFlow_<cost>", "Delay_<cost>"],
            "`lines of a matrix have what live speeds change, as routes have`")
        for (row, reason) in codesNotGiven + pointsNotGiven { rows[row] = reason }
        add(
            "Types of maneuvers",
            ["PedestrianRamp", "Elevator", "Escalator", "DoorPassage"].map { "esriDMT\($0)" },
            noFloors)
        add("Types of maneuvers", ["esriDMTUnknown", "esriDMTTripItem"], "every maneuver is known")
        return rows
    }()

    /// Error codes that no request causes.
    private static let codesNotGiven: [(row: String, reason: String)] = [
        ("-2147200723 too many facilities to find", "of closest facilities"),
        ("-2147200737 no traffic", "without a snapshot requests go without traffic"),
        ("-2147200747 a cost matrix over time zones", "of cost matrices"),
        ("-2147200955 a bad attribute parameter", "reported as -2147200910, of a bad value of one"),
        ("-2147200959 a bad last stop", "reported as what is wrong with the stop"),
        ("-2147200960 a bad first stop", "reported as what is wrong with the stop"),
        ("-2147200961 a negative start time", "times before 1970 are legal"),
        (
            "-2147200974 time windows on mixed dates",
            "windows may lie on any dates; one that is missed is Status 6"
        ),
        ("-2147200981 no path from first to last", noPath),
        ("-2147200991 no network dataset", "a server without its network does not start"),
        ("-2147200996 disconnected stops", noPath), ("-2147200997 isolated stops", noPath),
        (
            "-2147200999 an impedance that is no time",
            "a message instead: start times and windows are ignored"
        ),
        ("-2147201014 a stop not reached", noPath),
        ("-2147467259 unspecified", "every error says what it is"),
    ].map { (row: "Extended codes: \($0.0)", reason: $0.1) }

    private static let noPath = "reported as -2147200971, with the cause among its reasons"

    /// Direction point types that no route has.
    private static let pointsNotGiven: [(row: String, reason: String)] = [
        ("0 unknown", "every point is known"), ("1 header", "a route begins with its departure"),
        ("103 roundabout", "reported as 202 or 302, by the driving side"),
        ("104 U-turn", "reported as 203 or 303, by the driving side"), ("150 door", noFloors),
        ("152 elevator", noFloors), ("153 escalator", noFloors),
        ("154 pedestrian ramp", noFloors), ("400 up elevator", noFloors),
        ("401 up escalator", noFloors), ("402 up stairs", "given as 151: no heights are known"),
        ("500 down elevator", noFloors), ("501 down escalator", noFloors),
        ("502 down stairs", "given as 151: no heights are known"), ("1000 general event", noEvents),
        ("1001 landmark", noEvents), ("1002 time-zone change", "one zone for the whole network"),
        ("1003 traffic", noEvents), ("1004 scaled-cost barrier", noEvents),
        ("1005 boundary crossing", noEvents), ("1006 restriction violation", noEvents),
    ].map { (row: "Types of direction points: \($0.0)", reason: $0.1) }

    private static let delays =
        "`a jam lengthens the time, and the row says what it would be without`"
    private static let feedEventsShown =
        "`what a feed states is an event if it holds when the route is there`"
    private static let eventsShown =
        "`events are those of the direction, in order, with meters and seconds`"
    private static let spansShown = "`neighboring edges that use the same thing are one span`"
    private static let noEvents = "no event becomes a point"

    private static let noSOAP = "left out: there is no SOAP service to name"
    private static let noTraffic = "live speeds are of a snapshot, not of an attribute"
    private static let noFloors = "never: the network has no floors"
    private static let storedLayers = "refused with every stored layer, which are not there yet"
}
