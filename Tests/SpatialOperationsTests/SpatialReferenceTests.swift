// Tests naming coordinate systems by number and text, and names that requests may not use.

import Geo
import Testing

@testable import SpatialOperations

@Suite struct SpatialReferenceTests {
    static let esriUTM = """
        PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",\
        SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],\
        UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],\
        PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],\
        PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],\
        PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
        """
    static let esriMercator = """
        PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",\
        DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],\
        PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],\
        PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],\
        PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],\
        PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],\
        UNIT["Meter",1.0]]
        """
    static let gdalMercator = """
        PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",\
        SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],\
        UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],\
        PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],\
        PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],\
        AXIS["Easting",EAST],AXIS["Northing",NORTH],EXTENSION["PROJ4","+proj=merc +a=6378137 \
        +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext \
        +no_defs"]]
        """
    static let newYork = """
        PROJCRS["State Plane, feet",BASEGEOGCRS["NAD83",DATUM["North American Datum 1983",\
        ELLIPSOID["GRS 1980",6378137,298.257222101]]],CONVERSION["Long Island / feet",\
        METHOD["Lambert Conic Conformal (2SP)"],\
        PARAMETER["Latitude of false origin",40.1666666666667,\
        ANGLEUNIT["degree",0.0174532925199433]],\
        PARAMETER["Longitude of false origin",-74,\
        ANGLEUNIT["degree",0.0174532925199433]],\
        PARAMETER["Latitude of 1st standard parallel",41.0333333333333,\
        ANGLEUNIT["degree",0.0174532925199433]],\
        PARAMETER["Latitude of 2nd standard parallel",40.6666666666667,\
        ANGLEUNIT["degree",0.0174532925199433]],\
        PARAMETER["Easting at false origin",984250,\
        LENGTHUNIT["US survey foot",0.304800609601219]],\
        PARAMETER["Northing at false origin",0,\
        LENGTHUNIT["US survey foot",0.304800609601219]]],\
        CS[Cartesian,2],AXIS["easting",east],AXIS["northing",north],\
        LENGTHUNIT["US survey foot",0.304800609601219]]
        """

    @Test func `well-known text of every kind gives the numbered system's coordinates`() throws {
        let place = Coordinate(x: 9.5, y: 47.1)
        for (text, wkid) in [
            (Self.esriUTM, 25832), (Self.esriMercator, 3857), (Self.gdalMercator, 3857),
        ] {
            let written = try CoordinateTransformer(
                from: .wgs84, to: SpatialReference(wkt: text)
            ).transform(place)
            let numbered = try CoordinateTransformer(
                from: .wgs84, to: SpatialReference(wkid: wkid)
            ).transform(place)
            #expect(abs(written.x - numbered.x) < 1e-3 && abs(written.y - numbered.y) < 1e-3)
        }
    }

    @Test func `a system states its kind and its unit`() throws {
        let feet = try CoordinateSystem(SpatialReference(wkt: Self.newYork))
        #expect(!feet.isGeographic)
        #expect(abs(feet.metersPerUnit - 1_200 / 3_937) < 1e-9)
        let degrees = try CoordinateSystem(SpatialReference(wkid: 4258))
        #expect(degrees.isGeographic && abs(degrees.degreesPerUnit - 1) < 1e-12)
        let grads = try CoordinateSystem(SpatialReference(wkid: 4807))
        #expect(grads.isGeographic && abs(grads.degreesPerUnit - 0.9) < 1e-12)
        // A compound of UTM and heights, and heights alone.
        let compound = try CoordinateSystem(SpatialReference(wkid: 5555))
        #expect(!compound.isGeographic && compound.metersPerUnit == 1)
        #expect(throws: SpatialReferenceError.self) {
            try CoordinateSystem(SpatialReference(wkid: 5773))
        }
        #expect(try CoordinateSystem(.wgs84) == .wgs84)
    }

    @Test(arguments: [0, -5, 99_999, 8_675_309, Int.max])
    func `an unknown number is named with one that works`(wkid: Int) {
        let error = #expect(throws: SpatialReferenceError.self) {
            try CoordinateTransformer(from: SpatialReference(wkid: wkid), to: .wgs84)
        }
        #expect(error == .unknownWKID(wkid))
        #expect(error?.description.contains("\(wkid)") == true)
        #expect(error?.description.contains("4326") == true)
        // Even if both systems are the same, they are looked up.
        #expect(throws: SpatialReferenceError.self) {
            try CoordinateTransformer(
                from: SpatialReference(wkid: wkid), to: SpatialReference(wkid: wkid))
        }
    }

    @Test(arguments: ["", "hello", "PROJCS[", "+proj=longlat", "EPSG:4326", "GEOGCS[\"x\"]"])
    func `text that is no coordinate system is refused`(text: String) {
        #expect(throws: SpatialReferenceError.self) {
            try CoordinateTransformer(from: SpatialReference(wkt: text), to: .wgs84)
        }
    }

    @Test func `long text is refused before it is read`() {
        let text = String(repeating: "GEOGCS[", count: 100_000)
        let error = #expect(throws: SpatialReferenceError.self) {
            try CoordinateSystem(SpatialReference(wkt: text))
        }
        #expect(error == .textTooLong(found: 700_000, allowed: SystemTextRules.byteLimit))
        #expect(throws: SpatialReferenceError.self) {
            try CoordinateSystem(SpatialReference(wkt: String(repeating: "A[", count: 8_000)))
        }
        #expect(throws: SpatialReferenceError.self) {
            try CoordinateSystem(SpatialReference(wkt: "GEOGCS[\u{0}]"))
        }
    }

    @Test(arguments: [
        "+nadgrids=@null", "+nadgrids=/dev/zero", "+nadgrids=secret.gsb", "+init=epsg:4326",
        "+geoidgrids=x", "+proj=pipeline +file=/etc/passwd",
    ])
    func `text cannot make the server open a file`(option: String) {
        let text = Self.gdalMercator.replacing("+nadgrids=@null", with: option)
        let system = SpatialReference(wkt: text)
        if option == "+nadgrids=@null" {
            #expect(throws: Never.self) { try CoordinateSystem(system) }
        } else {
            #expect(throws: SpatialReferenceError.textNamesFile) { try CoordinateSystem(system) }
        }
        #expect(throws: SpatialReferenceError.textNamesFile) {
            try SystemTextRules.check("BOUNDCRS[…PARAMETERFILE[\"g\",\"/dev/zero\"]]")
        }
    }
}
