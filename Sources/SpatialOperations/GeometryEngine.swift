// GEOS's handles. Nothing else in the room calls GEOS.

import CGEOS
import Geo

/// A GEOS context and its last messages. Use it on one thread at a time.
final class GeometryEngine {
    let handle: OpaquePointer
    private let log = MessageLog()

    init() {
        guard let handle = GEOS_init_r() else {
            preconditionFailure("GEOS makes a context unless memory is exhausted")
        }
        self.handle = handle
        _ = GEOSContext_setErrorMessageHandler_r(
            handle,
            { text, box in
                guard let box, let text else { return }
                Unmanaged<MessageLog>.fromOpaque(box).takeUnretainedValue()
                    .add(String(cString: text))
            }, Unmanaged.passUnretained(log).toOpaque())
    }

    deinit { GEOS_finish_r(handle) }

    /// Makes an error from GEOS's messages since the last call.
    func failure() -> BarrierGeometryError {
        let text = log.text
        log.clear()
        return .geometryEngine(text.isEmpty ? "no reason given" : text)
    }
}

/// A GEOS geometry and its context.
final class EngineGeometry {
    let engine: GeometryEngine
    let handle: OpaquePointer

    /// Takes ownership of a geometry; throws GEOS's message if there is none.
    init(_ handle: OpaquePointer?, in engine: GeometryEngine) throws(BarrierGeometryError) {
        guard let handle else { throw engine.failure() }
        self.engine = engine
        self.handle = handle
    }

    deinit { GEOSGeom_destroy_r(engine.handle, handle) }

    /// Returns why the geometry is invalid, and where; `nil` if it is valid.
    ///
    /// Rings that touch themselves and form a hole, as Esri clients send them, count as valid.
    func invalidity() throws(BarrierGeometryError) -> String? {
        var reason: UnsafeMutablePointer<CChar>?
        var place: OpaquePointer?
        let flags = Int32(GEOSVALID_ALLOW_SELFTOUCHING_RING_FORMING_HOLE.rawValue)
        let answer = GEOSisValidDetail_r(engine.handle, handle, flags, &reason, &place)
        defer { if let reason { GEOSFree_r(engine.handle, reason) } }
        switch answer {
        case 1: return nil
        case 0:
            let position = try EngineGeometry(place, in: engine).position()
            let words = reason.map { String(cString: $0) } ?? "invalid"
            return "\(words) at (\(position.x), \(position.y))"
        default: throw engine.failure()
        }
    }

    /// Cuts the plane along the geometry's borders and joins the faces that `isKept` accepts. Each
    /// face is valid.
    ///
    /// - Parameter isKept: Receives a position well inside the face.
    func faces(
        where isKept: (Coordinate) -> Bool
    ) throws(BarrierGeometryError) -> EngineGeometry {
        let borders = try EngineGeometry(GEOSBoundary_r(engine.handle, handle), in: engine)
        let noded = try EngineGeometry(GEOSUnaryUnion_r(engine.handle, borders.handle), in: engine)
        var lines: OpaquePointer? = noded.handle
        let faces = try EngineGeometry(
            GEOSPolygonize_r(engine.handle, &lines, 1), in: engine)
        var kept: [OpaquePointer?] = []
        do throws(BarrierGeometryError) {
            for index in 0..<GEOSGetNumGeometries_r(engine.handle, faces.handle) {
                guard let face = GEOSGetGeometryN_r(engine.handle, faces.handle, index) else {
                    throw engine.failure()
                }
                let inside = try EngineGeometry(
                    GEOSPointOnSurface_r(engine.handle, face), in: engine)
                guard isKept(try inside.position()) else { continue }
                kept.append(GEOSGeom_clone_r(engine.handle, face))
            }
        } catch {
            for face in kept { GEOSGeom_destroy_r(engine.handle, face) }
            throw error
        }
        let collection = try EngineGeometry(
            GEOSGeom_createCollection_r(
                engine.handle, Int32(GEOS_MULTIPOLYGON.rawValue), &kept, UInt32(kept.count)),
            in: engine)
        return try EngineGeometry(
            GEOSUnaryUnion_r(engine.handle, collection.handle), in: engine)
    }

    func isEmpty() throws(BarrierGeometryError) -> Bool {
        switch GEOSisEmpty_r(engine.handle, handle) {
        case 0: return false
        case 1: return true
        default: throw engine.failure()
        }
    }

    private func position() throws(BarrierGeometryError) -> Coordinate {
        var (x, y) = (0.0, 0.0)
        guard GEOSGeomGetX_r(engine.handle, handle, &x) == 1,
            GEOSGeomGetY_r(engine.handle, handle, &y) == 1
        else { throw engine.failure() }
        return Coordinate(x: x, y: y)
    }

    /// Returns the planar area in square units of the coordinates.
    func area() throws(BarrierGeometryError) -> Double {
        var result = 0.0
        guard GEOSArea_r(engine.handle, handle, &result) == 1 else { throw engine.failure() }
        return result
    }

    /// Returns whether the geometry, including its borders, contains a position.
    func covers(_ position: Coordinate) throws(BarrierGeometryError) -> Bool {
        let point = try EngineGeometry(
            GEOSGeom_createPointFromXY_r(engine.handle, position.x, position.y), in: engine)
        switch GEOSIntersects_r(engine.handle, handle, point.handle) {
        case 0: return false
        case 1: return true
        default: throw engine.failure()
        }
    }

    /// Returns the areas' borders, and the lines that belong to no area.
    func linework() throws(BarrierGeometryError) -> (rings: [[Coordinate]], lines: [[Coordinate]]) {
        var rings: [[Coordinate]] = []
        var lines: [[Coordinate]] = []
        var open: [OpaquePointer] = [handle]
        while let next = open.popLast() {
            switch GEOSGeomTypeId_r(engine.handle, next) {
            case Int32(GEOS_POLYGON.rawValue):
                guard let shell = GEOSGetExteriorRing_r(engine.handle, next) else {
                    throw engine.failure()
                }
                rings.append(try coordinates(of: shell))
                for index in 0..<GEOSGetNumInteriorRings_r(engine.handle, next) {
                    guard let hole = GEOSGetInteriorRingN_r(engine.handle, next, index) else {
                        throw engine.failure()
                    }
                    rings.append(try coordinates(of: hole))
                }
            case Int32(GEOS_POINT.rawValue), Int32(GEOS_LINESTRING.rawValue),
                Int32(GEOS_LINEARRING.rawValue):
                lines.append(try coordinates(of: next))
            default:
                let count = GEOSGetNumGeometries_r(engine.handle, next)
                for index in (0..<count).reversed() {
                    guard let part = GEOSGetGeometryN_r(engine.handle, next, index) else {
                        throw engine.failure()
                    }
                    open.append(part)
                }
            }
        }
        return (rings.filter { !$0.isEmpty }, lines.filter { !$0.isEmpty })
    }

    private func coordinates(
        of simple: OpaquePointer
    ) throws(BarrierGeometryError) -> [Coordinate] {
        var count: UInt32 = 0
        guard let sequence = GEOSGeom_getCoordSeq_r(engine.handle, simple),
            GEOSCoordSeq_getSize_r(engine.handle, sequence, &count) == 1
        else { throw engine.failure() }
        var xs = [Double](repeating: 0, count: Int(count))
        var ys = xs
        guard GEOSCoordSeq_copyToArrays_r(engine.handle, sequence, &xs, &ys, nil, nil) == 1 else {
            throw engine.failure()
        }
        return zip(xs, ys).map { Coordinate(x: $0, y: $1) }
    }
}

extension GeometryEngine {
    /// Builds an area from closed rings: shells with their holes.
    func makePolygons(
        _ polygons: [(shell: [Coordinate], holes: [[Coordinate]])]
    ) throws(BarrierGeometryError) -> EngineGeometry {
        var parts: [OpaquePointer?] = []
        do throws(BarrierGeometryError) {
            for polygon in polygons { parts.append(try makePolygon(polygon.shell, polygon.holes)) }
        } catch {
            for part in parts { GEOSGeom_destroy_r(handle, part) }
            throw error
        }
        // From here on the collection owns its parts, even if making it fails.
        return try EngineGeometry(
            GEOSGeom_createCollection_r(
                handle, Int32(GEOS_MULTIPOLYGON.rawValue), &parts, UInt32(parts.count)),
            in: self)
    }

    private func makePolygon(
        _ shell: [Coordinate], _ holes: [[Coordinate]]
    ) throws(BarrierGeometryError) -> OpaquePointer {
        let outer = try makeRing(shell)
        var inner: [OpaquePointer?] = []
        do throws(BarrierGeometryError) {
            for hole in holes { inner.append(try makeRing(hole)) }
        } catch {
            for ring in inner + [outer] { GEOSGeom_destroy_r(handle, ring) }
            throw error
        }
        guard
            let polygon = GEOSGeom_createPolygon_r(handle, outer, &inner, UInt32(inner.count))
        else { throw failure() }
        return polygon
    }

    private func makeRing(_ ring: [Coordinate]) throws(BarrierGeometryError) -> OpaquePointer {
        let (xs, ys) = (ring.map(\.x), ring.map(\.y))
        guard
            let sequence = GEOSCoordSeq_copyFromArrays_r(
                handle, xs, ys, nil, nil, UInt32(ring.count)),
            let result = GEOSGeom_createLinearRing_r(handle, sequence)
        else { throw failure() }
        return result
    }
}
