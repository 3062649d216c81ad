// Matrices and closest facilities on drawings.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct PairScenarios {
    /// A street with a one-way shortcut back, and an island.
    private let sketch = NetworkSketch(
        """
        a---b---c---d   x---y
        """
    ) {
        $0.road("abcd", seconds: 60)
        $0.road("xy", seconds: 60)
    }

    /// Solves a matrix between letters.
    private func matrix(
        _ origins: String, _ destinations: String,
        _ change: (inout ODCostMatrixParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try NetworkLayer.sketched(sketch).solve(request(origins, destinations, change))
    }

    /// A request for a matrix between letters whose locations do not move.
    private func request(
        _ origins: String, _ destinations: String,
        _ change: (inout ODCostMatrixParameters) -> Void = { _ in }
    ) -> ODCostMatrixParameters {
        var parameters = ODCostMatrixParameters(
            from: sketch.named(origins), to: sketch.named(destinations))
        parameters.keepInPlace()
        change(&parameters)
        return parameters
    }

    /// Each row as text: its fields, separated by spaces.
    private func texts(_ set: FeatureSet?, _ fields: String...) throws -> [String] {
        let set = try #require(set)
        return set.features.map { feature in
            let words = fields.map { name in
                switch set.value(name, of: feature) {
                case .string(let text): text
                case .integer(let number): "\(number)"
                case .double(let number): "\(number)"
                default: "-"
                }
            }
            return words.joined(separator: " ")
        }
    }

    /// Each line as text: origin, destination, rank, minutes.
    private func lines(_ result: AnalysisResult) throws -> [String] {
        try texts(result[table: "odLines"], "Name", "DestinationRank", "Total_TravelTime")
    }

    @Test func `a matrix lists the destinations of each origin, nearest first`() throws {
        let result = try matrix("ad", "bc")
        #expect(try lines(result) == ["a - b 1 1.0", "a - c 2 2.0", "d - c 1 1.0", "d - b 2 2.0"])
        #expect(result[table: "odLines"]?.features.allSatisfy { $0.geometry == nil } == true)
        #expect(result.messages.isEmpty)
        #expect(result[table: "origins"] == nil)
    }

    @Test func `cutoffs and counts leave destinations out, those of an origin first`() throws {
        #expect(try lines(matrix("a", "bcd") { $0.defaultCutoff = 2 }).count == 2)
        #expect(
            try lines(matrix("a", "dcb") { $0.defaultTargetDestinationCount = 1 })
                == ["a - b 1 1.0"])
        let own = try matrix("a", "bcd") {
            $0.defaultCutoff = 1
            $0.origins = sketch.named("a", ["Cutoff_TravelTime": .double(2)])
        }
        #expect(try lines(own).count == 2)
        let count = try matrix("a", "bcd") {
            $0.defaultTargetDestinationCount = 1
            $0.origins = sketch.named("a", ["TargetDestinationCount": .integer(2)])
        }
        #expect(try lines(count).count == 2)
        // Data frames fill in zeros.
        let zeros = try matrix("a", "bcd") {
            $0.origins = sketch.named(
                "a", ["TargetDestinationCount": .integer(0), "Cutoff_TravelTime": .double(0)])
        }
        #expect(try lines(zeros).count == 3)
    }

    /// What the rows of another analysis may have left in a table: wrong as values of stops.
    @Test(arguments: [
        ["Sequence": AttributeValue.integer(1)], ["Sequence": .integer(0)],
        ["After": .string("nobody")], ["RouteName": .string("Monday")],
        ["LocationType": .integer(9)], ["TimeWindowStart": .string("soon")],
        ["MaxViolationTime": .double(-1)], ["Attr_TravelTime": .string("long")],
    ])
    func `fields that locations do not have mean nothing in their rows`(
        row: [String: AttributeValue]
    ) throws {
        let result = try matrix("ad", "bcx") {
            $0.origins = sketch.named("ad", row)
            $0.destinations = sketch.named("bcx", row)
        }
        let plain = try matrix("ad", "bcx")
        #expect(try lines(result) == lines(plain))
        #expect(result.messages == plain.messages)
        #expect(!plain.reasons.isEmpty && result.reasons == plain.reasons)
        guard row["Attr_TravelTime"] == nil else { return }
        let nearest = try facilities("ad", "bcx") {
            $0.incidents = sketch.named("ad", row)
            $0.facilities = sketch.named("bcx", row)
        }
        let other = try facilities("ad", "bcx")
        #expect(try routes(nearest) == routes(other))
        #expect(nearest.messages == other.messages)
    }

    @Test func `locations with nothing within their cutoff are said`() throws {
        let matrix = try matrix("ad", "b") { $0.defaultCutoff = 1 }
        #expect(try lines(matrix) == ["a - b 1 1.0"])
        #expect(
            matrix.messages == [
                Message(.warning, "No destination is within the cutoff of \"d\".")
            ])
        func text(_ direction: TravelDirection) throws -> String {
            try facilities("ad", "b") {
                $0.defaultCutoff = 1
                $0.travelDirection = direction
            }.messageText
        }
        #expect(try text(.toFacility) == "No facility is within the cutoff of \"d\".")
        #expect(try text(.fromFacility) == "No facility reaches \"d\" within its cutoff.")
    }

    @Test func `a sparse matrix has costs by ids`() throws {
        let result = try matrix("ad", "bc") {
            $0.outputType = .sparseMatrix
            $0.accumulateAttributeNames = ["Length"]
        }
        let found = try #require(result.costMatrix)
        #expect(Set(found.costAttributeNames) == ["TravelTime", "Length"])
        let minutes = try #require(found.costAttributeNames.firstIndex(of: "TravelTime"))
        #expect(found[from: 1, to: 2]?[minutes] == 2)
        #expect(found[from: 2, to: 2]?[minutes] == 1)
        #expect(result[table: "odLines"] == nil)
        let text = String(decoding: AnalysisResultWriter.json(result), as: UTF8.self)
        #expect(text.contains(#""odCostMatrix":{"costAttributeNames":["#))
    }

    @Test func `a matrix is keyed by the ids of its inputs`() throws {
        func ids(_ change: (inout ODCostMatrixParameters) -> Void = { _ in }) throws -> CostMatrix {
            let result = try matrix("a", "b") {
                $0.origins = sketch.named("a", ["ObjectID": .integer(7)])
                $0.destinations = sketch.named("b", ["ObjectID": .integer(9)])
                $0.outputType = .sparseMatrix
                change(&$0)
            }
            return try #require(result.costMatrix)
        }
        #expect(try ids()[from: 7, to: 9] != nil)
        #expect(try ids { $0.preserveObjectID = false }[from: 1, to: 1] != nil)
    }

    @Test func `a pair is explained though both of its ends have the same id`() throws {
        let result = try matrix("a", "x") {
            $0.origins = sketch.named("a", ["ObjectID": .integer(1)])
            $0.destinations = sketch.named("x", ["ObjectID": .integer(1)])
        }
        #expect(try lines(result).isEmpty)
        #expect(result.reasons.map(\.cause) == [.otherComponent])
    }

    @Test func `straight lines join the places on the network`() throws {
        let result = try matrix("a", "c") { $0.outputType = .straightLines }
        let line = try #require(result[table: "odLines"]?.features.first)
        guard case .polyline(let paths, _)? = line.geometry else {
            Issue.record("no line")
            return
        }
        #expect(paths == [sketch.places("ac")])
    }

    @Test func `a pair without a path is absent, and the answer says why`() throws {
        let result = try matrix("a", "bx") {
            $0.returnDestinations = true
            $0.returnOrigins = true
        }
        #expect(try lines(result) == ["a - b 1 1.0"])
        let message = try #require(result.messages.first)
        #expect(message.text.hasPrefix("There is no path from \"a\" to \"x\"."))
        #expect(result.reasons.map(\.cause) == [.otherComponent])
        #expect(result.reasons.first?.stop.input == "destinations")
        #expect(result.reasons.first?.stop.row == 1)
        #expect(result.reasons.first?.from?.input == "origins")
        let destinations = try #require(result[table: "destinations"])
        let statuses = destinations.column("Status")
        #expect(statuses == [.integer(0), .integer(5)])
    }

    @Test func `a location without a street is left out, or refused`() throws {
        let far = LocationInput.places([sketch.place("b"), Coordinate(x: 150, y: 60)])
        let result = try matrix("a", "b") { $0.destinations = far }
        #expect(try lines(result).count == 1)
        #expect(result.messages.first?.text.contains("in \"Destinations\"") == true)
        let error = #expect(throws: RouteRequestError.self) {
            try matrix("a", "b") {
                $0.destinations = far
                $0.ignoreInvalidLocations = false
            }
        }
        #expect(error?.identifier == .notLocated)
        let none = #expect(throws: RouteRequestError.self) {
            try matrix("a", "b") { $0.destinations = nil }
        }
        #expect(none?.details.last?.contains("Parameter \"destinations\" has 0") == true)
    }

    @Test func `more pairs than the service allows are refused with the limit`() throws {
        let layer = try layer(sketch) { $0.limits.maximumPairs = 3 }
        var parameters = ODCostMatrixParameters(from: sketch.named("ab"), to: sketch.named("cd"))
        let error = #expect(throws: RouteRequestError.self) { try layer.solve(parameters) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.details.first?.contains("4 pairs") == true)
        #expect(error?.details.first?.contains("maximumPairs") == true)
        // With these two destinations one origin makes two pairs, two make four.
        #expect(error?.details.first?.hasSuffix("Ask for at most 1 origin at once.") == true)
        parameters.origins = sketch.named("a")
        parameters.destinations = sketch.named("abcd")
        let wide = #expect(throws: RouteRequestError.self) { try layer.solve(parameters) }
        #expect(wide?.details.first?.hasSuffix("at most 3 destinations at once.") == true)
    }

    /// Solves the closest facilities at letters, with routes.
    private func facilities(
        _ incidents: String, _ facilities: String,
        _ change: (inout ClosestFacilityParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        var parameters = ClosestFacilityParameters(
            from: sketch.named(incidents), to: sketch.named(facilities))
        parameters.returnCFRoutes = true
        parameters.keepInPlace()
        change(&parameters)
        return try NetworkLayer.sketched(sketch).solve(parameters)
    }

    /// Each route as text: name, rank, minutes.
    private func routes(_ result: AnalysisResult) throws -> [String] {
        try texts(result.routes, "Name", "FacilityRank", "Total_TravelTime")
    }

    @Test func `the closest facility of each incident has a route with directions`() throws {
        let result = try facilities("ac", "bd") {
            $0.returnDirections = true
            $0.returnFacilities = true
            $0.returnIncidents = true
        }
        #expect(try routes(result) == ["a - b 1 1.0", "c - b 1 1.0"])
        #expect(result.directions?.count == 2)
        #expect(result.directions?.first?.routeName == "a - b")
        #expect(result.directions?.map(\.incidentID) == [1, 2])
        #expect(result.directions?.map(\.facilityID) == [1, 1])
        #expect(result[table: "facilities"]?.features.count == 2)
        #expect(result[table: "incidents"]?.features.count == 2)
        #expect(result.routes?.features.allSatisfy { $0.geometry != nil } == true)
    }

    @Test func `counts, cutoffs and the direction decide which and how`() throws {
        #expect(
            try routes(facilities("a", "bcd") { $0.defaultTargetFacilityCount = 2 })
                == ["a - b 1 1.0", "a - c 2 2.0"])
        #expect(
            try routes(
                facilities("a", "bcd") {
                    $0.defaultTargetFacilityCount = 3
                    $0.defaultCutoff = 2
                }
            ).count == 2)
        #expect(
            try routes(facilities("a", "b") { $0.travelDirection = .fromFacility })
                == ["b - a 1 1.0"])
    }

    @Test func `costs of the visits themselves count in totals and in ranks`() throws {
        let result = try facilities("a", "bc") {
            $0.facilities = .places(
                sketch.places("bc"),
                attributes: [
                    ["Name": .string("b"), "Attr_TravelTime": .double(5)],
                    ["Name": .string("c")],
                ])
            $0.defaultTargetFacilityCount = 2
        }
        #expect(try routes(result) == ["a - c 1 2.0", "a - b 2 6.0"])
    }

    @Test func `routes start or end at the time of day`() throws {
        let noon: Int64 = 1_700_049_600_000
        for (usage, start) in [(TimeOfDayUsage.startTime, noon), (.endTime, noon - 120_000)] {
            let result = try facilities("a", "c") {
                $0.depart(at: noon)
                $0.timeOfDayUsage = usage
            }
            let set = try #require(result.routes)
            let route = try #require(set.features.first)
            #expect(set.value("StartTimeUTC", of: route) == .date(start))
            #expect(set.value("EndTimeUTC", of: route) == .date(start + 120_000))
        }
    }

    @Test func `barriers count in matrices and for facilities`() throws {
        let across = sketch.across("b", "c", at: 0.5)
        let result = try matrix("a", "bd") { $0.barLines([across]) }
        #expect(try lines(result) == ["a - b 1 1.0"])
        #expect(result.reasons.map(\.cause) == [.cutOffByBarriers])
        let found = try facilities("d", "ac") { $0.barLines([across]) }
        #expect(try routes(found) == ["d - c 1 1.0"])
    }

    @Test func `a request that fails may be answered with empty sets`() throws {
        let result = try matrix("a", "b") {
            $0.destinations = nil
            $0.returnEmptyResults = true
            $0.returnOrigins = true
        }
        #expect(result.messages.first?.type == .error)
        #expect(result[table: "odLines"]?.features.isEmpty == true)
        #expect(result[table: "origins"]?.features.isEmpty == true)
    }

    @Test func `a request may only be checked`() throws {
        let result = try matrix("a", "bc") { $0.validate = true }
        #expect(result[table: "odLines"] == nil)
        #expect(result[table: "destinations"]?.features.count == 2)
        #expect(result.limits?.first?.name == "maximumPairs")
        #expect(result.limits?.first?.found == 2)
        #expect(result.effectiveParameters?.contains { $0.name == "outputType" } == true)
    }

    @Test func `the cutoff of a facility counts where routes begin there`() throws {
        func routeCount(_ direction: TravelDirection) throws -> Int {
            try routes(
                facilities("a", "bd") {
                    $0.facilities = sketch.named("bd", ["Cutoff_TravelTime": .double(1)])
                    $0.defaultTargetFacilityCount = 2
                    $0.travelDirection = direction
                }
            ).count
        }
        #expect(try routeCount(.toFacility) == 2)
        #expect(try routeCount(.fromFacility) == 1)
    }

    @Test func `ids of the inputs are kept unless they are all alike`() throws {
        let ids = try matrix("a", "bc") {
            $0.origins = sketch.named("a", ["ObjectID": .integer(7)])
        }
        let lines = try #require(ids[table: "odLines"])
        #expect(lines.features.allSatisfy { lines.value("OriginID", of: $0) == .integer(7) })
        let zeros = try matrix("a", "bc") {
            $0.destinations = sketch.named("bc", ["ObjectID": .integer(0)])
        }
        let rows = try #require(zeros[table: "odLines"])
        #expect(rows.column("DestinationID") == [.integer(1), .integer(2)])
    }

    @Test func `locations on islands move to the mainland where they may`() throws {
        func move(_ analysis: inout AnalysisParameters) {
            analysis.locations.locateSettings = LocateSettingsByInput(
                fallback: LocateSettings(toleranceMeters: 5_000))
        }
        let result = try matrix("a", "bx") {
            move(&$0.analysis)
            $0.returnDestinations = true
        }
        #expect(try lines(result).count == 2)
        #expect(result.reasons.isEmpty)
        let rows = try #require(result[table: "destinations"])
        #expect(rows.column("Status") == [.integer(0), .integer(7)])
        for direction in TravelDirection.allCases {
            let found = try facilities("a", "x") {
                move(&$0.analysis)
                $0.travelDirection = direction
            }
            #expect(try routes(found).count == 1)
        }
    }
}
