// Tests job outputs as files.

import Geo
import RouteAPI
import Testing

@testable import Geoprocessing

struct ResultFileTests {
    private var stops: FeatureSet {
        var set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: ["TimeWindowStart", "ArriveTime"].map { Field($0, .date) })
        set.features = [
            Feature(
                values: [.date(1_700_035_200_000), .date(1_700_035_200_000)],
                geometry: .point(Coordinate(x: 7, y: 43)))
        ]
        return set
    }

    @Test(arguments: [true, false])
    func `time windows in UTC are written as such`(areUTC: Bool) {
        let file = ResultFile(format: .csv, timeWindowsAreUTC: areUTC)
        let text = String(decoding: file.bytes(of: stops), as: UTF8.self)
        #expect(text.contains("2023-11-15T08:00:00Z") == areUTC, "\(text)")
        #expect(text.contains("2023-11-15T08:00:00,") || text.contains("2023-11-15T08:00:00\r"))
    }

    @Test func `the value of a file is read back`() throws {
        for areUTC in [true, false] {
            for format in ResultFileFormat.allCases {
                let file = ResultFile(format: format, timeWindowsAreUTC: areUTC)
                #expect(ResultFile(value: try JSONValue.parse(file.value)) == file)
            }
        }
        #expect(ResultFile(value: try JSONValue.parse(Array("{\"format\":\"x\"}".utf8))) == nil)
    }
}
