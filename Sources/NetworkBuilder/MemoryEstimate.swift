// Estimates how much memory a build will need, from the sizes of its input files.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An estimate of a build's memory, made before anything is read.
///
/// Measured as peaks of release builds, minus 38 MiB for the program itself: 4 to 6 bytes per byte
/// of PBF with all kinds of objects (Andorra, Liechtenstein, Reisterstown), 26 to 28 if an extract
/// holds roads only (Porto, Washington). A file's name does not show which kind it is, so both are
/// given.
///
/// A street layer's copy has roads only, without what editors note: 10 to 13 bytes per byte of text
/// (10,000 and 100,000 streets of six vertices, from GeoJSON, CSV and GeoPackage; the reading of a
/// layer needs less than the build).
struct MemoryEstimate {
    private static let base = 40 << 20
    private static let perByteOfEverything = 7.0
    private static let perByteOfRoads = 30.0
    private static let perByteOfLayers = 11.0

    /// Bytes needed if the files hold all kinds of objects, as published extracts do.
    let likelyBytes: Int
    /// Bytes needed if the files hold roads only.
    let mostBytes: Int

    /// Estimates from the files' names and sizes.
    ///
    /// - Parameter areLayers: Whether the files are street layers' copies.
    init(_ files: [BuildInput], areLayers: Bool = false) {
        if areLayers {
            let bytes = files.reduce(0.0) { $0 + Double($1.bytes) * Self.perByteOfLayers }
            (likelyBytes, mostBytes) = (Self.base + Int(bytes), Self.base + Int(bytes))
            return
        }
        let weighted = files.reduce(0.0) { sum, file in
            sum + Double(file.bytes) * Self.pbfBytes(perByteOf: file.file)
        }
        likelyBytes = Self.base + Int(weighted * Self.perByteOfEverything)
        mostBytes = Self.base + Int(weighted * Self.perByteOfRoads)
    }

    /// Returns how many PBF bytes hold the same data as one byte of a file's format.
    private static func pbfBytes(perByteOf name: String) -> Double {
        if name.hasSuffix(".gz") { return 0.7 }
        if name.hasSuffix(".bz2") { return 0.9 }
        return name.hasSuffix(".pbf") ? 1 : 0.06
    }

    /// A warning if the machine has less memory than estimated.
    var warning: String? {
        let physical = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        guard physical > 0, likelyBytes > physical else { return nil }
        return "the build may need \(BuildReport.size(likelyBytes)) of memory, this machine has "
            + BuildReport.size(physical)
    }
}
