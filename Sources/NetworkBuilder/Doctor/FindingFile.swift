// Writes findings to files: CSV for a table, GeoJSON for a map.

import Geo

/// A file to write a build's findings to.
struct FindingFile {
    /// The formats, by file name suffix.
    private enum Format: String, CaseIterable {
        case csv = ".csv"
        case geoJSON = ".geojson"
    }

    private static var columns: [FeatureColumn<Finding>] {
        [
            FeatureColumn("kind") { $0.kind.rawValue }, FeatureColumn("subject") { $0.subject },
            FeatureColumn("object") { $0.type.rawValue },
            FeatureColumn("id") { $0.type == .file ? nil : Int($0.id) },
            FeatureColumn("text") { $0.text },
        ]
    }
    /// The source has coordinates with seven decimals.
    private static let decimals = 7

    private let path: String
    private let format: Format

    /// - Throws: ``BuildError`` if the name ends in neither `.csv` nor `.geojson`.
    init(path: String) throws {
        let name = path.lowercased()
        guard let format = Format.allCases.first(where: { name.hasSuffix($0.rawValue) }) else {
            throw BuildError("\(path): findings are written to files that end in .csv or .geojson")
        }
        self.path = path
        self.format = format
    }

    /// Writes the findings. An existing file stays until the new one is whole.
    func write(_ findings: FindingList) throws {
        let set = Self.set(of: findings)
        var file = try ExportFile(path: path)
        switch format {
        case .csv:
            file.append(CSVFeatureWriter(decimals: Self.decimals).text(set))
        case .geoJSON:
            var writer = JSONWriter()
            writer.geoJSONFeatureCollection([set], decimals: Self.decimals)
            file.append(writer.text + "\n")
        }
        try file.publish()
    }

    private static func set(of findings: FindingList) -> FeatureSet {
        let order = Finding.Kind.allCases
        return FeatureSet(
            columns, of: order.flatMap { kind in findings.kept.filter { $0.kind == kind } },
            shape: .point
        ) { $0.place.map { .point($0) } }
    }
}
