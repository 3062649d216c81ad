// Tests forms for matrices and closest facilities, as clients send them.

import Geo
import Testing

@testable import RouteAPI

struct PairFormTests {
    private static let layer = RouteLayerConfiguration(
        impedanceAttributeName: "TravelTime", restrictionAttributeNames: [],
        accumulateAttributeNames: [], directionsTimeAttributeName: "TravelTime")

    /// In arcgis-rest-js, `closestFacility` declares `outputLines` as a boolean.
    @Test(arguments: [("true", OutputLineType.trueShape), ("False", OutputLineType.none)])
    func `whether there are lines is read as which`(text: String, lines: OutputLineType) throws {
        let parameters = try ClosestFacilityParameters(fields: ["outputLines": text])
        #expect(parameters.outputLines == lines)
        #expect(parameters.formFields == ["outputLines": lines.rawValue])
    }

    /// The ArcGIS API for Python sends the decimals of x, y and z to either analysis.
    @Test func `a matrix has decimals, and no measures or simplified lines`() throws {
        let parameters = try ODCostMatrixParameters(fields: [
            "geometryPrecision": "5", "geometryPrecisionZ": "1", "geometryPrecisionM": "1",
            "outputGeometryPrecision": "3",
        ])
        #expect(parameters.geometryPrecision == 5)
        #expect(parameters.geometryPrecisionZ == 1)
        #expect(
            parameters.analysis.notes.map(\.parameter)
                == ["geometryPrecisionM", "outputGeometryPrecision"])
    }

    @Test func `a name of another operation is noted with the one that is read`() throws {
        let fields = ["startTime": "1", "starttimeisutc": "true", "returnRoutes": "true"]
        let matrix = try ODCostMatrixParameters(fields: fields).analysis.notes.map(\.text)
        #expect(matrix.filter { $0.contains(#"did you mean "timeOfDay"?"#) }.count == 1)
        #expect(matrix.filter { $0.contains(#"did you mean "timeOfDayIsUTC"?"#) }.count == 1)
        let nearest = try ClosestFacilityParameters(fields: fields).analysis.notes.map(\.text)
        #expect(nearest.contains { $0.contains(#"did you mean "returnCFRoutes"?"#) })
        let route = try RouteParameters(fields: ["timeOfDay": "now"]).analysis.notes.map(\.text)
        #expect(
            route == [
                #"Parameter "timeOfDay" is not known and was ignored; did you mean "startTime"?"#
            ])
    }

    @Test func `a matrix keeps object ids unless it is asked not to`() throws {
        func text(_ operation: LayerOperation) -> String? {
            operation.parameters.first { $0.name == "preserveObjectID" }?
                .defaultText(of: Self.layer)
        }
        #expect(text(.solveODCostMatrix) == "true")
        #expect(text(.solveClosestFacility) == "false")
        #expect(text(.solve) == "false")
    }
}
