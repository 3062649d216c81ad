// The outcome of edits to a stored layer, as JSON and as a page with the form.

import FeatureStore
import Geo
import PublishedServices
import RouteAPI
import ServicePages

struct FeatureEditAnswer: Resource {
    let layer: FeatureLayer
    let operation: FeatureEditOperation
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// `nil` if only the form is shown.
    let outcome: EditOutcome?

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            if let outcome { writer.editResults(outcome, of: operation) }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: operation.title, trail: FeatureLayerResource.trail(to: layer),
            lead: operation.summary)
        if let outcome { page.content.append(Self.tables(of: outcome, operation, id: "results")) }
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

extension FeatureEditAnswer {
    /// Writes tables with each row's result.
    ///
    /// - Parameter id: A name for the tables.
    static func tables(
        of outcome: EditOutcome, _ operation: FeatureEditOperation, id: String
    ) -> HTML {
        var html = HTML()
        for list in outcome.lists(of: operation) where !list.rows.isEmpty {
            html.table(
                caption: "\(list.title): \(list.rows.count)", id: "table-\(id)-\(list.key)",
                columns: ["Id", "Result", "Code"],
                rows: list.rows.map { row in
                    [
                        HTML(row.objectID.map { "\($0)" } ?? "none"),
                        HTML(row.failure?.message ?? "done"),
                        HTML(row.failure.map { "\($0.code.rawValue)" } ?? ""),
                    ]
                })
        }
        return html
    }
}

extension EditOutcome {
    /// Returns an operation's results by their names on the wire.
    fileprivate func lists(
        of operation: FeatureEditOperation
    ) -> [(key: String, title: String, rows: [EditResult])] {
        let adds = (key: "addResults", title: "Added rows", rows: adds)
        let updates = (key: "updateResults", title: "Changed rows", rows: updates)
        let deletes = (key: "deleteResults", title: "Deleted rows", rows: deletes)
        switch operation {
        case .add: return [adds]
        case .update: return [updates]
        case .delete: return [deletes]
        case .apply: return [adds, updates, deletes]
        }
    }
}

extension JSONWriter {
    /// Writes the results of edits as members of an object.
    mutating func editResults(_ outcome: EditOutcome, of operation: FeatureEditOperation) {
        for list in outcome.lists(of: operation) {
            array(list.key) { writer in
                for row in list.rows { writer.editResult(row) }
            }
        }
    }

    /// Writes one edit's result, as feature services do.
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
