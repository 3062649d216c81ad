// PROJ's handles: contexts, coordinate systems, transformations. Nothing else in the room calls
// PROJ.

import CPROJ
import Geo

/// A PROJ context and its last messages. Use it on one thread at a time.
final class ProjectionContext {
    let handle: OpaquePointer
    private let log = MessageLog()

    init() {
        guard let handle = proj_context_create() else {
            preconditionFailure("PROJ makes a context unless memory is exhausted")
        }
        self.handle = handle
        // Without a log function, PROJ writes to standard error, including the caller's
        // coordinates.
        proj_log_func(handle, Unmanaged.passUnretained(log).toOpaque()) { box, _, text in
            guard let box, let text else { return }
            Unmanaged<MessageLog>.fromOpaque(box).takeUnretainedValue().add(String(cString: text))
        }
        proj_context_set_enable_network(handle, 0)
    }

    deinit { proj_context_destroy(handle) }

    /// Runs a PROJ call and returns its result with PROJ's messages.
    func collectingMessages<Result>(
        _ call: (OpaquePointer) -> Result
    ) -> (result: Result, message: String) {
        log.clear()
        let result = call(handle)
        return (result, log.text)
    }
}

/// A PROJ object and its context.
final class ProjectionObject {
    let handle: OpaquePointer
    let context: ProjectionContext

    /// Takes ownership of an object; `nil` if there is none.
    init?(_ handle: OpaquePointer?, in context: ProjectionContext) {
        guard let handle else { return nil }
        self.handle = handle
        self.context = context
    }

    deinit { proj_destroy(handle) }

    var name: String { proj_get_name(handle).map { String(cString: $0) } ?? "" }
    var type: PJ_TYPE { proj_get_type(handle) }
}

extension ProjectionContext {
    /// Looks up a coordinate system.
    func system(
        named reference: SpatialReference
    ) throws(SpatialReferenceError) -> ProjectionObject {
        let system =
            switch reference.name {
            case .wkid(let wkid): try numbered(wkid, latest: reference.latestWKID)
            case .wkt(let text): try written(text)
            }
        guard horizontalPart(of: system) != nil else {
            throw .notHorizontal(system: system.name.isEmpty ? reference.label : system.name)
        }
        return system
    }

    /// Looks up a number. The current number comes first, then the caller's own; EPSG's list before
    /// Esri's, which share no numbers.
    private func numbered(
        _ wkid: Int, latest: Int?
    ) throws(SpatialReferenceError) -> ProjectionObject {
        for code in [latest, wkid].compactMap(\.self) {
            for authority in ["EPSG", "ESRI"] {
                let (found, message) = collectingMessages {
                    proj_create_from_database(
                        $0, authority, String(code), PJ_CATEGORY_CRS, 0, nil)
                }
                if let system = ProjectionObject(found, in: self) { return system }
                if message.contains("proj.db") { throw .listMissing }
            }
        }
        throw .unknownWKID(wkid)
    }

    private func written(_ text: String) throws(SpatialReferenceError) -> ProjectionObject {
        try SystemTextRules.check(text)
        var warnings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var mistakes: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let (found, message) = collectingMessages {
            proj_create_from_wkt($0, text, nil, &warnings, &mistakes)
        }
        var reason = message
        if let mistakes, let first = mistakes[0] { reason = String(cString: first) }
        proj_string_list_destroy(warnings)
        proj_string_list_destroy(mistakes)
        guard let system = ProjectionObject(found, in: self), proj_is_crs(system.handle) != 0 else {
            throw .unreadableText(excerpt: text.excerpt, reason: reason.excerpt)
        }
        return system
    }

    /// Returns the geographic or projected part of a system, or `nil` if it has none.
    func horizontalPart(of system: ProjectionObject) -> ProjectionObject? {
        switch system.type {
        case PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS, PJ_TYPE_PROJECTED_CRS:
            return system
        case PJ_TYPE_COMPOUND_CRS:
            return ProjectionObject(proj_crs_get_sub_crs(handle, system.handle, 0), in: self)
                .flatMap(horizontalPart)
        case PJ_TYPE_BOUND_CRS:
            return ProjectionObject(proj_get_source_crs(handle, system.handle), in: self)
                .flatMap(horizontalPart)
        default:
            return nil
        }
    }

    /// Returns whether a horizontal system's units are angles, and how many radians or meters a
    /// unit has.
    func unit(of horizontal: ProjectionObject) -> (isAngle: Bool, factor: Double)? {
        guard
            let axes = ProjectionObject(
                proj_crs_get_coordinate_system(handle, horizontal.handle), in: self)
        else { return nil }
        var factor = 0.0
        let isKnown = proj_cs_get_axis_info(
            handle, axes.handle, 0, nil, nil, nil, &factor, nil, nil, nil)
        guard isKnown != 0, factor > 0 else { return nil }
        return (horizontal.type != PJ_TYPE_PROJECTED_CRS, factor)
    }
}

/// A C library's messages, newest last.
final class MessageLog {
    private var messages: [String] = []

    /// All messages on one line; empty if there are none.
    var text: String { messages.joined(separator: "; ") }

    func add(_ message: String) {
        // A library that reports an error for every point must not fill the memory.
        if messages.count < 8 { messages.append(message) }
    }

    func clear() { messages.removeAll() }
}
