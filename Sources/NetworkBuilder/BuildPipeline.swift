// Builds a network from OpenStreetMap files. Start here.

import DefinitionFiles
import Foundation
import RoadNetwork

/// Builds networks.
///
/// ```swift
/// let report = try await BuildPipeline.run(inputs: [input], output: output)    // an .osm.pbf
/// let network = try NetworkDataset(path: output)
/// // network.segmentCount == report.segments
/// ```
public enum BuildPipeline {
    /// What a build will need, before it starts.
    public struct Estimate: Sendable {
        /// Bytes of memory for files with all kinds of objects, as extracts are published.
        public var memoryBytes: Int
        /// Bytes of memory for files with roads only.
        public var memoryBytesAtMost: Int
        /// A sentence when that is more than the machine has.
        public var warning: String?

        /// The estimate as a line of text.
        public var text: String {
            "about \(BuildReport.size(memoryBytes)) of memory, up to "
                + "\(BuildReport.size(memoryBytesAtMost)) if the input holds roads only"
        }
    }

    /// Estimates what building from some files will need, from their sizes alone.
    ///
    /// - Throws: ``BuildError`` naming a file that is not there.
    public static func estimate(inputs: [String]) throws -> Estimate {
        let memory = MemoryEstimate(try files(inputs).map { ($0.file, $0.bytes) })
        return Estimate(
            memoryBytes: memory.likelyBytes, memoryBytesAtMost: memory.mostBytes,
            warning: memory.warning)
    }

    /// Builds a network from OpenStreetMap files and writes it into a folder.
    ///
    /// The same input gives the same bytes. The folder's old network stays usable until the new one
    /// is whole and checked; an interrupted build leaves it in place.
    ///
    /// - Parameters:
    ///   - inputs: Files that end in `.osm.pbf`, `.osm` or `.osc`, the last two perhaps with `.gz`
    ///     or `.bz2`; of what several of them hold, the newest version counts.
    ///   - output: The network's folder; made if it is not there.
    ///   - definition: A network definition, or `nil` for the shipped one.
    ///   - doctor: Files that the findings are written to, ending in `.csv` or `.geojson`.
    ///   - progress: Called on the building task with the progress of the build.
    /// - Returns: The report, which is also in the folder as ``BuildReport/fileName``.
    /// - Throws: ``InvalidDefinitions``, ``OSMReadError`` or ``BuildError``, each naming the file,
    ///   or `CancellationError` when the task is cancelled.
    public static func run(
        inputs: [String], output: String, definition: String? = nil, doctor: [String] = [],
        progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
    ) async throws -> BuildReport {
        let rules = RoadRules(try NetworkDefinition.load(path: definition))
        let meter = ProgressMeter(progress)
        var report = try startReport(inputs, definition: definition, rules.definition)
        let files = try doctor.map { try FindingFile(path: $0) }
        let writer = try DatasetWriter(folder: output)
        var findings = FindingList()
        var contents = try NetworkReading.contents(of: inputs, rules, meter, &report, &findings)
        for file in files { try file.write(findings) }

        try meter.begin(.ordering, unit: "")
        try HierarchyStage.add(to: &contents) { try meter.update(fraction: $0, count: 0) }

        try meter.begin(.writing, unit: "bytes")
        let encoder = try DatasetEncoder(contents)
        try writer.replace(NetworkDataset.fileName) { partial in
            try meter.begin(.verifying, unit: "bytes")
            report.fingerprint = try verify(partial)
        } writing: { sink in
            try encoder.write(to: sink)
        }
        report.datasetBytes = encoder.byteCount
        try writer.replace(BuildReport.fileName, with: Array(try report.json()))
        try meter.update(fraction: 1, count: encoder.byteCount)
        return report
    }

    private static func files(_ inputs: [String]) throws -> [BuildInput] {
        guard !inputs.isEmpty else { throw BuildError("no input file is given") }
        return try inputs.map { path in
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw BuildError("\(path): \(String(cString: strerror(errno)))")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw BuildError("\(path) is not a file")
            }
            let name = URL(fileURLWithPath: path).lastPathComponent
            return BuildInput(file: name, bytes: Int(status.st_size), dataTimestamp: 0)
        }
    }

    static func startReport(
        _ inputs: [String], definition path: String?, _ definition: NetworkDefinition
    ) throws -> BuildReport {
        var report = BuildReport()
        report.network = definition.description.name
        report.definition =
            path.map { URL(fileURLWithPath: $0).lastPathComponent }
            ?? "the shipped \(NetworkDefinition.shippedName)"
        report.inputs = try files(inputs)
        // The memory of the machine is not in the report, which must not depend on the machine.
        report.memoryEstimateBytes =
            MemoryEstimate(report.inputs.map { ($0.file, $0.bytes) }).mostBytes
        return report
    }

    /// Opens a written dataset, checks every byte of it and returns its fingerprint.
    private static func verify(_ path: String) throws -> String {
        do {
            return try NetworkDataset(path: path).fingerprint
        } catch let error as DatasetError {
            throw BuildError(
                "\(path) is damaged after writing (\(error)): check the disk and build again"
            )
        }
    }
}
