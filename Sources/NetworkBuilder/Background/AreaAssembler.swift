// Assembles areas from ways. The work is libosmium's, behind COSM's C interface.

import COSM
import RoadNetwork

/// A node on the line around an area.
struct AreaNode: Hashable {
    var id: Int64
    var position: FixedCoordinate
}

/// Assembles the rings around areas.
///
/// Only one task may use it at a time.
final class AreaAssembler {
    /// The most nodes in an area. The largest areas in OpenStreetMap have some 300,000; libosmium
    /// may take quadratic time if many of their steps lie above each other.
    static let mostNodes = 1_000_000

    private let assembler: OpaquePointer

    init() {
        guard let made = waypost_osm_assembler_new() else {
            preconditionFailure("there is no memory for an assembler of areas")
        }
        assembler = made
    }

    deinit { waypost_osm_assembler_free(assembler) }

    /// Returns the polygons within some ways, each as an outer ring and the holes in it.
    ///
    /// - Returns: Nothing if the ways do not close, or cross so that no area is left.
    /// - Throws: ``BuildError`` without memory.
    func polygons(within ways: [[AreaNode]]) throws(BuildError) -> [[MapPart]] {
        waypost_osm_assembler_begin(assembler)
        for way in ways {
            let nodes = way.map {
                waypost_osm_area_node(
                    id: $0.id, longitude_e7: $0.position.longitudeE7,
                    latitude_e7: $0.position.latitudeE7)
            }
            guard waypost_osm_assembler_add(assembler, nodes, nodes.count) == 1 else {
                throw Self.outOfMemory
            }
        }
        let count = waypost_osm_assembler_run(assembler)
        guard count >= 0 else { throw Self.outOfMemory }
        var polygons: [[MapPart]] = []
        for number in 0..<Int(count) {
            var nodeCount = 0
            var isInner: Int32 = 0
            let base = waypost_osm_assembler_ring(assembler, number, &nodeCount, &isInner)
            let ring = UnsafeBufferPointer(start: base, count: nodeCount).dropLast().map {
                MapUnits.point(
                    FixedCoordinate(longitudeE7: $0.longitude_e7, latitudeE7: $0.latitude_e7))
            }
            let part = MapPart(points: ring, isInner: isInner != 0)
            if part.isInner, !polygons.isEmpty {
                polygons[polygons.count - 1].append(part)
            } else {
                polygons.append([part])
            }
        }
        return polygons
    }

    private static let outOfMemory = BuildError("there is no memory for the areas of the map")
}
