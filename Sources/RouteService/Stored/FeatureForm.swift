// A stored layer's HTML forms for queries and edits. They work without scripts.

import Geo
import RouteAPI
import ServicePages

/// A form with controls for a query or edits.
struct FeatureForm {
    /// The path to which the form is sent.
    let action: String
    /// The fields sent, shown again.
    let fields: FormParameters

    private typealias Control = ControlForm.Control

    /// The form for a query, sent by GET.
    var query: HTML { form(Self.queryControls, button: "Query (GET)", method: "get") }

    /// Returns the form for an edit, sent by POST.
    func edit(_ operation: FeatureEditOperation) -> HTML {
        form(
            Self.controls(of: operation), button: "\(operation.title) (POST)", method: "post")
    }

    /// The form for a calculation, sent by POST.
    var calculation: HTML {
        form(Self.calculationControls, button: "Calculate (POST)", method: "post")
    }

    /// The form to query several layers, sent by GET.
    var serviceQuery: HTML {
        form(
            [
                Control(
                    name: "layerDefs",
                    hint: "A condition for each layer, such as {\"0\":\"driver = 'Ada'\"}.",
                    isTall: true)
            ] + Self.queryControls.filter { !["where", "objectIds", "f"].contains($0.name) }
                + [Self.formatControl], button: "Query (GET)", method: "get")
    }

    /// The form to edit several layers, sent by POST.
    var serviceEdits: HTML {
        form(
            [
                Control(
                    name: "edits",
                    hint: "Edits of layers: [{\"id\":0,\"adds\":[…],\"deletes\":[3]}].",
                    isTall: true),
                Self.rollbackControl, Self.formatControl,
            ], button: "ApplyEdits (POST)", method: "post")
    }

    private static let calculationControls = [
        Control(
            name: "where", hint: "A condition on the rows; 1=1 for all.", isTall: true),
        Control(
            name: "calcExpression",
            hint: "Columns with values or expressions: "
                + "[{\"field\":\"parcels\",\"sqlExpression\":\"parcels + 1\"}].", isTall: true),
        formatControl,
    ]

    private static let formatControl = Control(
        name: "f", hint: "The form of the answer.", options: formats, initial: "html")

    private static let rollbackControl = Control(
        name: "rollbackOnFailure", hint: "Whether one failure leaves all as it was.",
        options: truth)

    private static let formats = ["html", "json", "pjson"]

    private static let queryControls: [Control] = [
        Control(
            name: "where", hint: "A condition, such as driver = 'Ada'.", isTall: true,
            initial: "1=1"),
        Control(name: "objectIds", hint: "Ids, such as 1,2,3."),
        Control(
            name: "geometry", hint: "A shape as JSON, a point x,y or a box xmin,ymin,xmax,ymax.",
            isTall: true),
        Control(
            name: "spatialRel", hint: "How the shape and a row's shape relate.",
            options: SpatialRelation.allCases.map(\.rawValue)),
        Control(name: "distance", hint: "How far rows may lie from the shape."),
        Control(name: "units", hint: "The unit of distance, such as esriSRUnit_Meter."),
        Control(name: "relationParam", hint: "The matrix of esriSpatialRelRelation."),
        Control(name: "inSR", hint: "The system of the shape; the layer's by default."),
        Control(name: "outFields", hint: "Columns, such as name,day.", initial: "*"),
        Control(name: "orderByFields", hint: "Columns to sort by, such as day DESC."),
        Control(name: "returnGeometry", hint: "Whether rows have shapes.", options: truth),
        Control(name: "outSR", hint: "The system of the shapes; the layer's by default."),
        Control(
            name: "maxAllowableOffset",
            hint: "How far lines may move when vertices are left out, in units of the answer."),
        Control(name: "geometryPrecision", hint: "How many decimals coordinates have."),
        Control(
            name: "quantizationParameters",
            hint: "Coordinates as whole numbers in JSON: {\"mode\":\"view\",\"tolerance\":0.0001}.",
            isTall: true),
        Control(name: "resultOffset", hint: "Rows to leave out at the beginning."),
        Control(name: "resultRecordCount", hint: "The most rows."),
        Control(
            name: "returnCountOnly", hint: "The number of rows alone.",
            options: ["false", "true"]),
        Control(name: "returnIdsOnly", hint: "The ids alone.", options: ["false", "true"]),
        Control(
            name: "returnExtentOnly", hint: "The box of the shapes alone.",
            options: ["false", "true"]),
        Control(
            name: "returnDistinctValues", hint: "The different values of outFields alone.",
            options: ["false", "true"]),
        Control(
            name: "outStatistics",
            hint: "Statistics: [{\"statisticType\":\"sum\",\"onStatisticField\":\"parcels\"}].",
            isTall: true),
        Control(name: "groupByFieldsForStatistics", hint: "The columns of the groups."),
        Control(name: "having", hint: "A condition on groups, such as COUNT(*) > 2."),
        Control(
            name: "f", hint: "The form of the answer.", options: formats + ["geojson"],
            initial: "html"),
    ]

    private static let truth = ["true", "false"]

    private static func controls(of operation: FeatureEditOperation) -> [Control] {
        let rows = "[{\"geometry\":{…},\"attributes\":{…}}]"
        let ids = Control(name: "objectIds", hint: "Ids, such as 1,2,3.")
        let own: [Control] =
            switch operation {
            case .add: [Control(name: "features", hint: "Rows: \(rows).", isTall: true)]
            case .update:
                [
                    Control(
                        name: "features",
                        hint: "Rows with their ids, and the values that change: \(rows).",
                        isTall: true)
                ]
            case .delete:
                [ids, Control(name: "where", hint: "A condition on the rows.", isTall: true)]
            case .apply:
                [
                    Control(name: "adds", hint: "Rows to add: \(rows).", isTall: true),
                    Control(
                        name: "updates", hint: "Rows to change, with their ids.", isTall: true),
                    Control(name: "deletes", hint: "Ids of rows to delete, such as 1,2,3."),
                ]
            }
        return own + [rollbackControl, formatControl]
    }

    private func form(_ controls: [Control], button: String, method: String) -> HTML {
        ControlForm(action: action, fields: fields).html(controls, button: button, method: method)
    }
}
