// One class of analysis objects, such as stops, with its rows' fields.

package import Geo

/// A class of analysis objects, such as stops: the fields that rows have in requests and in
/// answers.
///
/// The declarations serve every use: answers take their columns from here, the layer resource lists
/// the classes, and pages and the OpenAPI document explain the fields.
package struct AnalysisClass: Sendable {
    /// The class's name in the layer resource.
    package var name: String
    /// The parameter that carries its rows into a solve; `nil` if only answers have them.
    package var parameter: String?
    /// The key of its rows in answers.
    package var answerKey: String
    /// The type of its rows' shapes; `nil` if they have none.
    package var geometryType: GeometryType?
    /// Its columns, in the order of answers.
    package var fields: [Column]
    /// Columns that answers have only on request.
    package var fieldsOnRequest: [Column] = []
    /// The title over its rows on pages.
    package var title: String
    /// How pictures draw its rows.
    package var drawing = Drawing.circles

    /// How pictures draw the rows of a class.
    package enum Drawing: Hashable, Sendable {
        /// Places as circles.
        case circles
        /// Places as squares, beside the circles of another input.
        case squares
        /// Straight lines between places, whose `ObjectID`s are in two columns.
        case lines(from: Column, to: Column)
    }

    /// Declares a class.
    ///
    /// - Parameter title: By default the name.
    init(
        _ name: String, _ key: String, _ type: GeometryType?, title: String? = nil,
        drawn drawing: Drawing = .circles, _ fields: [Column], onRequest: [Column] = [],
        isInput: Bool = false
    ) {
        self.name = name
        self.title = title ?? name
        self.drawing = drawing
        parameter = isInput ? key : nil
        answerKey = key
        geometryType = type
        self.fields = fields
        fieldsOnRequest = onRequest
    }

    /// Whether a request's rows may have a column.
    package func takes(_ column: Column) -> Bool {
        column.direction != .output && fields.contains(column)
    }

    /// The columns that answers may have, ending with those on request.
    var answered: [Column] { fields.filter { $0.direction != .input } + fieldsOnRequest }

    /// The prefixes of its columns for costs, such as `Cumul_`; without those for live speeds.
    package var costPrefixes: [String] {
        fields.filter { $0.repetition == .costs || $0.repetition == .timeCosts }.map(\.name)
    }

    /// Returns the class with repeated columns written out, one for each attribute.
    func over(_ attributes: ColumnAttributes) -> AnalysisClass {
        var found = self
        found.fields = []
        attributes.repeating(fields) { found.fields.append(fields[$0].of($1)) }
        return found
    }

    /// Returns the class without some columns.
    func without(_ columns: [Column]) -> AnalysisClass {
        var found = self
        found.fields.removeAll(where: columns.contains)
        return found
    }

    /// Returns the class's table without rows and without traffic.
    package func emptySet(in reference: SpatialReference) -> FeatureSet {
        FeatureSet(
            geometryType: geometryType, spatialReference: reference,
            fields: fields.filter { $0.direction != .input && $0.repetition != .liveCosts }
                .map { $0.field() })
    }

    /// The classes whose rows answers have, in the order in which answers write them. Clients read
    /// these tables, and pages and pictures find their titles and drawings here.
    package static let inAnswers: [AnalysisClass] =
        [.routes, .odLines, .stops, .places, .facilities, .incidents, .origins, .destinations]
        + allBarriers + traversed + passed + traces

    /// The classes of all location inputs.
    package static let locations = LayerType.allCases.flatMap(\.locations)

    /// What sentences and headings call a row, such as `Origin`.
    package var rowTitle: String { LocationInputs.noun(of: name) }

    /// Finds a class of answers by the key of its rows.
    package static func inAnswers(under key: String) -> AnalysisClass? {
        inAnswers.first { $0.answerKey == key }
    }

    static let allBarriers = BarrierClass.allCases.map { barriers($0) }
    /// The classes that tell which streets, junctions and turns paths run over.
    static let traversed = [traversedEdges, traversedJunctions, traversedTurns]
    static let directions = [directionPoints, directionLines]
    /// The classes that tell what routes pass.
    static let passed = [legs, events, spans]

    /// Returns a layer's classes. Some fields are repeated for each of the network's attributes.
    package static func all(of layer: LayerDescription) -> [AnalysisClass] {
        all(of: layer.configuration.layerType, over: layer.attributes)
    }

    package static func all(
        of type: LayerType, over attributes: [NetworkAttributeDescription]
    ) -> [AnalysisClass] {
        type.classes.map { $0.over(ColumnAttributes(attributes)) }
    }
}

extension JSONWriter {
    /// Writes a class for the layer resource.
    mutating func analysisClass(_ analysisClass: AnalysisClass) {
        beginObject()
        member("className", analysisClass.name)
        array("fields") { writer in
            for field in analysisClass.fields {
                writer.beginObject()
                writer.member("fieldName", field.name)
                writer.member("defaultValue", field.defaultValue)
                writer.names("candidateFields", field.direction == .output ? [] : [field.name])
                writer.member("fieldType", field.type.rawValue)
                writer.member("direction", field.direction.rawValue)
                writer.endObject()
            }
        }
        endObject()
    }
}
