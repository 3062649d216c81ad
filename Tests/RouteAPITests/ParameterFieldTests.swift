// Tests how a solve's parameters are declared, each alone and all together.

import Geo
import Testing

@testable import RouteAPI

struct ParameterFieldTests {
    private static let layer = RouteLayerConfiguration(
        impedanceAttributeName: "TravelTime", restrictionAttributeNames: ["Driving"],
        accumulateAttributeNames: ["Kilometers"], directionsTimeAttributeName: "TravelTime")

    /// The layer over a network, with places for examples or without.
    private static func described(_ places: [Coordinate]) -> LayerDescription {
        var description = LayerDescription(
            configuration: layer, networkName: "N", edgeSourceName: "E", buildTime: 0,
            attributes: [], fingerprint: "", attribution: "")
        description.examplePlaces = places
        return description
    }

    @Test(arguments: [
        ["startTime": "2026-03-02T09:30"], ["startTime": "2026-03-02 09:30:00"],
        ["startTime": "2026-03-02T10:30+01:00", "startTimeIsUTC": "true"],
    ])
    func `a start time may be written as a date and time`(fields: [String: String]) throws {
        let request = try RouteParameters(fields: fields)
        #expect(request.startTime == .milliseconds(1_772_443_800_000))
    }

    @Test(arguments: RouteParameters.fields, [false, true])
    func `an example is read, and written so that it reads back`(
        parameter: ParameterField<RouteParameters>, isPlaced: Bool
    ) throws {
        let places = [(-8.61, 41.15), (-8.62, 41.16), (-8.63, 41.14)]
            .map { Coordinate(x: $0.0, y: $0.1) }
        let example = parameter.declaration.example(on: Self.described(isPlaced ? places : []))
        let request = try RouteParameters(fields: [parameter.name: example])
        let text = try #require(parameter.text(in: request))
        #expect(request.formFields == [parameter.name: text])
        #expect(try RouteParameters(fields: [parameter.name: text]) == request)
        for alias in parameter.aliases {
            #expect(try RouteParameters(fields: [alias: example]) == request)
        }
        // Geographic examples lie on the layer's own network.
        let near = Envelope(minX: -8.64, minY: 41.13, maxX: -8.6, maxY: 41.17)
        let sets = request.analysis.sentInputs.map(\.features)
        let shapes = sets.flatMap(\.features).flatMap { $0.geometry?.coordinates ?? [] }
        #expect(shapes.allSatisfy { near.contains($0) == isPlaced })
    }

    @Test(arguments: RouteParameters.fields, [false, true])
    func `a word that an enumeration lacks is refused, strictly or not, with what would work`(
        parameter: ParameterField<RouteParameters>, isStrict: Bool
    ) throws {
        guard case .word(let words) = parameter.kind else { return }
        for (found, meant) in [(words[0] + "x", words[0]), ("parsecs", nil)] {
            var fields = [parameter.name: found]
            if isStrict { fields["strict"] = "true" }
            let refusal = #expect(throws: RouteRequestError.self) {
                try RouteParameters(fields: fields)
            }
            let error = try #require(refusal)
            #expect(error.faults.map(\.parameter) == [parameter.name])
            let text = error.details.joined()
            for word in [parameter.name, "\"\(found)\""] + words { #expect(text.contains(word)) }
            if let meant { #expect(text.contains("did you mean \"\(meant)\"?")) }
        }
    }

    @Test func `a strict request hears of every value that cannot be read, and of unknown names`()
        throws
    {
        var fields = [
            "outputLines": "foo", "directionsLengthUnits": "miles", "directionsOutputType": "foo",
            "returnStop": "true",
        ]
        var error = #expect(throws: RouteRequestError.self) { try RouteParameters(fields: fields) }
        #expect(error?.faults.count == 1)
        fields["strict"] = "true"
        error = #expect(throws: RouteRequestError.self) { try RouteParameters(fields: fields) }
        let faults = try #require(error?.faults)
        #expect(
            Set(faults.map(\.parameter)) == [
                "outputLines", "directionsLengthUnits", "directionsOutputType", "returnStop",
            ])
        let text = error?.details.joined() ?? ""
        #expect(text.contains("did you mean \"returnStops\"?"))
        #expect(text.contains("did you mean \"esriNAUMiles\"?"))
    }

    @Test(arguments: RouteParameters.fields)
    func `a default is a value that the parameter reads`(
        parameter: ParameterField<RouteParameters>
    ) throws {
        let text = parameter.declaration.defaultText(of: Self.layer)
        #expect((text == nil) == (parameter.defaultOrigin == .absence))
        guard let text else { return }
        let request = try RouteParameters(fields: [parameter.name: text])
        #expect(parameter.text(in: request) == text || parameter.kind == .names(.costs))
    }

    @Test func `a copy keeps its values when the request changes`() {
        var request = RouteParameters()
        request.impedanceAttributeName = "Kilometers"
        request.returnZ = true
        let copy = request
        request.impedanceAttributeName = "TravelTime"
        request.analysis.output = OutputParameters()
        #expect(copy.impedanceAttributeName == "Kilometers")
        #expect(copy.returnZ == true)
        #expect(request.impedanceAttributeName == "TravelTime")
        #expect(request != copy)
        request.impedanceAttributeName = "Kilometers"
        request.returnZ = true
        #expect(request == copy)
        #expect(request.hashValue == copy.hashValue)
        #expect(RouteParameters().impedanceAttributeName == nil)
    }

    @Test func `names are declared once and every field has one`() {
        let names = RouteParameters.fields.flatMap(\.declaration.names).map { $0.lowercased() }
        #expect(Set(names).count == names.count)
        // Notes describe a request without being part of it, the program's own settings cannot be
        // sent, standing barriers belong to the service, and the limit of a match is for clients
        // whose lines come from elsewhere.
        let own = Self.fields(of: CallerSettings())
        let fields = Set(Self.fields(of: RouteParameters())).subtracting(own)
        #expect(own.contains("drawsPicture"))
        #expect(
            Set(RouteParameters.fields.map(\.name))
                == fields.subtracting(["notes", "standing", "matchDistanceLimit"]))
    }

    /// The property names of a value and its parts; for barriers, of the classes.
    private static func fields(of value: Any) -> [String] {
        Mirror(reflecting: value).children.flatMap { child -> [String] in
            switch child.value {
            case is LocationInputs: [RouteParameters.stopsName]
            case is ByBarrierClass<LocationInput?>: BarrierClass.allCases.map(\.parameter)
            case is ByBarrierClass<Bool?>: BarrierClass.allCases.map(\.returnParameter)
            default:
                // Parts are stored in classes.
                [.struct, .class].contains(Mirror(reflecting: child.value).displayStyle)
                    ? fields(of: child.value) : [child.label ?? ""]
            }
        }
    }

    @Test(arguments: RouteParameters.fields)
    func `explanations are sentences`(parameter: ParameterField<RouteParameters>) {
        #expect(parameter.explanation.last == ".")
        #expect(parameter.explanation.first?.isUppercase == true)
    }

    @Test func `the effective value names its source`() throws {
        func effective(_ name: String, _ request: RouteParameters, mode: TravelMode? = nil)
            -> String?
        {
            RouteParameters.fields.first { $0.name == name }?
                .effective(in: request, mode: mode, layer: Self.layer)
                .map { "\($0.text) of the \($0.origin.rawValue)" }
        }
        var request = RouteParameters()
        #expect(effective("impedanceAttributeName", request) == "TravelTime of the layer")
        #expect(effective("returnRoutes", request) == "true of the default")
        #expect(effective("startTime", request) == nil)
        request.impedanceAttributeName = "Kilometers"
        request.directionsTimeAttributeName = "WalkTime"
        #expect(effective("impedanceAttributeName", request) == "Kilometers of the request")
        #expect(
            effective("impedanceAttributeName", request, mode: .van)
                == "TravelTime of the travelMode")
        #expect(
            effective("directionsTimeAttributeName", request, mode: .van)
                == "WalkTime of the request")
        #expect(
            effective("directionsTimeAttributeName", RouteParameters(), mode: .van)
                == "TravelTime of the travelMode")
    }
}
