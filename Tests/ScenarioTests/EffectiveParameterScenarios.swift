// Which values an answer was computed with, and where they came from.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct EffectiveParameterScenarios {
    private let sketch = NetworkSketch.street("ab", seconds: 10)

    /// A solve that explains its parameters.
    private func solve(_ change: (inout RouteParameters) -> Void) throws -> AnalysisResult {
        try answer(sketch, "ab") {
            $0.explainParameters = true
            change(&$0)
        }
    }

    /// An effective parameter by name.
    private func value(
        _ name: String, of result: AnalysisResult
    ) throws -> EffectiveParameter {
        try #require(result.effectiveParameters?.first { $0.name == name })
    }

    private var car: TravelMode {
        TravelMode(
            id: "1", name: "Car", type: "AUTOMOBILE", impedanceAttributeName: "TravelTime",
            timeAttributeName: "TravelTime", distanceAttributeName: "Length",
            restrictionAttributeNames: ["Driving an Automobile"], uTurnPolicy: .allowBacktrack,
            simplificationTolerance: 2, simplificationToleranceUnits: .feet)
    }

    @Test func `they are returned only on request`() throws {
        #expect(try solve { $0.explainParameters = nil }.effectiveParameters == nil)
    }

    @Test func `a value of the request, of the layer, and of every layer`() throws {
        let result = try solve { $0.accumulateAttributeNames = ["Length", "Miles"] }
        let accumulated = try value("accumulateAttributeNames", of: result)
        #expect(accumulated.value == ["Length", "Miles"])
        #expect(accumulated.origin == .request)
        let impedance = try value("impedanceAttributeName", of: result)
        #expect(impedance.value == "TravelTime")
        #expect(impedance.origin == .layer)
        let routes = try value("returnRoutes", of: result)
        #expect(routes.value == true)
        #expect(routes.origin == .default)
        #expect(try value("startTime", of: result).value == .null)
    }

    @Test(arguments: [nil, false, true])
    func `now is an instant whatever the request says`(said: Bool?) throws {
        let result = try solve {
            $0.startTime = .now
            $0.startTimeIsUTC = said
        }
        let isUTC = try value("startTimeIsUTC", of: result)
        #expect(isUTC.value == true)
        #expect(isUTC.origin == (said == true ? .request : .default))
        #expect(isUTC.ignored == (said == false ? false : nil))
    }

    @Test func `a travel mode is found by its name in any case`() throws {
        let layer = try layer(sketch) { $0.travelModes = [car] }
        for name in ["1", "Car", "cAR"] {
            let result = try answer(from: layer, sketch.places("ab")) {
                $0.explainParameters = true
                $0.travelMode = .named(name)
            }
            #expect(try value("impedanceAttributeName", of: result).origin == .travelMode)
        }
    }

    @Test func `what a travel mode overrides and what it does not`() throws {
        let result = try solve {
            $0.travelMode = .settings(car)
            $0.impedanceAttributeName = "Length"
            $0.restrictUTurns = .noBacktrack
            $0.accumulateAttributeNames = ["Miles"]
            $0.directionsTimeAttributeName = "WalkTime"
        }
        let impedance = try value("impedanceAttributeName", of: result)
        #expect(impedance.value == "TravelTime")
        #expect(impedance.origin == .travelMode)
        #expect(impedance.ignored == "Length")
        #expect(try value("restrictUTurns", of: result).value == "esriNFSBAllowBacktrack")
        let restrictions = try value("restrictionAttributeNames", of: result)
        #expect(restrictions.value == ["Driving an Automobile"])
        #expect(restrictions.ignored == nil)
        #expect(try value("outputGeometryPrecision", of: result).value == 2)
        #expect(try value("outputGeometryPrecisionUnits", of: result).value == "esriFeet")
        #expect(try value("accumulateAttributeNames", of: result).origin == .request)
        #expect(try value("directionsTimeAttributeName", of: result).value == "WalkTime")
        #expect(
            result.messageText.contains(
                "\"impedanceAttributeName\" was ignored because travelMode states it"))
        #expect(result.messageText.contains("\"restrictUTurns\" was ignored"))
        #expect(!result.messageText.contains("\"accumulateAttributeNames\""))
        #expect(result.impedance == 10_000)
    }

    @Test func `a parameter that agrees with the travel mode is not reported as ignored`() throws {
        let result = try solve {
            $0.travelMode = .settings(car)
            $0.impedanceAttributeName = "TravelTime"
            $0.restrictUTurns = .allowBacktrack
        }
        #expect(!result.messageText.contains("was ignored"))
    }

    @Test func `a language that is not available is replaced by the layer's`() throws {
        let result = try solve { $0.directionsLanguage = "tlh" }
        let language = try value("directionsLanguage", of: result)
        #expect(language.value == "en-US")
        #expect(language.origin == .layer)
        #expect(language.ignored == "tlh")
    }

    @Test func `every parameter but the inputs is there once`() throws {
        let names = try #require(try solve { _ in }.effectiveParameters).map(\.name)
        #expect(Set(names).count == names.count)
        let inputs: Set = ["stops", "legs", "barriers", "polylineBarriers", "polygonBarriers"]
        #expect(Set(names) == Set(RouteParameters.fields.map(\.name)).subtracting(inputs))
    }
}
