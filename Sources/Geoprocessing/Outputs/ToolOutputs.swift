// The outputs of Esri's tools, made from the operations' answers.

import Geo
import RouteAPI

/// Makes a tool's outputs.
struct ToolOutputs {
    let tool: GPTool
    let settings: ToolSettings
    let result: AnalysisResult

    /// The outputs' values, by name; missing outputs are null.
    var values: [String: GPValue] {
        var values: [String: GPValue] = ["Solve_Succeeded": .truth(true)]
        values[tool.rows.output] = rows
        for (input, parameter) in tool.locations {
            values["Output_\(input)"] = result[table: parameter].map { features(places($0)) }
        }
        if tool.has(.edges) {
            values["Output_Route_Edges"] = features(
                edges(
                    result.traversedEdges ?? AnalysisClass.traversedEdges.emptySet(in: .wgs84)))
        }
        if tool.has(.direction) {
            values["Output_Closest_Facilities"] = features(closestFacilities)
        }
        if tool.has(.routes) { addDirections(to: &values) }
        values["Output_Result_File"] = settings.fileFormat.map {
            .file(ResultFile(format: $0, timeWindowsAreUTC: result.timeWindowsAreUTC))
        }
        values["Usage_Cost"] = .usage(objects: objectCount)
        return values
    }

    private func features(_ set: FeatureSet) -> GPValue {
        .features(
            set, decimals: result.geometryPrecision, measureDecimals: result.measurePrecision)
    }

    /// The rows that count as results.
    var rows: GPValue? {
        if tool.has(.pairs) { return pairs }
        return result.routes.map { routes in
            features(tool.has(.direction) ? facilityRoutes(routes) : self.routes(routes))
        }
    }

    private var objectCount: Int {
        result[table: tool.rows.key]?.features.count ?? 0
    }

    // MARK: - Totals

    /// Adds columns for time and length in their usual units and in the request's unit, and for
    /// accumulated costs in their own.
    ///
    /// - Parameter prefix: `Total` or `Cumul`.
    private func addTotals(_ prefix: String, to projection: inout RowProjection) {
        var units: [NetworkUnit] = [.minutes, .miles, .kilometers]
        if !tool.has(.pairs), !units.contains(settings.unit) {
            units.append(settings.unit)
        }
        for unit in units {
            projection.add(
                "\(prefix)_\(ToolUnits.word(of: unit))", from: prefix,
                unit.seconds != nil ? settings.time : settings.length, in: unit)
        }
        addAccumulated(prefix, to: &projection)
    }

    private func addAccumulated(_ prefix: String, to projection: inout RowProjection) {
        for cost in settings.accumulated {
            let unit = ToolUnits.word(of: cost.unit)
            projection.add(
                Field("\(prefix)_\(cost.name)_\(unit)", .double), from: "\(prefix)_\(cost.name)")
        }
    }

    private func addWaits(_ prefixes: [String], to projection: inout RowProjection) {
        for prefix in prefixes {
            projection.add("\(prefix)_Minutes", from: prefix, settings.time, in: .minutes)
        }
    }

    // MARK: - Routes

    private func routes(_ set: FeatureSet) -> FeatureSet {
        var projection = RowProjection()
        projection.add(
            .rowNumber, .nameOfRoute, .stopCount, .startTime, .endTime, .startTimeUTC, .endTimeUTC)
        addTotals("Total", to: &projection)
        addWaits(["TotalWait", "TotalViolation"], to: &projection)
        projection.add("FirstStopOID", from: .firstStopID)
        projection.add("LastStopOID", from: .lastStopID)
        projection.add(.lengthOfRoute)
        return projection.rows(of: set)
    }

    private func facilityRoutes(_ set: FeatureSet) -> FeatureSet {
        var projection = RowProjection()
        projection.add(
            .rowNumber, .nameOfFacilityRoute, .facilityID, .facilityRank, .incidentCurbApproach,
            .facilityCurbApproach, .incidentID, .facilityStartTime, .facilityEndTime,
            .startTimeUTC, .facilityEndTimeUTC)
        addTotals("Total", to: &projection)
        projection.add("FacilityOID", from: .facilityID)
        projection.add("IncidentOID", from: .incidentID)
        projection.add(.lengthOfRoute)
        return projection.rows(of: set)
    }

    /// Each route's facility, with the incident and the rank.
    private var closestFacilities: FeatureSet {
        let facilities =
            result[table: "facilities"]
            ?? FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        let rows = places(facilities)
        let routes =
            result.routes ?? FeatureSet(geometryType: nil, spatialReference: .wgs84, fields: [])
        let byID = Self.rowsByID(rows)
        let found = routes.features.compactMap { route in
            byID[routes.value(Column.facilityID.name, of: route) ?? .null].map { (route, $0) }
        }
        typealias Row = (number: Int, route: Feature, facility: Feature)
        let columns: [FeatureColumn<Row>] =
            [
                FeatureColumn(Column.rowNumber.field()) { .integer($0.number) },
                FeatureColumn(Field("FacilityOID", .integer)) {
                    routes.value(Column.facilityID.name, of: $0.route) ?? .null
                },
                FeatureColumn(Column.facilityRank.field()) {
                    routes.value(Column.facilityRank.name, of: $0.route) ?? .null
                },
                FeatureColumn(Field("IncidentOID", .integer)) {
                    routes.value(Column.incidentID.name, of: $0.route) ?? .null
                },
            ]
            + rows.fields.indices.filter { rows.fields[$0].type != .objectID }.map { column in
                FeatureColumn(rows.fields[column]) { $0.facility.values[column] }
            }
        return FeatureSet(
            columns, of: found.enumerated().map { ($0 + 1, $1.0, $1.1) },
            shape: rows.geometryType, in: rows.spatialReference, place: { $0.facility.geometry })
    }

    private static func rowsByID(_ set: FeatureSet) -> [AttributeValue: Feature] {
        guard let place = set.fieldIndex("ObjectID") else { return [:] }
        return Dictionary(
            set.features.map { ($0.values[place], $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Places

    /// Returns locations with the tool's names for costs; other columns stay as they are.
    private func places(_ set: FeatureSet) -> FeatureSet {
        let own = Set(
            [settings.time, settings.length].compactMap { $0?.name }
                + settings.accumulated.map(\.name))
        var projection = RowProjection()
        var hasCumulated = false
        for field in set.fields {
            guard let (prefix, cost) = Self.costColumn(field.name) else {
                projection.add(field, from: field.name)
                continue
            }
            switch prefix {
            case "Attr":
                if cost == settings.time?.name {
                    add("AdditionalTime", settings.time, to: &projection)
                } else if cost == settings.length?.name {
                    add("AdditionalDistance", settings.length, to: &projection)
                }
            case "Cumul":
                guard own.contains(cost), !hasCumulated else { continue }
                hasCumulated = true
                addTotals("Cumul", to: &projection)
            default:
                guard cost == settings.time?.name else { continue }
                addWaits([prefix], to: &projection)
            }
        }
        return projection.rows(of: set)
    }

    /// Adds a cost at a place in the request's unit, as in the tool's input.
    private func add(
        _ name: String, _ cost: ToolCost?, to projection: inout RowProjection
    ) {
        let unit =
            !tool.has(.pairs)
            ? settings.unit
            : cost?.unit.seconds != nil ? settings.timeUnit : settings.lengthUnit
        // In the other kind of unit, these costs are not used.
        projection.add(name, from: "Attr", cost, in: unit, otherwise: .double(0))
    }

    /// Returns the prefix and the cost if a column exists for each cost.
    private static func costColumn(_ name: String) -> (prefix: String, cost: String)? {
        for prefix in AnalysisClass.stops.costPrefixes where name.hasPrefix(prefix) {
            return (String(prefix.dropLast()), String(name.dropFirst(prefix.count)))
        }
        // A cutoff in the impedance's unit says nothing without that unit.
        return name.hasPrefix("Cutoff_") ? ("Cutoff", String(name.dropFirst(7))) : nil
    }

    // MARK: - Matrices

    private var pairs: GPValue {
        features(
            pairs(
                result[table: AnalysisClass.odLines.answerKey]
                    ?? AnalysisClass.odLines.emptySet(in: .wgs84)))
    }

    private func pairs(_ set: FeatureSet) -> FeatureSet {
        let (origins, destinations) = (names("origins"), names("destinations"))
        var projection = RowProjection()
        projection.add(.rowNumber, .destinationRank)
        projection.add("Total_Time", from: "Total", settings.time, in: settings.timeUnit)
        projection.add("Total_Distance", from: "Total", settings.length, in: settings.lengthUnit)
        addAccumulated("Total", to: &projection)
        projection.add(.originID)
        projection.add("OriginOID", from: .originID)
        projection.add(.destinationID)
        projection.add("DestinationOID", from: .destinationID)
        for (name, column, known) in [
            ("OriginName", "OriginID", origins), ("DestinationName", "DestinationID", destinations),
        ] {
            let place = set.fieldIndex(column)
            projection.add(Field(name, .string, length: 500)) { row in
                place.flatMap { known[row.values[$0]] } ?? .null
            }
        }
        if set.geometryType != nil { projection.add(.lengthOfPair) }
        var rows = projection.rows(of: set)
        // Clients expect lines even without shapes.
        rows.geometryType = .polyline
        return rows
    }

    private func names(_ table: String) -> [AttributeValue: AttributeValue] {
        guard let set = result[table: table], let id = set.fieldIndex("ObjectID"),
            let name = set.fieldIndex("Name")
        else { return [:] }
        return Dictionary(
            set.features.map { ($0.values[id], $0.values[name]) },
            uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Edges and directions

    private func edges(_ set: FeatureSet) -> FeatureSet {
        let source = settings.edgeSourceName
        var projection = RowProjection()
        projection.add(.rowNumber, .routeID)
        projection.add(Field("RouteEdgeID", .integer), from: "ObjectID")
        projection.add(Field("SourceName", .string, length: 128)) { _ in .string(source) }
        projection.add(.traversedFeature, .fromPosition, .toPosition)
        addTotals("Cumul", to: &projection)
        return projection.rows(of: set)
    }

    private func addDirections(to values: inout [String: GPValue]) {
        let directions = result.directions ?? []
        let reference = directions.first?.spatialReference ?? .wgs84
        values["Output_Directions"] = features(
            ToolDirections(routes: directions, reference: reference).rows)
        guard settings.hasDirections else { return }
        let sets = DirectionFeatureSets(
            directions: directions, havePairs: tool.has(.direction))
        values["Output_Direction_Points"] = features(sets.points)
        values["Output_Direction_Lines"] = features(sets.lines)
    }
}
