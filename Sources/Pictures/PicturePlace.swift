// The places on an answer's map, and the pairs in a matrix.

import Geo
import RouteAPI

/// A place on an answer's map.
struct PicturePlace {
    var symbol: MapDrawing.Symbol
    var coordinate: Coordinate
    /// Its number in its route or input; `nil` if the place could not be located.
    var number: Int?
    var name: String
    /// Its route's row, which decides its color.
    var route: Int

    /// Returns an answer's places: its rows if it has any, otherwise where its directions depart
    /// and arrive.
    static func places(of result: AnalysisResult, _ picture: AnswerPicture) -> [PicturePlace] {
        guard let set = picture.stops else { return stepPlaces(of: result) }
        let names =
            result.routes.map { routes in
                routes.features.map { routes.string("Name", of: $0) ?? "" }
            } ?? (result.directions ?? []).map(\.routeName)
        let isSolved = result.routes != nil || result.directions != nil
        let hasRoutes = set.fieldIndex("RouteName") != nil
        let squares = picture.placeGroups.first(where: \.isSquare)?.rows ?? 0..<0
        return set.features.enumerated().compactMap { position, feature in
            guard case .point(let coordinate)? = feature.geometry else { return nil }
            let row = set.string("RouteName", of: feature).flatMap { names.firstIndex(of: $0) }
            // Places on no route are numbered as they came, each input from 1.
            let isFound = [0, 6, 7].contains(set.integer("Status", of: feature) ?? 0)
            let isGrouped = !picture.placeGroups.isEmpty
            let first = squares.contains(position) ? squares.lowerBound : 0
            let own = isFound && (isGrouped || !isSolved) ? position - first + 1 : nil
            let isVisited = row != nil || isFound && isSolved && !hasRoutes
            let number = isGrouped || !isVisited ? own : set.integer("Sequence", of: feature)
            return PicturePlace(
                symbol: number == nil ? .lost : squares.contains(position) ? .square : .circle,
                coordinate: coordinate, number: number,
                name: set.string("Name", of: feature) ?? "", route: row ?? 0)
        }
    }

    private static func stepPlaces(of result: AnalysisResult) -> [PicturePlace] {
        var places: [PicturePlace] = []
        for (row, route) in (result.directions ?? []).enumerated() {
            var number = 0
            for step in route.steps where step.maneuverType == "esriDMTStop" || number == 0 {
                guard let coordinate = step.line.first else { continue }
                number += 1
                places.append(
                    PicturePlace(
                        symbol: .circle, coordinate: coordinate, number: number, name: "",
                        route: row))
            }
        }
        return places
    }
}

/// A matrix's straight lines on its map.
enum PicturePair {
    /// More lines than this cannot be distinguished.
    private static let mostLines = 2_000

    /// Returns each origin's lines.
    static func pairs(of result: AnalysisResult, _ picture: AnswerPicture) -> [[[Coordinate]]] {
        guard picture.placeGroups.count == 2, picture.routeLines.isEmpty else { return [] }
        let ends = picture.placeGroups.map { coordinates(of: $0, picture) }
        var pairs: [(origin: Int, destination: Int)] = []
        if let (lines, from, to) = lines(of: result) {
            pairs = lines.features.lazy.compactMap { feature in
                guard let origin = lines.integer(from.name, of: feature),
                    let destination = lines.integer(to.name, of: feature)
                else { return nil }
                return (origin, destination)
            }
        } else if let matrix = result.costMatrix {
            pairs = matrix.rows.flatMap { row in row.destinationIDs.map { (row.originID, $0) } }
        }
        guard pairs.count <= mostLines else { return [] }
        var numbers: [Int: Int] = [:]
        var lines: [[[Coordinate]]] = []
        for pair in pairs {
            guard let from = ends[0][pair.origin], let to = ends[1][pair.destination] else {
                continue
            }
            let number = numbers[pair.origin] ?? lines.count
            if number == lines.count {
                numbers[pair.origin] = number
                lines.append([])
            }
            lines[number].append([from, to])
        }
        return lines
    }

    /// Returns the table whose rows are drawn as lines, with the columns of their ends.
    private static func lines(
        of result: AnalysisResult
    ) -> (rows: FeatureSet, from: Column, to: Column)? {
        for table in result.tables {
            if case .lines(let from, let to)? = AnalysisClass.inAnswers(under: table.key)?.drawing {
                return (table.rows, from, to)
            }
        }
        return nil
    }

    private static func coordinates(
        of group: AnswerPicture.PlaceGroup, _ picture: AnswerPicture
    ) -> [Int: Coordinate] {
        var places: [Int: Coordinate] = [:]
        for row in group.rows {
            guard let set = picture.stops, set.features.indices.contains(row),
                case .point(let coordinate)? = set.features[row].geometry,
                let id = set.integer("ObjectID", of: set.features[row])
            else { continue }
            places[id] = coordinate
        }
        return places
    }
}

extension AnswerPicture.PlaceGroup {
    var isSquare: Bool { AnalysisClass.inAnswers(under: name)?.drawing == .squares }
}
