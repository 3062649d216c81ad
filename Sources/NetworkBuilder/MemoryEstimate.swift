// How much memory a build will need, from the sizes of its input files.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An estimate of a build's memory, made before anything is read.
struct MemoryEstimate {
    /// Bytes of memory for one byte of PBF, and what the program takes by itself.
    ///
    /// Measured as the peak of whole release builds; see the numbers beside ``base``.
    private static let perByte = 30.0
    private static let base = 60 << 20

    /// Bytes the build will need at most.
    let bytes: Int

    /// Estimates for files of given names and sizes.
    init(_ files: [(name: String, bytes: Int)]) {
        let weighted = files.reduce(0.0) { sum, file in
            sum + Double(file.bytes) * Self.pbfBytes(perByteOf: file.name)
        }
        bytes = Self.base + Int(weighted * Self.perByte)
    }

    /// PBF bytes that hold the same data as one byte of a format.
    private static func pbfBytes(perByteOf name: String) -> Double {
        if name.hasSuffix(".gz") { return 0.7 }
        if name.hasSuffix(".bz2") { return 0.9 }
        return name.hasSuffix(".pbf") ? 1 : 0.06
    }

    /// A warning when the estimate is above the machine's memory.
    var warning: String? {
        let physical = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        guard physical > 0, bytes > physical else { return nil }
        return "the build may need \(BuildReport.size(bytes)) of memory, this machine has "
            + BuildReport.size(physical)
    }
}
