// Start here for pictures: draws an answer's map, for its page and as a file.

import Geo
package import RouteAPI

/// Draws an answer's map: routes over streets, with places and barriers.
///
/// ```swift
/// let svg = AnswerDrawing(file: result, streets: []).document
/// ```
package struct AnswerDrawing {
    private let result: AnalysisResult
    private let picture: AnswerPicture
    private let places: [PicturePlace]
    /// The map's frame.
    package let frame: PictureFrame
    /// Whether places show their names; in a small picture they would cover the map.
    private let hasNames: Bool

    /// The longer side in pixels, on a page and in a file.
    private static let (pageSize, fileSize) = (480.0, 1_000.0)

    /// Prepares the map for an answer's page; `nil` if the answer has no shapes.
    package init?(onPage result: AnalysisResult) {
        self.init(result, result.picture ?? AnswerPicture(of: result), size: Self.pageSize)
    }

    /// Prepares the map as a file.
    ///
    /// - Parameter streets: Streets around the answer, in its spatial reference.
    package init(file result: AnalysisResult, streets: [StreetLine]) {
        var picture = AnswerPicture(of: result)
        picture.streets = streets
        if let drawing = Self(result, picture, size: Self.fileSize) {
            self = drawing
            return
        }
        // Even an empty picture is a picture.
        let nowhere = PictureFrame(
            showing: Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0), in: .wgs84, size: Self.fileSize)
        guard let nowhere else { preconditionFailure("zero degrees have a place in the plane") }
        self.init(result, picture, [], nowhere)
    }

    private init?(_ result: AnalysisResult, _ picture: AnswerPicture, size: Double) {
        let places = PicturePlace.places(of: result, picture)
        let box = Self.box(of: picture, places)
        guard !box.isEmpty,
            let frame = PictureFrame(showing: box, in: Self.reference(of: result), size: size)
        else { return nil }
        self.init(result, picture, places, frame)
    }

    private init(
        _ result: AnalysisResult, _ picture: AnswerPicture, _ places: [PicturePlace],
        _ frame: PictureFrame
    ) {
        self.result = result
        self.picture = picture
        self.places = places
        self.frame = frame
        hasNames = max(frame.width, frame.height) > Self.pageSize * 1.5
    }

    /// Returns the map's extent: routes with their stops, and other shapes near them. A single stop
    /// in another country must not shrink the route to a dot.
    private static func box(of picture: AnswerPicture, _ places: [PicturePlace]) -> Envelope {
        var routes = picture.envelope(
            with: places.lazy.filter { $0.symbol != .lost }.map(\.coordinate))
        let barriers = picture.barriers.all
            .flatMap { $0?.features ?? [] }.flatMap { $0.geometry?.coordinates ?? [] }
        let others = barriers + places.map(\.coordinate)
        guard !routes.isEmpty else { return Envelope(others) }
        let reach = max(routes.maxX - routes.minX, routes.maxY - routes.minY)
        let near = Envelope(
            minX: routes.minX - reach, minY: routes.minY - reach, maxX: routes.maxX + reach,
            maxY: routes.maxY + reach)
        for coordinate in others where near.contains(coordinate) { routes.add(coordinate) }
        return routes
    }

    private static func reference(of result: AnalysisResult) -> SpatialReference {
        result.routes?.spatialReference ?? result.stops?.spatialReference
            ?? result.picture?.stops?.spatialReference
            ?? result.directions?.first?.spatialReference ?? .wgs84
    }

    /// The map as an element for a page that has the style sheet.
    package var element: String {
        var map = elements(attribution: "")
        return map.opening(title: title) + map.takeElements() + MapDrawing.closing
    }

    /// The map as a file, with its style.
    package var document: String {
        var map = elements(attribution: result.attribution)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + map.opening(title: title, style: PictureStyle.standalone)
            + map.takeElements() + MapDrawing.closing
    }

    private func elements(attribution: String) -> MapDrawing {
        var map = MapDrawing(frame)
        map.draw(streets: picture.streets)
        map.draw(barriers: picture.barriers)
        let pairs = PicturePair.pairs(of: result, picture)
        for (number, lines) in pairs.enumerated() { map.draw(pairs: lines, number: number) }
        // All halos lie below all lines.
        map.draw(halosOf: picture.routeLines)
        for (number, line) in picture.routeLines.enumerated() {
            map.draw(route: [line], number: number)
            map.draw(jams: picture.jammedParts(ofRoute: number))
        }
        map.draw(pointBarriers: picture.barriers.point)
        // The first place is on top, because a round trip ends at its start.
        for place in places.reversed() {
            map.draw(
                place.symbol, at: place.coordinate, text: place.number.map { "\($0)" } ?? "?",
                name: hasNames ? place.name : "", number: place.route)
        }
        map.draw(attribution: attribution)
        return map
    }

    private var title: String {
        let names = (result.routes?.features ?? []).compactMap {
            result.routes?.string("Name", of: $0)
        }
        return "Map of " + (names.isEmpty ? "the answer" : names.joined(separator: "; "))
    }

    /// Explains the map's symbols.
    package var caption: String {
        var sentences = ["North is up."]
        let groups = picture.placeGroups
        if let square = groups.first(where: \.isSquare),
            let circle = groups.first(where: { !$0.isSquare })
        {
            sentences.append("Circles are \(circle.name), squares are \(square.name).")
        } else if !picture.routeLines.isEmpty, !places.isEmpty {
            sentences.append("Stops are numbered in visiting order.")
        }
        if places.contains(where: { $0.symbol == .lost }) {
            sentences.append(
                result.routes == nil && result.directions == nil
                    ? "A question mark is a place that was not located."
                    : "A question mark is a stop that no route visits.")
        }
        // The data's license requires it with each picture.
        if !result.attribution.isEmpty { sentences.append(result.attribution) }
        return sentences.joined(separator: " ")
    }
}
