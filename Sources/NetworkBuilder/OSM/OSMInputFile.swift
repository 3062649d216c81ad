// What the header of an OSM file says, before its objects are read.

/// An OSM file that is read together with others.
struct OSMInputFile {
    var path: String
    /// Its rank by the date in its header, oldest first.
    var rank: Int
    var numbering: OSMNumbering
    /// Whether it may hold several versions of an object.
    var hasVersions: Bool

    /// Reads the headers of some files.
    static func opened(_ paths: [String]) throws -> [OSMInputFile] {
        let headers = try paths.map { path in
            let reader = try OSMReader(path: path, kinds: .ways)
            return (date: reader.dataTimestamp, hasVersions: reader.hasVersions)
        }
        let ordered = Set(headers.map(\.date)).sorted()
        return zip(paths, headers).enumerated().map { index, file in
            let (path, header) = file
            return OSMInputFile(
                path: path, rank: ordered.firstIndex(of: header.date) ?? 0,
                numbering: OSMNumbering(file: index), hasVersions: header.hasVersions)
        }
    }
}
