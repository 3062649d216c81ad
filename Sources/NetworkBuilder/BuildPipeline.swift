// Builds a network from OpenStreetMap files. Start here.

import DefinitionFiles
import Foundation
import RoadNetwork
import SystemResources

/// Builds a network from OpenStreetMap files.
///
/// A build runs in stages, each with a ``BuildPhase``:
///
/// If a map is wanted, its background comes first (``MapImport``) and goes into a file of its own.
///
/// 1. Read roads and turn restrictions, then the nodes they use (two passes over the files).
/// 2. Cut roads at junctions and apply the tag rules of the network definition to each segment.
/// 3. Resolve turn restrictions to prohibited sequences of edges.
/// 4. Assemble the columns derived from the segments (``NetworkAssembly``).
/// 5. Add the hierarchies for fast queries, write the file, read it back and check it.
///
/// The same input and definition give the same bytes. The output folder is locked during a build,
/// and the old network stays in place until the new file is whole and checked, so servers may keep
/// it open. The ``BuildReport`` says what the build left out or distrusts. `waypost network build`
/// calls ``run(inputs:output:definition:doctor:progress:)``.
///
/// ```swift
/// let report = try await BuildPipeline.run(inputs: [input], output: output)    // an .osm.pbf
/// let network = try NetworkDataset(path: output)
/// // network.segmentCount == report.segments
/// ```
public enum BuildPipeline {
    /// What a build will need, estimated before it starts.
    public struct Estimate: Sendable {
        /// Bytes of memory if the files hold all kinds of objects, as published extracts do.
        public var memoryBytes: Int
        /// Bytes of memory if the files hold roads only.
        public var memoryBytesAtMost: Int
        /// A warning if the build may need more memory than the machine has.
        public var warning: String?

        /// The estimate as a line of text.
        public var text: String {
            if memoryBytes == memoryBytesAtMost {
                return "about \(BuildReport.size(memoryBytes)) of memory"
            }
            return "about \(BuildReport.size(memoryBytes)) of memory, up to "
                + "\(BuildReport.size(memoryBytesAtMost)) if the input holds roads only"
        }
    }

    /// Estimates what a build will need, from the sizes of its files.
    ///
    /// - Parameter areLayers: Whether the files are street layers' copies.
    /// - Throws: ``BuildError`` if a file is missing or there is none.
    public static func estimate(inputs: [String], areLayers: Bool = false) throws -> Estimate {
        let memory = MemoryEstimate(try files(inputs), areLayers: areLayers)
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
    ///   - inputs: Files that end in `.osm.pbf`, `.osm` or `.osc`; the latter two may end in `.gz`
    ///     or `.bz2` in addition. If several files hold an object, its newest version counts.
    ///   - output: The network's folder; created if missing.
    ///   - definition: A network definition; `nil` for the shipped one.
    ///   - doctor: Files to write the findings to, ending in `.csv` or `.geojson`.
    ///   - layers: The street layers behind the inputs; the report names them.
    ///   - attribution: Whom answers name as the source; `nil` for what the definition says.
    ///   - hasMap: Whether to keep the background of maps, too: water, land, buildings, boundaries
    ///     and the names of places. Without it, a map from an earlier build is removed.
    ///   - progress: Called on the building task as the build proceeds.
    /// - Returns: The report, which is also stored in the folder as ``BuildReport/fileName``.
    /// - Throws: ``InvalidDefinitions``, ``OSMReadError`` or ``BuildError``, each naming the file,
    ///   or `CancellationError` if the task is cancelled.
    public static func run(
        inputs: [String], output: String, definition: String? = nil, doctor: [String] = [],
        layers: [BuildInput] = [], attribution: String? = nil, hasMap: Bool = false,
        progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
    ) async throws -> BuildReport {
        var network = try NetworkDefinition.load(path: definition)
        if let attribution { network.description.attribution = attribution }
        let rules = RoadRules(network)
        let meter = ProgressMeter(hasMap: hasMap, progress)
        var report = try startReport(
            inputs, layers: layers, definition: definition, rules.definition)
        let files = try doctor.map { try FindingFile(path: $0) }
        let writer = try DatasetWriter(folder: output)
        // The map comes first, so that its memory is free when the streets need theirs.
        var mapDraft: DraftFile?
        if hasMap { mapDraft = try stageMap(of: inputs, rules, meter, writer, &report) }
        var findings = FindingList()
        let names = NameCollection()
        var contents = try NetworkReading.contents(
            of: inputs, rules, meter, &report, &findings, names: names)
        let places = names.contents()
        report.note(places, unused: names.unused)
        for file in files { try file.write(findings) }

        try meter.begin(.ordering, unit: "")
        try HierarchyStage.add(to: &contents) { try meter.update(fraction: $0, count: 0) }

        try meter.begin(.writing, unit: "bytes")
        var placesDraft = try writer.stage(PlaceDataset.fileName) { partial in
            try verify(places: partial)
        } writing: { sink in
            try DatasetEncoder(places).write(to: sink)
        }
        let encoder = try DatasetEncoder(contents)
        var networkDraft = try writer.stage(NetworkDataset.fileName) { partial in
            try meter.begin(.verifying, unit: "bytes")
            report.fingerprint = try verify(partial)
        } writing: { sink in
            try encoder.write(to: sink)
        }
        // A server that sees the new streets finds their names and the new map in place.
        try writer.commit(&placesDraft)
        if var mapDraft {
            try writer.commit(&mapDraft)
        } else {
            try writer.remove(MapBackground.fileName)
        }
        try writer.commit(&networkDraft)
        report.datasetBytes = encoder.byteCount
        try writer.replace(BuildReport.fileName, with: Array(try report.json()))
        try meter.update(fraction: 1, count: encoder.byteCount)
        return report
    }

    /// Reads the background of maps and writes it beside the place where it will be.
    private static func stageMap(
        of inputs: [String], _ rules: RoadRules, _ meter: ProgressMeter,
        _ writer: borrowing DatasetWriter, _ buildReport: inout BuildReport
    ) throws -> DraftFile {
        var report = MapReport()
        let contents = try MapImport(inputs: inputs, rules: rules, progress: meter)
            .run(report: &report)
        let encoder = DatasetEncoder(contents)
        let draft = try writer.stage(MapBackground.fileName) { partial in
            report.fingerprint = try verify(map: partial)
        } writing: { sink in
            try encoder.write(to: sink)
        }
        report.bytes = encoder.byteCount
        buildReport.map = report
        return draft
    }

    private static func files(_ inputs: [String]) throws -> [BuildInput] {
        guard !inputs.isEmpty else { throw BuildError("no input file is given") }
        return try inputs.map { path in
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw BuildError("\(path): \(String(cString: strerror(errno)))")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                let streets = OtherContent.streetLayer(path.lowercased()).map { "; \($0)" }
                throw BuildError("\(path) is not a file\(streets ?? "")")
            }
            let name = URL(fileURLWithPath: path).lastPathComponent
            return BuildInput(file: name, bytes: Int(status.st_size), dataTimestamp: 0)
        }
    }

    static func startReport(
        _ inputs: [String], layers: [BuildInput] = [], definition path: String?,
        _ definition: NetworkDefinition
    ) throws -> BuildReport {
        var report = BuildReport()
        report.network = definition.description.name
        report.definition =
            path.map { URL(fileURLWithPath: $0).lastPathComponent }
            ?? "the shipped \(NetworkDefinition.shippedName)"
        let files = try files(inputs)
        report.inputs = layers.isEmpty ? files : layers
        // The report must not depend on the machine, so it omits the machine's memory.
        report.memoryEstimateBytes =
            MemoryEstimate(files, areLayers: !layers.isEmpty).mostBytes
        return report
    }

    /// Opens a written dataset, checks every byte and returns its fingerprint.
    private static func verify(_ path: String) throws -> String {
        do {
            return try NetworkDataset(path: path).fingerprint
        } catch let error as DatasetError {
            throw damage(of: path, error)
        }
    }

    /// Opens written names and checks every byte.
    private static func verify(places path: String) throws {
        do {
            _ = try PlaceDataset(file: path)
        } catch let error as DatasetError {
            throw damage(of: path, error)
        }
    }

    /// Opens a written map, checks every byte and returns its fingerprint.
    private static func verify(map path: String) throws -> String {
        do {
            return try MapBackground(path: path).fingerprint
        } catch let error as DatasetError {
            throw damage(of: path, error)
        }
    }

    private static func damage(of path: String, _ error: DatasetError) -> BuildError {
        BuildError("\(path) is damaged after writing (\(error)): check the disk and build again")
    }
}
