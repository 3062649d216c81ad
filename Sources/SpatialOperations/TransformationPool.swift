// Prepared transformations, lent to one caller at a time.

import CPROJ
import DataStructures
package import Geo
import Synchronization

/// A bounded pool of PROJ transformations, with a cache of facts about coordinate systems,
/// including failures to read them.
///
/// Only one thread at a time may use a transformation, and the first in a process costs 12 ms, so
/// idle ones are kept and lent out. Rejected: one for each thread, because most threads seldom
/// project; and one for all under a lock, because parallel solves would queue for it.
package final class TransformationPool: Sendable {
    /// The pool that transformers use by default.
    package static let shared = TransformationPool()

    private struct State {
        /// Idle transformations, most recently used last.
        var idle: [Transformation] = []
        /// Facts about systems, or the failure, because PROJ takes as long to refuse a system
        /// again.
        var systems: BoundedCache<SpatialReference, Result<CoordinateSystem, SpatialReferenceError>>
        /// Pairs of systems without a known transformation.
        var refusals: BoundedCache<Pair, SpatialReferenceError>
    }

    private struct Pair: Hashable {
        let source: SpatialReference
        let target: SpatialReference
    }

    private let capacity: Int
    private let state: Mutex<State>

    /// Makes an empty pool.
    ///
    /// - Parameters:
    ///   - capacity: How many idle transformations to keep.
    ///   - systemCapacity: How many systems, and how many failures, to keep. A text has at most 16
    ///     kB.
    package init(capacity: Int = 64, systemCapacity: Int = 256) {
        precondition(capacity >= 1, "a pool keeps at least one transformation")
        precondition(systemCapacity >= 1, "a pool keeps at least one system")
        self.capacity = capacity
        state = Mutex(
            State(
                systems: BoundedCache(budget: systemCapacity),
                refusals: BoundedCache(budget: systemCapacity)))
    }

    /// How many transformations are idle.
    package var idleCount: Int { state.withLock { $0.idle.count } }

    /// Returns whether a system, or the failure to read it, is cached; other systems take PROJ up
    /// to tens of milliseconds.
    package func hasRead(_ reference: SpatialReference) -> Bool {
        Self.known(reference) != nil || state.withLock { $0.systems.peek(reference) != nil }
    }

    /// Lends a transformation to `body` for the duration of the call.
    func withTransformation<Result>(
        from source: SpatialReference, to target: SpatialReference,
        _ body: (Transformation) throws(SpatialReferenceError) -> Result
    ) throws(SpatialReferenceError) -> Result {
        let kept = state.withLock { state -> Transformation? in
            let index = state.idle.lastIndex { $0.source == source && $0.target == target }
            return index.map { state.idle.remove(at: $0) }
        }
        let transformation: Transformation
        if let kept {
            transformation = kept
        } else {
            transformation = try makeTransformation(from: source, to: target)
        }
        defer { giveBack(transformation) }
        return try body(transformation)
    }

    private func makeTransformation(
        from source: SpatialReference, to target: SpatialReference
    ) throws(SpatialReferenceError) -> Transformation {
        let pair = Pair(source: source, target: target)
        if let refusal = state.withLock({ $0.refusals.find(pair) }) { throw refusal }
        do throws(SpatialReferenceError) {
            return try Transformation(from: source, to: target)
        } catch {
            if error.isLasting { state.withLock { $0.refusals.keep(error, for: pair) } }
            throw error
        }
    }

    private func giveBack(_ transformation: Transformation) {
        // Dropped outside the lock, because freeing a context takes a while.
        let dropped = state.withLock { state -> Transformation? in
            state.idle.append(transformation)
            return state.idle.count > capacity ? state.idle.removeFirst() : nil
        }
        _ = dropped
    }

    func system(
        named reference: SpatialReference
    ) throws(SpatialReferenceError) -> CoordinateSystem {
        if let known = Self.known(reference) { return known }
        if case .wkt(let text) = reference.name { try SystemTextRules.checkLength(text) }
        if let outcome = state.withLock({ $0.systems.find(reference) }) {
            return try outcome.get()
        }
        do throws(SpatialReferenceError) {
            let found = try Self.lookUp(reference)
            state.withLock { $0.systems.keep(.success(found), for: reference) }
            return found
        } catch {
            if error.isLasting {
                state.withLock { $0.systems.keep(.failure(error), for: reference) }
            }
            throw error
        }
    }

    /// Returns the two systems that nearly every request uses, which need no installed list.
    private static func known(_ reference: SpatialReference) -> CoordinateSystem? {
        switch reference.effectiveWKID {
        case 4326: .wgs84
        case 3857: .webMercator
        default: nil
        }
    }

    private static func lookUp(
        _ reference: SpatialReference
    ) throws(SpatialReferenceError) -> CoordinateSystem {
        let context = ProjectionContext()
        let found = try context.system(named: reference)
        guard let horizontal = context.horizontalPart(of: found),
            let (isAngle, factor) = context.unit(of: horizontal)
        else { throw .notHorizontal(system: found.name) }
        return isAngle
            ? CoordinateSystem(name: found.name, radiansPerUnit: factor)
            : CoordinateSystem(name: found.name, metersPerUnit: factor)
    }
}

extension SpatialReferenceError {
    /// Whether the same failure will occur next time; a missing list may still be installed.
    fileprivate var isLasting: Bool {
        if case .listMissing = self { false } else { true }
    }
}

/// A PROJ transformation in its own context, longitude or easting first on both sides.
///
/// Unchecked: PROJ objects may move between threads, but only one thread at a time may use them.
/// The pool lends each to one caller only.
final class Transformation: @unchecked Sendable {
    let source: SpatialReference
    let target: SpatialReference
    private let operation: ProjectionObject

    init(
        from source: SpatialReference, to target: SpatialReference
    ) throws(SpatialReferenceError) {
        let context = ProjectionContext()
        let from = try context.system(named: source)
        let to = try context.system(named: target)
        let plain = ProjectionObject(
            proj_create_crs_to_crs_from_pj(context.handle, from.handle, to.handle, nil, nil),
            in: context)
        let normalized = plain.flatMap {
            ProjectionObject(
                proj_normalize_for_visualization(context.handle, $0.handle), in: context)
        }
        guard let normalized else {
            throw .noTransformation(from: source.label, to: target.label)
        }
        self.source = source
        self.target = target
        operation = normalized
    }

    /// Transforms coordinates in place; a coordinate without a place becomes infinite or NaN.
    func apply(to coordinates: inout [Coordinate]) {
        let stride = MemoryLayout<Coordinate>.stride
        let width = MemoryLayout<Double>.size
        coordinates.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let count = bytes.count / stride
            // A coordinate is two doubles, easting first; `proj_trans_generic` walks them in place.
            let doubles = base.bindMemory(to: Double.self, capacity: bytes.count / width)
            _ = proj_trans_generic(
                operation.handle, PJ_FWD, doubles, stride, count, doubles + 1, stride, count, nil,
                0, 0, nil, 0, 0)
        }
        proj_errno_reset(operation.handle)
    }
}
