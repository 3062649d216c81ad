// Writes directions in the nested form, at each level of detail.

import Geo

/// 1899-12-30 00:00, which means "no time" in directions.
let noDirectionTime: Int64 = -2_209_161_600_000

extension JSONWriter {
    /// Writes all routes' directions as members of the answer.
    ///
    /// - Parameter havePairs: Whether rows name their route's facility and incident.
    mutating func directions(
        _ directions: [RouteDirections], as type: DirectionsOutputType, decimals: Int?,
        havePairs: Bool
    ) {
        if type == .featureSets {
            let sets = DirectionFeatureSets(directions: directions, havePairs: havePairs)
            key("directionPoints")
            esriFeatureSet(sets.points, decimals: decimals)
            key("directionLines")
            esriFeatureSet(sets.lines, decimals: decimals)
        } else {
            array("directions") { writer in
                for route in directions {
                    writer.directions(of: route, as: type, decimals: decimals)
                }
            }
        }
    }

    /// Writes which part of each route the directions cover, if they are paged.
    mutating func directionsPages(_ directions: [RouteDirections]) {
        guard directions.contains(where: { $0.page != nil }) else { return }
        array("directionsPages") { writer in
            for route in directions {
                if let page = route.page { writer.page(page, ofRoute: route.routeID) }
            }
        }
    }

    fileprivate mutating func page(_ page: DirectionsPage, ofRoute routeID: Int) {
        beginObject()
        member("routeId", routeID)
        member("from", page.fromMeters)
        member("to", page.toMeters)
        member("total", page.totalMeters)
        member("stepsBefore", page.stepsBefore)
        member("stepsAfter", page.stepsAfter)
        endObject()
    }

    /// Writes one route's directions.
    fileprivate mutating func directions(
        of route: RouteDirections, as type: DirectionsOutputType, decimals: Int?
    ) {
        beginObject()
        member("routeId", route.routeID)
        member("routeName", route.routeName)
        object("summary") { writer in
            writer.member("totalLength", route.totalLength)
            writer.member("totalTime", route.totalTimeMinutes)
            writer.member("totalDriveTime", route.totalDriveTimeMinutes)
            writer.object("envelope") { $0.envelopeMembers(of: route, decimals: decimals) }
        }
        member("hasZ", false)
        member("hasM", route.steps.contains { $0.measures != nil })
        array("features") { writer in
            guard type != .summaryOnly else { return }
            for step in route.steps { writer.step(step, as: type, decimals: decimals) }
        }
        endObject()
    }

    private mutating func envelopeMembers(of route: RouteDirections, decimals: Int?) {
        let box = route.envelope
        for (name, value) in [
            ("xmin", box.minX), ("ymin", box.minY), ("xmax", box.maxX), ("ymax", box.maxY),
        ] {
            key(name)
            // An empty box has no corners, which Esri JSON writes as the text "NaN".
            if box.isEmpty { string("NaN") } else { coordinate(value, decimals: decimals) }
        }
        key("spatialReference")
        esriSpatialReference(route.spatialReference)
    }

    private mutating func step(
        _ step: DirectionStep, as type: DirectionsOutputType, decimals: Int?
    ) {
        beginObject()
        object("attributes") { writer in
            writer.member("length", step.length)
            writer.member("time", step.timeMinutes)
            writer.member("text", step.text)
            writer.member("ETA", step.eta ?? noDirectionTime)
            writer.member("arriveTimeUTC", step.arriveTimeUTC ?? noDirectionTime)
            writer.member("maneuverType", step.maneuverType)
            if let place = step.place {
                writer.member("FirstPoint", place.firstPoint)
                writer.member("LastPoint", place.lastPoint)
                writer.member("Meters", place.meters)
            }
        }
        if type != .instructionsOnly {
            let line = CompressedGeometry(line: step.line, measures: step.measures)
            member("compressedGeometry", line.text())
        }
        if !step.strings.isEmpty { strings(step.strings) }
        if type == .complete {
            array("events") { writer in
                for event in step.events { writer.event(event, decimals: decimals) }
            }
        }
        endObject()
    }

    private mutating func event(_ event: DirectionEvent, decimals: Int?) {
        beginObject()
        key("point")
        esriGeometry(.point(event.place), decimals: decimals)
        member("ETA", event.eta ?? noDirectionTime)
        member("arriveTimeUTC", event.arriveTimeUTC ?? noDirectionTime)
        strings(event.strings)
        endObject()
    }

    private mutating func strings(_ strings: [DirectionString]) {
        array("strings") { writer in
            for part in strings {
                writer.beginObject()
                writer.member("string", part.string)
                writer.member("stringType", part.type)
                writer.endObject()
            }
        }
    }
}

extension AnalysisResultWriter {
    /// Writes each route's directions in the nested form, each as its own JSON.
    package static func directions(of result: AnalysisResult) -> [[UInt8]] {
        (result.directions ?? []).map { route in
            var writer = JSONWriter()
            writer.directions(
                of: route, as: result.directionsOutputType, decimals: result.geometryPrecision)
            return writer.bytes
        }
    }

    /// Writes which part of each route the directions cover, each as its own JSON. Whole directions
    /// are left out.
    package static func directionsPages(of result: AnalysisResult) -> [[UInt8]] {
        (result.directions ?? []).compactMap { route in
            guard let page = route.page else { return nil }
            return JSONWriter.bytes { $0.page(page, ofRoute: route.routeID) }
        }
    }
}
