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
struct MemoryEstimate {
    private static let base = 40 << 20
    private static let perByteOfEverything = 7.0
    private static let perByteOfRoads = 30.0

    /// Bytes needed if the files hold all kinds of objects, as published extracts do.
    var likelyBytes: Int
    /// Bytes needed if the files hold roads only.
    let mostBytes: Int

    /// Estimates from the files' names and sizes.
    init(_ files: [(name: String, bytes: Int)]) {
        let weighted = files.reduce(0.0) { sum, file in
            sum + Double(file.bytes) * Self.pbfBytes(perByteOf: file.name)
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
