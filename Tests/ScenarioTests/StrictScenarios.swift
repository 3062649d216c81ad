// Unknown names: messages, or all errors at once if the request is strict.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StrictScenarios {
    private let sketch = NetworkSketch.street("ab", seconds: 10)

    /// A request as a form, with stops at both ends of the street.
    private func parameters(
        _ fields: [String: String], stopFields: String = ""
    ) throws -> RouteParameters {
        let rows = ["a", "b"].map { letter -> String in
            let place = sketch.place(Character(letter))
            return """
                {"geometry":{"x":\(place.x),"y":\(place.y)},"attributes":{\(stopFields)}}
                """
        }
        var fields = fields
        fields["stops"] = fields["stops"] ?? "{\"features\":[\(rows.joined(separator: ","))]}"
        return try RouteParameters(fields: fields)
    }

    private static let slips = [
        "returnStop": "true", "directionsLanguage": "tlh", "directionsStyleName": "NA Desktopp",
        "locateSettings": #"{"default":{"tolerence":50}}"#,
    ]

    @Test func `unknown names are reported with the nearest known one`() throws {
        let asked = try parameters(
            Self.slips, stopFields: #""Nmae":"A","Curb_Approach":1,"Attr_TravelTiem":3"#)
        let text = try NetworkLayer.sketched(sketch).solve(asked).messageText
        for words in [
            "\"returnStop\" is not known and was ignored; did you mean \"returnStops\"?",
            "the member \"tolerence\" is not known and was ignored; did you mean \"tolerance\"?",
            "the field \"Nmae\" is not known and was ignored; did you mean \"Name\"?",
            "the field \"Curb_Approach\" is not known and was ignored; did you mean "
                + "\"CurbApproach\"?",
            "the field \"Attr_TravelTiem\" is not known and was ignored; did you mean "
                + "\"Attr_TravelTime\"?",
            "not available in \"tlh\"", "no style \"NA Desktopp\"",
        ] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
    }

    @Test func `a field of Esri's tools is named with the one that is read`() throws {
        let asked = try parameters(
            [:],
            stopFields: #""AdditionalTime":5,"Scaled_Time_Factor":2,"ServiceTime":9,"Attr_Time":1"#)
        let text = try NetworkLayer.sketched(sketch).solve(asked).messageText
        for field in ["AdditionalTime", "Scaled_Time_Factor", "ServiceTime", "Attr_Time"] {
            let words =
                "\"\(field)\" is not known and was ignored; did you mean \"Attr_TravelTime\"?"
            #expect(text.contains(words), "\(words) in \(text)")
        }
    }

    @Test(arguments: [
        #""Customer":"A","Notes":"x","Zip":1"#,
        // Rows from a tool, which has fields for all that may be stated.
        #""AdditionalTime":null,"AdditionalDistance":0,"ScaledTimeFactor":1"#,
    ])
    func `fields of the caller's own, and empty ones, are not mistakes`(fields: String) throws {
        let asked = try parameters([:], stopFields: fields)
        #expect(try NetworkLayer.sketched(sketch).solve(asked).messages.isEmpty)
    }

    @Test(arguments: [
        #"{"x":1,"y":1,"spatialReference":{"wkid":4326}}"#, #"{"points":[[1,1],[2,2]]}"#,
        #"{"geometry":{"x":1,"y":1},"attributes":{"BarrierType":0}}"#, #"[{"x":1,"y":1}]"#,
    ])
    func `rows without a set around them have no unknown members`(barriers: String) throws {
        let asked = try parameters(["barriers": barriers, "strict": "true"])
        let messages = try NetworkLayer.sketched(sketch).solve(asked).messages
        #expect(!messages.contains { $0.text.contains("not known") }, "\(messages)")
    }

    @Test func `a strict request hears of everything at once`() throws {
        var fields = Self.slips
        fields["strict"] = "true"
        fields["impedanceAttributeName"] = "TravelTimes"
        fields["restrictionAttributeNames"] = "Oneway,Two lanes"
        fields["accumulateAttributeNames"] = "Lenght"
        fields["attributeParameterValues"] =
            #"[{"attributeName":"Oneway","parameterName":"Usage","value":"PROHIBITED"}]"#
        let error = try #require(try failure(from: .sketched(sketch), try parameters(fields)))
        #expect(error.code == 400)
        for word in [
            "returnStop", "tlh", "NA Desktopp", "tolerence", "TravelTimes", "Two lanes", "Lenght",
            "\"Usage\"",
        ] {
            #expect(error.text.contains(word), "\(word) in \(error.text)")
        }
        #expect(!error.text.contains("ignored"))
    }

    @Test func `a strict request without slips is answered`() throws {
        let asked = try parameters(["strict": "true", "directionsLanguage": "en-GB"])
        #expect(try failure(from: .sketched(sketch), asked) == nil)
    }

    @Test func `an unknown travel mode is listed with the rest`() throws {
        let asked = try parameters([
            "strict": "true", "travelMode": "Flying", "accumulateAttributeNames": "Lenght",
        ])
        let error = try #require(try failure(from: .sketched(sketch), asked))
        #expect(error.text.contains("\"Flying\""))
        #expect(error.text.contains("\"Lenght\""))
    }

    @Test func `a strict request is looked through however long it is`() throws {
        let rows = (0..<400).map { _ in #"{"geometry":{"x":0,"y":0},"attributes":{}}"# }
        let stops = "{\"feature_s\":[],\"features\":[\(rows.joined(separator: ","))]}"
        #expect(stops.utf8.count > 16 << 10)
        let error = try #require(
            try failure(
                from: .sketched(sketch), try parameters(["stops": stops, "strict": "true"])))
        #expect(error.text.contains("\"feature_s\""))
        let settings = "{\"default\":{\"tolerence\":50}\(String(repeating: " ", count: 20_000))}"
        #expect(try parameters(["locateSettings": settings]).notes.count == 1)
    }

    @Test func `members of a travel mode are checked`() throws {
        let mode = """
            {"name":"Car","impedanceAttributeName":"TravelTime","timeAttributeName":"TravelTime",
            "distanceAttributeName":"Length","restrictionAttributeName":["Oneway"]}
            """
        let text = try NetworkLayer.sketched(sketch).solve(parameters(["travelMode": mode]))
            .messageText
        #expect(text.contains("did you mean \"restrictionAttributeNames\"?"))
    }

    @Test func `an unknown unit is answered with the nearest`() throws {
        let error = #expect(throws: RouteRequestError.self) {
            _ = try parameters(["outputGeometryPrecisionUnits": "esriMeter"])
        }
        #expect(error?.text.contains("did you mean \"esriMeters\"?") == true)
    }
}
