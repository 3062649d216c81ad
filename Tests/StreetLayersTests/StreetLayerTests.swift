// Tests streets of GIS layers as OpenStreetMap data.

import DefinitionFiles
import Foundation
import Geo
import Testing

@testable import StreetLayers

struct StreetLayerTests {
    private typealias Row = (line: [(Double, Double)], values: [AttributeValue])

    private func rows(_ columns: [String], _ rows: [Row]) -> FeatureSet {
        FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: columns.map { Field($0, .string) },
            features: rows.map { row in
                let path = row.line.map { Coordinate(x: 7 + $0.0 / 1_000, y: 43 + $0.1 / 1_000) }
                return Feature(values: row.values, geometry: .polyline(paths: [path]))
            })
    }

    private func ways(
        _ columns: [String], _ given: [Row], fields: String? = nil
    ) throws -> [(id: Int?, nodes: [Int], tags: [String])] {
        let known = try fields.map { try StreetFields(text: $0, file: "streets.yaml") }
        var layer = StreetLayer(known ?? StreetFields())
        try layer.add(StreetRows(rows(columns, given), named: "streets.shp"))
        return try ways(of: layer)
    }

    /// The ways as written: their ids, the nodes' numbers, and the tags as `key=value`.
    private func ways(
        of layer: StreetLayer
    ) throws -> [(id: Int?, nodes: [Int], tags: [String])] {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("streets-\(UUID().uuidString).osm").path
        try layer.write(to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        return text.split(separator: "\n").filter { $0.hasPrefix("<way") }.map { way in
            (
                way.firstMatch(of: /id="(\d+)"/).flatMap { Int($0.1) },
                way.matches(of: /<nd ref="(\d+)"/).compactMap { Int($0.1) },
                way.matches(of: /k="([^"]*)" v="([^"]*)"/).map { "\($0.1)=\($0.2)" }
            )
        }
    }

    @Test func `the example of StreetLayer writes streets`() throws {
        let rows = rows(["highway"], [(across, words("primary")), (up, words("primary"))])
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("streets-\(UUID().uuidString).osm").path

        var layer = StreetLayer(StreetFields())
        try layer.add(StreetRows(rows, named: "streets.shp"))
        try layer.write(to: path)

        #expect(layer.counts.ways == 2)
        try FileManager.default.removeItem(atPath: path)
    }

    private let across: [(Double, Double)] = [(0, 1), (2, 1)]
    private let up: [(Double, Double)] = [(1, 0), (1, 2)]

    @Test func `lines meet where they share a vertex, and not where they cross`() throws {
        let street: [AttributeValue] = [.string("residential")]
        let crossing = try ways(["highway"], [(across, street), (up, street)])
        #expect(Set(crossing[0].nodes).isDisjoint(with: crossing[1].nodes))
        let meeting = try ways(
            ["highway"], [([(0, 1), (1, 1), (2, 1)], street), ([(1, 0), (1, 1)], street)])
        #expect(meeting[0].nodes == [1, 2, 3] && meeting[1].nodes == [4, 2])
        #expect(meeting[0].tags == ["highway=residential"])
    }

    @Test func `ends on another level do not meet`() throws {
        func second(_ level: Int) throws -> [Int] {
            try ways(
                ["highway", "F_ZLEV", "T_ZLEV"],
                [
                    ([(0, 0), (1, 1)], [.string("primary"), .integer(0), .integer(1)]),
                    ([(1, 1), (2, 2)], [.string("primary"), .integer(level), .integer(0)]),
                ])[1].nodes
        }
        #expect(try second(1) == [2, 3])
        #expect(try second(0) == [3, 4])
    }

    @Test func `ends that lie within the snapping distance are one place`() throws {
        // 0.002 thousandths of a degree are 0.22 m.
        let street: [AttributeValue] = [.string("primary")]
        let lines: [Row] = [([(0, 0), (1, 1)], street), ([(1.002, 1), (2, 2)], street)]
        #expect(try ways(["highway"], lines)[1].nodes == [3, 4])
        #expect(try ways(["highway"], lines, fields: "snap: 0.5")[1].nodes == [2, 3])
        #expect(try ways(["highway"], lines, fields: "snap: 0.1")[1].nodes == [3, 4])
    }

    @Test func `columns of Geofabrik's shapefiles are known`() throws {
        let columns = ["fclass", "name", "oneway", "maxspeed", "bridge", "tunnel", "layer"]
        let found = try ways(
            columns,
            [
                (across, words("track_grade3", "Mill Lane", "B", "0", "F", "F", "0")),
                (up, words("primary", "A & \"B\"", "T", "50", "T", "F", "1")),
                ([(0, 0), (5, 5)], words("unknown", "", "F", "30", "F", "T", "-1")),
            ])
        #expect(
            found[0].tags == ["highway=track", "name=Mill Lane", "oneway=no", "tracktype=grade3"])
        #expect(
            found[1].tags == [
                "bridge=yes", "highway=primary", "layer=1", "maxspeed=50",
                "name=A &amp; &quot;B&quot;", "oneway=-1",
            ])
        #expect(
            found[2].tags == [
                "highway=road", "layer=-1", "maxspeed=30", "oneway=yes", "tunnel=yes",
            ])
    }

    @Test func `columns of the Census Bureau are known, and rows of no street are left out`() throws
    {
        let found = try ways(
            ["MTFCC", "FULLNAME"],
            [
                (across, words("S1400", "Elm St")), (up, words("S1740", "")),
                ([(0, 0), (5, 5)], words("H3010", "Brook")),
            ])
        #expect(
            found.map(\.tags) == [
                ["highway=residential", "name=Elm St"],
                [
                    "access=private", "highway=service",
                ],
            ])
    }

    @Test func `columns of Canada's road network are known`() throws {
        let found = try ways(
            ["ROADCLASS", "TRAFFICDIR", "SPEED", "NBRLANES", "L_STNAME_C", "RTNUMBER1"],
            [
                (across, words("Freeway", "Opposite direction", "100", "2", "Unknown", "417")),
                (up, words("Local / Street", "Both directions", "-1", "-1", "Elm Street", "None")),
                ([(0, 0), (5, 5)], words("Rapid Transit", "Unknown", "-1", "-1", "None", "None")),
            ])
        #expect(
            found.map(\.tags) == [
                ["highway=motorway", "lanes=2", "maxspeed=100", "oneway=-1", "ref=417"],
                ["highway=residential", "name=Elm Street", "oneway=no"],
            ])
    }

    @Test func `columns of France's BD TOPO are known, and the nature counts more`() throws {
        func row(_ line: [(Double, Double)], _ texts: String...) -> Row {
            (line, texts.map { .string($0) })
        }
        let found = try ways(
            [
                "importance", "nature", "acces_vehicule_leger", "etat_de_l_objet",
                "sens_de_circulation", "nom_voie_ban_gauche",
            ],
            [
                row(
                    across, "1", "Type autoroutier", "A péage", "En service", "Sens direct", ""),
                row(
                    up, "5", "Route à 1 chaussée", "Libre", "En service", "Sens inverse",
                    "Rue des Arts"),
                row(
                    [(0, 0), (5, 5)], "6", "Chemin", "Physiquement impossible", "En service",
                    "Double sens", ""),
                row(
                    [(0, 0), (6, 6)], "4", "Bac ou liaison maritime", "Libre", "En service",
                    "Double sens", ""),
                row(
                    [(0, 0), (7, 7)], "2", "Route à 2 chaussées", "Libre", "En construction",
                    "Sens direct", ""),
            ])
        #expect(
            found.map(\.tags) == [
                ["highway=motorway", "oneway=yes", "toll=yes"],
                ["highway=residential", "name=Rue des Arts", "oneway=-1"],
                ["highway=track", "motor_vehicle=no", "oneway=no"],
            ])
    }

    @Test func `OSMnx's lists and twin rows, and GDAL's other tags are read`() throws {
        let lists = try ways(
            ["highway", "name", "oneway", "lanes"],
            [
                (across, words("['residential', 'service']", "[Elm St, Oak St]", "False", "2")),
                (across.reversed(), words("['residential', 'service']", "Elm St", "False", "2")),
                (up, words("primary", "nan", "True", "['3', '2']")),
                (up.reversed(), words("primary", "nan", "True", "['3', '2']")),
            ])
        #expect(
            lists.map(\.tags) == [
                ["highway=residential", "lanes=2", "name=Elm St", "oneway=no"],
                ["highway=primary", "lanes=3", "oneway=yes"],
                ["highway=primary", "lanes=3", "oneway=yes"],
            ])
        let other = try ways(
            ["highway", "other_tags"],
            [(across, words("primary", #""maxspeed"=>"50","note"=>"a \"b\", c""#))])
        #expect(
            other[0].tags == [
                "highway=primary", "maxspeed=50", "note=a &quot;b&quot;, c",
            ])
    }

    @Test func `a file says what columns and values are`() throws {
        let fields = """
            attribution: City of Exampleton
            columns: { name: PRE + STREET + TYPE, highway: CLASS, maxspeed: MPH, oneway: DIR }
            values:
              highway: { 1: motorway, 9: residential }
              oneway: { W: "-1" }
            units: { maxspeed: mph }
            constants: { surface: asphalt }
            """
        let found = try ways(
            ["PRE", "STREET", "TYPE", "CLASS", "MPH", "DIR"],
            [
                (across, words("N", "Elm", "St", "9", "25", "W")),
                (up, words("", "Oak", "Ave", "1", "65", "FT")),
            ], fields: fields)
        #expect(
            found.map(\.tags) == [
                [
                    "highway=residential", "maxspeed=25 mph", "name=N Elm St", "oneway=-1",
                    "surface=asphalt",
                ],
                [
                    "highway=motorway", "maxspeed=65 mph", "name=Oak Ave", "oneway=yes",
                    "surface=asphalt",
                ],
            ])
        #expect(
            try StreetFields(text: fields, file: "a").attribution == "City of Exampleton")
    }

    @Test func `what is missing is named, with what would work`() {
        func complaint(_ columns: [String], fields: String? = nil) -> String {
            do {
                _ = try ways(columns, [(across, columns.map { _ in .string("5") })], fields: fields)
                return ""
            } catch { return "\(error)" }
        }
        let noClass = complaint(["KIND", "SPEED"])
        #expect(noClass.contains("--fields") && noClass.contains("\"KIND\", \"SPEED\""))
        let noColumn = complaint(["KIND"], fields: "columns: { highway: CLASS }")
        #expect(noColumn.contains("no column \"CLASS\"") && noColumn.contains("\"KIND\""))
        let unknown = complaint(["MTFCC", "NAME"])
        #expect(unknown.contains("no row has a class of streets in \"MTFCC\""))
        #expect(unknown.contains("--fields") && unknown.contains("\"NAME\""))
        #expect(complaint(["highway"], fields: "colums: { name: A }").contains("columns"))
        #expect(complaint(["highway"], fields: "snap: 500").contains("from 0 to 20"))
    }

    @Test func `lines without a place or a length are left out`() throws {
        let street: [AttributeValue] = [.string("primary")]
        var layer = StreetLayer(StreetFields())
        try layer.add(
            StreetRows(
                rows(
                    ["highway"],
                    [
                        (across, street), ([(0, 0), (0, 0)], street),
                        ([(0, 0), (.nan, 1)], street), ([(0, 0), (1e9, 1)], street),
                    ]), named: "streets"))
        #expect(layer.counts.ways == 1 && layer.counts.withoutLine == 3 && layer.counts.rows == 4)
    }

    @Test func `batches may differ in their columns, and only all rows tell what codes mean`()
        throws
    {
        let batches = [
            rows(["highway", "oneway"], [(across, words("primary", "F"))]),
            rows(["ONEWAY", "name", "Highway"], [(up, words("B", "Elm St", "residential"))]),
        ]
        var shares: [Double] = []
        var layer = StreetLayer(StreetFields())
        try layer.add(
            StreetRows(named: "streets") { body in
                try body(batches[0], 0.5)
                try body(batches[1], 1)
            }, progress: { if let share = $1 { shares.append(share) } })
        #expect(
            try ways(of: layer).map(\.tags) == [
                ["highway=primary", "oneway=yes"],
                ["highway=residential", "name=Elm St", "oneway=no"],
            ])
        #expect(shares == [0.25, 0.5, 0.75, 1])
    }

    @Test func `an error of the rows or of the progress ends the reading`() {
        struct Stop: Error {}
        var layer = StreetLayer(StreetFields())
        let rows = rows(["highway"], [(across, words("primary"))])
        #expect(throws: Stop.self) {
            try layer.add(StreetRows(rows, named: "streets"), progress: { _, _ in throw Stop() })
        }
        #expect(throws: Stop.self) {
            try layer.add(StreetRows(named: "streets") { _ in throw Stop() })
        }
    }

    @Test func `ways have the layer's own ids, and further parts of a line those after`() throws {
        var given = rows(
            ["highway", "osm_id"],
            [
                (across, words("primary", "4305")), (up, words("primary", "17")),
            ])
        let line = [Coordinate(x: 7, y: 43), Coordinate(x: 7.1, y: 43)]
        given.features[0].geometry = .polyline(
            paths: [line, line.map { Coordinate(x: $0.x, y: $0.y + 1) }])
        var layer = StreetLayer(StreetFields())
        try layer.add(StreetRows(given, named: "streets"))
        #expect(try ways(of: layer).map(\.id) == [4305, 4306, 17])
        #expect(layer.idProblem == nil)
    }

    @Test func `ids may be as great as clients read exactly`() throws {
        for value in [AttributeValue.double(0x1p53), .string("9007199254740992")] {
            let found = try ways(["highway", "id"], [(across, words("primary") + [value])])
            #expect(found.map(\.id) == [9_007_199_254_740_992])
        }
    }

    @Test func `a file may name the column of ids`() throws {
        let columns = ["highway", "fid", "NR"]
        let given: [Row] = [
            (across, words("primary", "1", "70")), (up, words("primary", "2", "9")),
        ]
        #expect(try ways(columns, given).map(\.id) == [1, 2])
        #expect(try ways(columns, given, fields: "id: nr").map(\.id) == [70, 9])
        #expect(throws: StreetLayerError.self) { try ways(columns, given, fields: "id: KEY") }
    }

    @Test(arguments: [
        ("", "nothing in row 2"), ("7", "7 also in row 2"), ("0", "\"0\" in row 2"),
        ("-3", "\"-3\" in row 2"), ("A-12", "\"A-12\" in row 2"), ("1.5", "\"1.5\" in row 2"),
        ("99999999999999999", "up to 9007199254740992"),
    ])
    func `ids that are missing, equal or no whole positive numbers are not used`(
        id: String, reason: String
    ) throws {
        var layer = StreetLayer(StreetFields())
        let given = rows(
            ["highway", "gid"], [(across, words("primary", "7")), (up, words("primary", id))])
        try layer.add(StreetRows(given, named: "streets"))
        #expect(try ways(of: layer).map(\.id) == [1, 2])
        #expect(layer.idProblem?.contains(reason) == true, "\(layer.idProblem ?? "no problem")")
    }

    @Test func `ids count only if all layers have them, each once`() throws {
        let first = rows(["highway", "gid"], [(across, words("primary", "7"))])
        func problem(_ second: FeatureSet, isFirst: Bool = false) throws -> String? {
            var layer = StreetLayer(StreetFields())
            let both = isFirst ? [second, first] : [first, second]
            for rows in both { try layer.add(StreetRows(rows, named: "streets")) }
            return layer.idProblem
        }
        let without = rows(["highway"], [(up, words("primary"))])
        #expect(try problem(rows(["highway", "gid"], [(up, words("primary", "8"))])) == nil)
        #expect(try problem(rows(["highway", "gid"], [(up, words("primary", "7"))])) != nil)
        #expect(try problem(without) != nil)
        #expect(try problem(without, isFirst: true) != nil)
    }

    @Test func `lines in other coordinates are said to be elsewhere, not to be none`() {
        let error = #expect(throws: StreetLayerError.self) {
            try ways(["highway"], [([(500_000, 0), (500_010, 0)], words("primary"))])
        }
        #expect(error?.description.contains(".prj") == true)
    }

    @Test func `a layer may repeat the one before it`() throws {
        var layer = StreetLayer(StreetFields())
        let rows = rows(["highway"], [(across, words("primary")), (up, words("primary"))])
        for _ in 0..<2 { try layer.add(StreetRows(rows, named: "streets")) }
        #expect(layer.counts.ways == 2 && layer.counts.repeated == 2)
    }

    @Test(arguments: ["1e-300", "1e-12", "0.001", "0.01", "20"])
    func `any distance for snapping is safe`(meters: String) throws {
        let far: Row = ([(-187_000, -133_000), (173_000, 47_000)], words("primary"))
        let given: [Row] = [(across, words("primary")), (up, words("primary")), far]
        #expect(try ways(["highway"], given, fields: "snap: \(meters)").count == 3)
    }

    @Test func `a copy that is stopped leaves no file`() throws {
        struct Stop: Error {}
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("streets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("streets.osm").path
        let line = (0..<40_000).map { (Double($0) / 100, 0.0) }
        var layer = StreetLayer(StreetFields())
        try layer.add(
            StreetRows(rows(["highway"], [(line, words("primary"))]), named: "streets"))
        var shares: [Double] = []
        #expect(throws: Stop.self) {
            try layer.write(to: path) { _, share in
                if let share { shares.append(share) }
                if shares.count == 2 { throw Stop() }
            }
        }
        #expect(shares.count == 2 && shares[0] > 0 && shares[0] < shares[1] && shares[1] <= 1)
        // Neither the file nor a draft of it, whatever its name.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        try layer.write(to: path)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["streets.osm"])
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `a copy in a folder that does not exist says so`() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("none-\(UUID().uuidString)/streets.osm").path
        let error = #expect(throws: (any Error).self) {
            try StreetLayer(StreetFields()).write(to: path)
        }
        #expect(error.map { "\($0)" }?.contains("there is no folder") == true)
    }

    private func words(_ texts: String...) -> [AttributeValue] { texts.map { .string($0) } }
}
