// A layer in an open file.

import CGDAL
import Foundation
import Geo

/// An open file and its layer to read, closed with the last reference. Use it on one thread.
final class OpenVectorLayer {
    let gdal: GDALLibrary
    let handle: waypost_gdal_object
    let layer: VectorLayer
    private let dataset: waypost_gdal_object

    /// The most layers examined in a file, and the most files in an archive.
    private static let mostLayers = 10_000

    init(
        _ file: VectorFile, encoding: String?, _ gdal: GDALLibrary
    ) throws(FeatureReadError) {
        self.gdal = gdal
        var options = ["DOWNLOAD_SCHEMA=NO", "WRITE_GFS=NO"]
        if let encoding { options.append("ENCODING=\(encoding)") }
        var dataset = try Self.opened(file, options, gdal)
        // Choose the layer here, so that the file is closed if choosing throws.
        var handle: waypost_gdal_object
        do throws(FeatureReadError) {
            handle = try Self.layer(of: file, in: dataset, gdal)
            let isShapefile = Self.driver(of: dataset, gdal) == "ESRI Shapefile"
            if isShapefile, encoding == nil, !Self.statesEncoding(handle, gdal) {
                // The raw bytes reveal their encoding better than GDAL's default, Latin 1.
                let raw = try Self.opened(file, options + ["ENCODING="], gdal)
                gdal.functions.GDALClose(dataset)
                dataset = raw
                handle = try Self.layer(of: file, in: dataset, gdal)
                layer = try Self.described(
                    handle, file, driver: "ESRI Shapefile", isRaw: true, gdal)
            } else {
                layer = try Self.described(
                    handle, file, driver: Self.driver(of: dataset, gdal), isRaw: false, gdal)
            }
        } catch {
            gdal.functions.GDALClose(dataset)
            throw error
        }
        self.handle = handle
        self.dataset = dataset
    }

    deinit { gdal.functions.GDALClose(dataset) }

    private static func driver(of dataset: waypost_gdal_object, _ gdal: GDALLibrary) -> String {
        let driver = gdal.functions.GDALGetDatasetDriver(dataset)
        return GDALLibrary.text(gdal.functions.GDALGetDriverShortName(driver)) ?? ""
    }

    /// Returns whether a shapefile states its text encoding.
    private static func statesEncoding(
        _ layer: waypost_gdal_object, _ gdal: GDALLibrary
    ) -> Bool {
        ["ENCODING_FROM_CPG", "ENCODING_FROM_LDID"].contains { (name: String) in
            gdal.functions.GDALGetMetadataItem(layer, name, "SHAPEFILE") != nil
        }
    }
}

// MARK: - Opening

extension OpenVectorLayer {
    private static func opened(
        _ file: VectorFile, _ options: [String], _ gdal: GDALLibrary
    ) throws(FeatureReadError) -> waypost_gdal_object {
        var reason: String?
        for path in try paths(of: file, gdal) {
            gdal.functions.CPLErrorReset()
            let dataset = GDALLibrary.withTexts(VectorFormat.readers) { drivers in
                GDALLibrary.withTexts(options) { options in
                    // Features, for reading, with error messages.
                    gdal.functions.GDALOpenEx(path, 0x04 | 0x40, drivers, options, nil)
                }
            }
            if let dataset { return dataset }
            reason = reason ?? gdal.failure()
        }
        throw FeatureReadError(
            "\(file.title) that GDAL \(gdal.version) cannot open"
                + (reason.map { ": \(shortened($0, file))" } ?? "") + "; \(file.remedy)")
    }

    /// Returns GDAL's message with the path shortened to the file's name.
    private static func shortened(_ reason: String, _ file: VectorFile) -> String {
        for path in [absolute(file.path), file.path] where reason.contains(path) {
            return reason.replacing(path, with: file.name)
        }
        return reason
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).path
    }

    /// Returns the names under which GDAL may find the file.
    private static func paths(
        of file: VectorFile, _ gdal: GDALLibrary
    ) throws(FeatureReadError) -> [String] {
        // GDAL cannot mistake an absolute path for another kind of source.
        let path = absolute(file.path)
        let name = path.lowercased()
        if name.hasSuffix(".gml") {
            // Under this other name, GDAL does not write a type file beside it.
            let stem = (path as NSString).deletingPathExtension
            let hasTypes = [".xsd", ".gfs"].contains {
                FileManager.default.fileExists(atPath: stem + $0)
            }
            return [hasTypes ? path : "/vsisubfile/0_-1,\(path)"]
        }
        guard name.hasSuffix(".zip"), !name.hasSuffix(".gdb.zip") else { return [path] }
        // In braces, because folders may be named like archives.
        let archive = "/vsizip/{\(path)}"
        let inner = try members(of: archive, file, gdal)
        return [archive] + inner
    }

    /// Returns an archive's folders and files with features, if they are not at its top.
    private static func members(
        of archive: String, _ file: VectorFile, _ gdal: GDALLibrary
    ) throws(FeatureReadError) -> [String] {
        let list = gdal.functions.VSIReadDirRecursive(archive)
        defer { gdal.functions.CSLDestroy(list) }
        guard let list else { throw FeatureReadError("is an archive that cannot be read") }
        var places: [String] = []
        for index in 0..<mostLayers {
            guard let text = list[index] else { break }
            let member = String(cString: text)
            // Macintosh archives contain this beside each file.
            if member.contains("__MACOSX") { continue }
            let bare = member.hasSuffix("/") ? String(member.dropLast()) : member
            let folder = bare.split(separator: "/").dropLast().joined(separator: "/")
            switch VectorFormat(path: bare)?.suffix {
            case ".shp":
                if !folder.isEmpty, !places.contains(folder) { places.append(folder) }
            case ".dbf", ".zip", nil: continue
            default:
                if !folder.lowercased().hasSuffix(".gdb") { places.append(bare) }
            }
        }
        guard places.count <= 1 else {
            let names = places.prefix(20).joined(separator: ", ")
            throw FeatureReadError(
                "is an archive of several files; unpack it and give one of: \(names)")
        }
        return places.map { "\(archive)/\($0)" }
    }

    private static func layer(
        of file: VectorFile, in dataset: waypost_gdal_object, _ gdal: GDALLibrary
    ) throws(FeatureReadError) -> waypost_gdal_object {
        let count = min(Int(gdal.functions.GDALDatasetGetLayerCount(dataset)), mostLayers)
        var layers: [(name: String, handle: waypost_gdal_object)] = []
        for place in 0..<count {
            guard let handle = gdal.functions.GDALDatasetGetLayer(dataset, Int32(place)) else {
                continue
            }
            let name = GDALLibrary.text(gdal.functions.OGR_L_GetName(handle)) ?? ""
            layers.append((name, handle))
        }
        if let wanted = file.layer {
            let found =
                layers.first { $0.name == wanted }
                ?? layers.first { $0.name.lowercased() == wanted.lowercased() }
            if let found { return found.handle }
            throw FeatureReadError(
                "has no layer \"\(wanted.excerpt(80))\"; \(list(layers.map(\.name)))")
        }
        if layers.count == 1 { return layers[0].handle }
        for name in file.usualLayers {
            if let usual = layers.first(where: { $0.name == name }) { return usual.handle }
        }
        // Workbooks have empty sheets, and KML files have empty folders.
        let filled = layers.filter { layer in
            gdal.functions.OGR_L_GetFeatureCount(layer.handle, 1) != 0
        }
        if filled.count == 1 { return filled[0].handle }
        guard !layers.isEmpty else { throw FeatureReadError("has no layers") }
        throw FeatureReadError(
            "no layer is named; write \(file.path)#LAYER; \(list(layers.map(\.name)))")
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(40).map { $0.excerpt(80) }.joined(separator: ", ")
        let more = names.count > 40 ? " and \(names.count - 40) more" : ""
        return "the layers are: \(names.isEmpty ? "none" : shown)\(more)"
    }
}

// MARK: - Describing

extension OpenVectorLayer {
    private static func described(
        _ handle: waypost_gdal_object, _ file: VectorFile, driver: String, isRaw: Bool,
        _ gdal: GDALLibrary
    ) throws(FeatureReadError) -> VectorLayer {
        let functions = gdal.functions
        let code = functions.OGR_L_GetGeomType(handle)
        let system = functions.OGR_L_GetSpatialRef(handle)
        let ids = GDALLibrary.text(functions.OGR_L_GetFIDColumn(handle)) ?? ""
        let count = functions.OGR_L_GetFeatureCount(handle, 0)
        var columns = try columns(of: handle, gdal)
        if driver == "ESRI Shapefile" {
            let names = CutNames.restored(columns.map(\.field.name), among: file.knownFields)
            for (place, name) in names.enumerated() { columns[place].field.name = name }
        }
        return VectorLayer(
            name: GDALLibrary.text(functions.OGR_L_GetName(handle)) ?? "",
            shapes: VectorLayer.Shapes(code: code),
            hasMeasures: VectorLayer.Shapes.hasMeasures(code: code),
            columns: columns,
            spatialReference: system.flatMap { reference($0, gdal) },
            idField: ids.isEmpty ? nil : ids, count: count < 0 ? nil : Int(count),
            hasHeadingsAmongRows: VectorFormat.sheetReaders.contains(driver),
            hasUnknownEncoding: isRaw,
            isNorthFirst: system.map { isNorthFirst($0, gdal) } ?? false)
    }

    private static func columns(
        of handle: waypost_gdal_object, _ gdal: GDALLibrary
    ) throws(FeatureReadError) -> [VectorLayer.Column] {
        let functions = gdal.functions
        guard let definition = functions.OGR_L_GetLayerDefn(handle) else { return [] }
        let count = functions.OGR_FD_GetFieldCount(definition)
        let most = FeatureLimits().maximumFields
        guard count <= most else {
            throw FeatureReadError("\(count) columns, which is more than \(most)")
        }
        var columns: [VectorLayer.Column] = []
        for place in 0..<max(count, 0) {
            guard let field = functions.OGR_FD_GetFieldDefn(definition, place) else { continue }
            let name = Self.decoded(functions.OGR_Fld_GetNameRef(field))
            let kind: VectorLayer.Column.Kind
            let type: FieldType
            switch functions.OGR_Fld_GetType(field) {
            case 0, 12: (kind, type) = (.integer, .integer)
            case 2: (kind, type) = (.number, .double)
            case 8: continue  // bytes
            case 9: (kind, type) = (.day, .date)
            case 10: (kind, type) = (.time, .string)
            case 11: (kind, type) = (.dateTime, .date)
            default: (kind, type) = (.text, .string)
            }
            let width = Int(functions.OGR_Fld_GetWidth(field))
            let length = kind == .text && width > 0 ? width : nil
            columns.append(
                VectorLayer.Column(
                    field: Field(name, type, length: length), place: place, kind: kind))
        }
        return columns
    }

    private static func decoded(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { WrittenText.decoded($0).text ?? String(cString: $0) } ?? ""
    }

    /// Returns the system by number or else by text; nil if it is a local system without a place on
    /// earth.
    private static func reference(
        _ system: waypost_gdal_object, _ gdal: GDALLibrary
    ) -> SpatialReference? {
        let functions = gdal.functions
        if functions.OSRIsLocal(system) != 0 { return nil }
        let authority = GDALLibrary.text(functions.OSRGetAuthorityName(system, nil))
        let code = GDALLibrary.text(functions.OSRGetAuthorityCode(system, nil))
        if let code {
            if authority == "OGC", code == "CRS84" { return .wgs84 }
            if authority == "EPSG" || authority == "ESRI", let wkid = Int(code), wkid > 0 {
                return SpatialReference(wkid: wkid)
            }
        }
        var text: UnsafeMutablePointer<CChar>?
        let isWritten = functions.OSRExportToWkt(system, &text) == 0
        defer { functions.VSIFree(text) }
        guard isWritten, let wkt = GDALLibrary.text(text), !wkt.isEmpty else { return nil }
        return SpatialReference(wkt: wkt)
    }

    /// Returns whether coordinates are in the authority's order with north first.
    private static func isNorthFirst(
        _ system: waypost_gdal_object, _ gdal: GDALLibrary
    ) -> Bool {
        let functions = gdal.functions
        guard
            functions.OSREPSGTreatsAsLatLong(system) != 0
                || functions.OSREPSGTreatsAsNorthingEasting(system) != 0
        else { return false }
        var count: Int32 = 0
        guard let mapping = functions.OSRGetDataAxisToSRSAxisMapping(system, &count), count >= 2
        else { return false }
        return mapping[0] == 1
    }
}
