// Jobs' results and inputs: whole, piece by piece, in other coordinate systems, as files.

import AccessControl
import Answers
import Geo
import Geoprocessing
import Hummingbird
import Jobs
import NIOCore
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

extension JobEndpoint {
    /// Larger results are sent piece by piece, and have no page.
    static let wholeBytes = 4 << 20
    /// The most bytes all results may have in one list or one file.
    static let listedBytes = 16 << 20
    /// How many bytes are read and sent at once.
    private static let pieceBytes = 1 << 18

    // MARK: - Results

    func result(
        _ name: String, of record: JobRecord, _ task: PublishedTask
    ) async throws -> Response {
        let id = record.id
        let results = try await call { try $0.results(of: id) }
        guard let result = results.first(where: { $0.name.lowercased() == name.lowercased() })
        else {
            throw ErrorTable.unknownPart(name, of: "result", among: results.map(\.name))
        }
        if asking.request.format == .gpkg { return try await package(of: [result], record, task) }
        let output = try declaration(of: task).outputs.first { $0.name == result.name }
        let value = ParameterValue(name: result.name, type: output?.type ?? .string)
        let system = try system
        if result.byteCount <= Self.wholeBytes {
            let (path, writer) = (path(of: record, task), asking.writer)
            let attribution = task.layers.first?.description.attribution ?? ""
            let origin = asking.request.source.base
            return try await call { store in
                var content =
                    try store.content(of: id, named: result.name, in: 0..<result.byteCount) ?? []
                if let file = Self.file(content, value.type, of: task, path) {
                    content = file.value(of: result.name, origin: origin)
                }
                if let system { content = try Self.projected(content, to: system) }
                return writer.response(
                    JobValueResource(
                        value: value, content: content, task: task, jobPath: path,
                        folder: "results", attribution: attribution))
            }
        }
        guard asking.writer.writesRows else {
            throw ErrorTable.largeResult(result.name, bytes: result.byteCount)
        }
        // Large results are sent as stored, in the system the job asked for.
        if system != nil { throw ErrorTable.largeProjection(result.name, bytes: result.byteCount) }
        return streamed(result, value, of: id)
    }

    /// The coordinate system the request wants results in; `nil` keeps the job's.
    var system: SpatialReference? {
        get throws {
            let reader = SelectionReader(form: asking.request.fields)
            let system = try reader.reference("outSR") ?? reader.reference("env:outSR")
            try asking.server.outbound.systems.admit(NamedSystems([system]), of: caller)
            return system
        }
    }

    /// Returns a value with its shapes in another system. Values without shapes stay as they are.
    static func projected(
        _ content: [UInt8], to system: SpatialReference
    ) throws -> [UInt8] {
        let value = try JSONValue.parse(content)
        guard value["features"] != nil else { return content }
        let set = try EsriFeatureReader().featureSet(value)
        guard set.geometryType != nil, !set.spatialReference.isSame(as: system) else {
            return content
        }
        do {
            let moved = try set.projected(to: system)
            var writer = JSONWriter()
            writer.beginEsriFeatureSet(moved) { $0.member("displayFieldName", "") }
            writer.esriFeatures(of: moved)
            writer.endEsriFeatureSet()
            return writer.bytes
        } catch {
            throw ServiceError(.invalidParameter("outSR", "cannot be used: \(error)"))
        }
    }

    // MARK: - Files

    /// Returns the file if an output's value stands for one; otherwise `nil`.
    private static func file(
        _ content: [UInt8], _ type: GPDataType, of task: PublishedTask, _ jobPath: String
    ) -> JobResultFile? {
        guard type == .file else { return nil }
        do throws(JSONParseError) {
            return ResultFile(value: try JSONValue.parse(content)).map {
                JobResultFile(task: task, jobPath: jobPath, file: $0)
            }
        } catch {
            return nil
        }
    }

    /// Makes the archive that a result links to.
    func file(
        of name: String, _ record: JobRecord, _ task: PublishedTask
    ) async throws -> Response {
        let (id, path, writer) = (record.id, path(of: record, task), asking.writer)
        let outputs = try declaration(of: task).outputs
        let sets = Set(outputs.filter { $0.type == .features || $0.type == .records }.map(\.name))
        let files = outputs.filter { $0.type == .file }.map(\.name)
        return try await call { store in
            let results = try store.results(of: id)
            func content(_ result: JobResult) throws -> [UInt8] {
                try store.content(of: id, named: result.name, in: 0..<result.byteCount) ?? []
            }
            guard
                let asked = results.first(where: {
                    $0.name.lowercased() == name.lowercased() && files.contains($0.name)
                }), let file = Self.file(try content(asked), .file, of: task, path)
            else { throw ErrorTable.unknownPart(name, of: "file", among: []) }
            let rows = results.filter { sets.contains($0.name) }
            let bytes = rows.reduce(0) { $0 + $1.byteCount }
            guard bytes <= Self.listedBytes else {
                throw ErrorTable.largeResult(file.name, bytes: bytes)
            }
            return writer.response(
                try file.archive(rows.map { ($0.name, try content($0)) }),
                type: "application/zip", named: file.name)
        }
    }

    // MARK: - Pieces and lists

    /// Returns a response that reads and sends a large result piece by piece.
    private func streamed(
        _ result: JobResult, _ value: ParameterValue, of id: JobID
    ) -> Response {
        let compression = asking.writer.acceptsGzip ? GzipStream() : nil
        let (jobs, owner) = (jobs, caller.key)
        @Sendable func sent(_ piece: [UInt8], isLast: Bool = false) -> ByteBuffer {
            ByteBuffer(bytes: compression?.compress(piece, isLast: isLast) ?? piece)
        }
        let body = ResponseBody { writer in
            var body = writer
            try await body.write(sent(value.head))
            var place = 0
            while place < result.byteCount {
                let range = place..<(place + Self.pieceBytes)
                let (piece, count) = try await jobs.call(for: owner) { store in
                    let content = try store.content(of: id, named: result.name, in: range)
                    // If the job is deleted meanwhile, the response stops short of its end.
                    guard let content, !content.isEmpty else { throw CancellationError() }
                    return (sent(content), content.count)
                }
                try await body.write(piece)
                place += count
            }
            try await body.write(sent(ParameterValue.tail, isLast: true))
            try await body.finish(nil)
        }
        return asking.writer.response(compressed: compression != nil, body: body)
    }

    /// Returns all results in one list.
    func results(of record: JobRecord, _ task: PublishedTask) async throws -> Response {
        let id = record.id
        let results = try await call { try $0.results(of: id) }
        if asking.request.format == .gpkg { return try await package(of: results, record, task) }
        let bytes = results.reduce(0) { $0 + $1.byteCount }
        guard bytes <= Self.listedBytes else {
            throw ErrorTable.largeResult("The list of results", bytes: bytes)
        }
        let types = Dictionary(
            try declaration(of: task).outputs.map { ($0.name, $0.type) },
            uniquingKeysWith: { first, _ in first })
        let (path, writer) = (path(of: record, task), asking.writer)
        let origin = asking.request.source.base
        return try await call { store in
            let values = try results.map { result in
                let value = ParameterValue(name: result.name, type: types[result.name] ?? .string)
                let content = try store.content(
                    of: id, named: result.name, in: 0..<result.byteCount)
                let file = Self.file(content ?? [], value.type, of: task, path)
                return (value, file?.value(of: value.name, origin: origin) ?? content ?? [])
            }
            return writer.response(
                JobValuesResource(
                    title: "Results", values: values, jobPath: path, folder: "results", task: task))
        }
    }

    func input(
        _ name: String?, of record: JobRecord, _ task: PublishedTask
    ) async throws -> Response {
        let (id, declared) = (record.id, try declaration(of: task).inputs)
        let (jobPath, writer) = (path(of: record, task), asking.writer)
        return try await call { store in
            guard let bytes = try store.input(of: id), let form = JobInput(bytes: bytes)?.form
            else {
                throw ErrorTable.unknownPart(name ?? "inputs", of: "input", among: [])
            }
            func value(of parameter: GPParameter) -> (ParameterValue, [UInt8]) {
                (
                    ParameterValue(name: parameter.name, type: parameter.type),
                    ParameterValue.json(of: form.text(parameter.name), parameter.type)
                )
            }
            guard let name else {
                return writer.response(
                    JobValuesResource(
                        title: "Inputs", values: declared.map(value), jobPath: jobPath,
                        folder: "inputs", task: task))
            }
            guard let found = declared.first(where: { $0.name.lowercased() == name.lowercased() })
            else { throw ErrorTable.unknownPart(name, of: "input", among: declared.map(\.name)) }
            let (described, content) = value(of: found)
            return writer.response(
                JobValueResource(
                    value: described, content: content, task: task, jobPath: jobPath,
                    folder: "inputs"))
        }
    }
}
