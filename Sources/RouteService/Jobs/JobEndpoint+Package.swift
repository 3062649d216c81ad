// A job's results as a GeoPackage.

import Batches
import Geo
import Geoprocessing
import Hummingbird
import Jobs
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

extension JobEndpoint {
    /// Makes a GeoPackage with a table for each result that has rows.
    ///
    /// - Throws: ``ServiceError`` if none of them has rows, if they are too large, or if `outSR`
    ///   cannot be used.
    func package(
        of results: [JobResult], _ record: JobRecord, _ task: PublishedTask
    ) async throws -> Response {
        let outputs = try declaration(of: task).outputs
        let tables = results.filter { result in
            outputs.contains {
                $0.name == result.name && ($0.type == .features || $0.type == .records)
            }
        }
        let bytes = tables.reduce(0) { $0 + $1.byteCount }
        guard bytes <= Self.listedBytes else {
            throw ErrorTable.largeResult("The package", bytes: bytes)
        }
        let (id, system, writer) = (record.id, try system, asking.writer)
        return try await call { store in
            // A result that was not asked for is null.
            let read: [AnswerTables.Table] = try tables.compactMap { result in
                let whole = 0..<result.byteCount
                var content = try store.content(of: id, named: result.name, in: whole) ?? []
                if let system { content = try Self.projected(content, to: system) }
                let value = try JSONValue.parse(content)
                guard value["features"] != nil else { return nil }
                return AnswerTables.Table(
                    name: result.name, title: result.name.replacing("_", with: " "),
                    rows: try EsriFeatureReader().featureSet(value))
            }
            guard !read.isEmpty else { throw ErrorTable.noTable(among: results.map(\.name)) }
            let package = AnswerPackage(AnswerTables(read, dates: .instants))
            return writer.response(
                try package.bytes(), type: AnswerPackage.mediaType, named: "\(task.name).gpkg")
        }
    }
}

extension ErrorTable {
    /// Explains that a GeoPackage would have no table.
    fileprivate static func noTable(among names: [String]) -> ServiceError {
        ServiceError(
            .invalidParameter(
                "f",
                "gpkg is for results with rows, and \(names.joined(separator: ", ").excerpt(200)) "
                    + "has none; use json, pjson or html"))
    }
}
