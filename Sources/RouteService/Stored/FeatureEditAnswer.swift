// What became of edits of a stored layer, as JSON and as a page with the form.

import FeatureStore
import Geo
import RouteAPI

/// The answer to edits.
struct FeatureEditAnswer: Resource {
    let layer: ServedLayer
    let operation: FeatureEditOperation
    /// The fields as they were sent, for the form on the page.
    let fields: FormParameters
    /// `nil` for the form alone.
    let outcome: EditOutcome?

    var isCacheable: Bool { false }

    /// The results by their names on the wire.
    private var results: [(key: String, title: String, rows: [EditResult])] {
        guard let outcome else { return [] }
        let adds = (key: "addResults", title: "Added rows", rows: outcome.adds)
        let updates = (key: "updateResults", title: "Changed rows", rows: outcome.updates)
        let deletes = (key: "deleteResults", title: "Deleted rows", rows: outcome.deletes)
        switch operation {
        case .add: return [adds]
        case .update: return [updates]
        case .delete: return [deletes]
        case .apply: return [adds, updates, deletes]
        }
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            for list in results {
                writer.array(list.key) { writer in
                    for row in list.rows { writer.editResult(row) }
                }
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: operation.title, trail: FeatureLayerResource.trail(to: layer),
            lead: operation.summary)
        for list in results where !list.rows.isEmpty {
            page.section("results-\(list.key)", list.title) { html in
                html.table(
                    caption: "\(list.rows.count) rows", id: "table-\(list.key)",
                    columns: ["Id", "Result", "Code"],
                    rows: list.rows.map { row in
                        [
                            HTML(row.objectID.map { "\($0)" } ?? "none"),
                            HTML(row.failure?.message ?? "done"),
                            HTML(row.failure.map { "\($0.code.rawValue)" } ?? ""),
                        ]
                    })
            }
        }
        page.section("form", "Rows") { html in
            html.append(
                FeatureForm(
                    action: "\(ResourcePath.featureLayer(layer))/\(operation.rawValue)",
                    fields: fields
                ).edit(operation))
        }
        return page
    }
}

extension JSONWriter {
    /// Writes the result of one edit, as feature services do.
    fileprivate mutating func editResult(_ result: EditResult) {
        beginObject()
        member("objectId", result.objectID ?? -1)
        member("success", result.failure == nil)
        if let failure = result.failure {
            object("error") { writer in
                writer.member("code", failure.code.rawValue)
                writer.member("description", failure.message)
            }
        }
        endObject()
    }
}
