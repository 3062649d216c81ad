// The answer to an operation in its forms.

import Batches
import Geo
import Preparation
import PublishedServices
import RouteAPI
import ServicePages

struct OperationAnswer: Resource {
    let layer: PublishedLayer
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// The request as solved, with all rows fetched.
    let solved: AnalysisRequest
    let result: AnalysisResult

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] { AnalysisResultWriter.json(result, pretty: pretty) }

    func geoJSON() -> [UInt8]? { AnalysisResultWriter.geoJSON(result) }

    /// Returns a GeoPackage with every table.
    ///
    /// - Throws: `FeatureStoreError` if the machine's folder for temporary files cannot be written.
    func geoPackage() throws -> [UInt8] { try AnswerPackage(AnswerTables(result)).bytes() }

    func page() -> DirectoryPage {
        AnswerPage(layer: layer, fields: fields, solved: solved, result: result).page
    }
}
