// How much memory a build will need, from the sizes of its input files.

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An estimate of a build's memory, made before anything is read.
///
/// Peaks of release builds, less the 38 MiB the program takes by itself: 4 to 6 bytes for a byte of
/// PBF with everything in it (Andorra, Liechtenstein, Reisterstown), 26 to 28 where an extract
/// holds roads only (Porto, Washington). A file's name does not show which it is, so that both are
/// stated.
struct MemoryEstimate {
    private static let base = 40 << 20
    private static let perByteOfEverything = 7.0
    private static let perByteOfRoads = 30.0

    /// Bytes the build needs when the files hold all kinds of objects, as published extracts do.
    let likelyBytes: Int
    /// Bytes the build needs when the files hold roads only.
    let mostBytes: Int

    /// Estimates for files of given names and sizes.
    init(_ files: [(name: String, bytes: Int)]) {
        let weighted = files.reduce(0.0) { sum, file in
            sum + Double(file.bytes) * Self.pbfBytes(perByteOf: file.name)
        }
        likelyBytes = Self.base + Int(weighted * Self.perByteOfEverything)
        mostBytes = Self.base + Int(weighted * Self.perByteOfRoads)
    }

    /// PBF bytes that hold the same data as one byte of a format.
    private static func pbfBytes(perByteOf name: String) -> Double {
        if name.hasSuffix(".gz") { return 0.7 }
        if name.hasSuffix(".bz2") { return 0.9 }
        return name.hasSuffix(".pbf") ? 1 : 0.06
    }

    /// A warning when the machine's memory is below the estimate.
    var warning: String? {
        let physical = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        guard physical > 0, likelyBytes > physical else { return nil }
        return "the build may need \(BuildReport.size(likelyBytes)) of memory, this machine has "
            + BuildReport.size(physical)
    }
}
