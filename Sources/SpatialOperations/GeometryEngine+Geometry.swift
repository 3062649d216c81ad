// Converts shapes from requests and files to GEOS geometries.

import CGEOS
import Geo

extension GeometryEngine {
    /// Builds any shape, areas by the even-odd rule (``PolygonAssembly``). An area that collapses
    /// becomes lines.
    ///
    /// - Returns: `nil` for an empty shape.
    func make(
        _ geometry: Geometry, limits: BarrierGeometry.Limits
    ) throws(BarrierGeometryError) -> EngineGeometry? {
        switch geometry {
        case .empty: return nil
        case .point(let place): return try makePoint(place)
        case .multipoint(let places):
            if places.isEmpty { return nil }
            var parts: [EngineGeometry] = []
            for place in places { parts.append(try makePoint(place)) }
            return try collect(parts, as: GEOS_MULTIPOINT)
        case .polyline(let paths, _): return try makeLines(paths)
        case .polygon(let rings):
            for ring in rings {
                for place in ring where !place.isFinite { throw .notFinite(place) }
            }
            let assembly = try PolygonAssembly(rings: rings, limits: limits)
            return if let area = assembly.area { area } else { try makeLines(assembly.collapsed) }
        }
    }

    private func makePoint(_ place: Coordinate) throws(BarrierGeometryError) -> EngineGeometry {
        guard place.isFinite else { throw .notFinite(place) }
        return try EngineGeometry(
            GEOSGeom_createPointFromXY_r(handle, place.x, place.y), in: self)
    }

    private func makeLines(
        _ paths: [[Coordinate]]
    ) throws(BarrierGeometryError) -> EngineGeometry? {
        var parts: [EngineGeometry] = []
        for path in paths where !path.isEmpty {
            for place in path where !place.isFinite { throw .notFinite(place) }
            // GEOS has no line with a single vertex, but allows the same vertex twice.
            let line = path.count == 1 ? path + path : path
            let (xs, ys) = (line.map(\.x), line.map(\.y))
            guard
                let sequence = GEOSCoordSeq_copyFromArrays_r(
                    handle, xs, ys, nil, nil, UInt32(line.count))
            else { throw failure() }
            parts.append(
                try EngineGeometry(GEOSGeom_createLineString_r(handle, sequence), in: self))
        }
        if parts.count < 2 { return parts.first }
        return try collect(parts, as: GEOS_MULTILINESTRING)
    }

    /// Collects copies of the parts, because both the collection and each part own their geometry.
    private func collect(
        _ parts: [EngineGeometry], as type: GEOSGeomTypes
    ) throws(BarrierGeometryError) -> EngineGeometry {
        var copies: [OpaquePointer?] = parts.map { GEOSGeom_clone_r(handle, $0.handle) }
        guard copies.allSatisfy({ $0 != nil }) else {
            for copy in copies { GEOSGeom_destroy_r(handle, copy) }
            throw failure()
        }
        return try EngineGeometry(
            GEOSGeom_createCollection_r(
                handle, Int32(type.rawValue), &copies, UInt32(copies.count)), in: self)
    }
}
