// Where the positions of traces go while they are read.

package import Geo

/// Receives positions one after another while a ``TraceReader`` reads them.
package protocol TraceReceiver {
    /// Begins a trace.
    ///
    /// - Parameters:
    ///   - name: The name as it was sent; empty if there is none.
    ///   - isLine: Whether it is a drawn line rather than a receiver's fixes.
    ///   - reference: The positions' spatial reference.
    /// - Returns: The trace's number for ``add(_:to:)``, counted from 0.
    mutating func begin(_ name: String, isLine: Bool, in reference: SpatialReference) -> Int

    /// Names a trace whose name comes after its positions.
    mutating func rename(_ trace: Int, _ name: String)

    /// Appends a position to a trace.
    mutating func add(_ fix: TraceFix, to trace: Int)

    /// Ends the reading. Traces then get unique names; see ``TraceInput``.
    mutating func finish()
}

/// Keeps traces in memory, for a request.
package struct HeldTraces: TraceReceiver {
    private var traces: [Trace] = []
    private var reference = SpatialReference.wgs84

    package init() {}

    package var input: TraceInput { TraceInput(traces, spatialReference: reference) }

    package mutating func begin(
        _ name: String, isLine: Bool, in reference: SpatialReference
    ) -> Int {
        self.reference = reference
        traces.append(Trace(name: name, isLine: isLine, fixes: []))
        return traces.count - 1
    }

    package mutating func rename(_ trace: Int, _ name: String) { traces[trace].name = name }

    package mutating func add(_ fix: TraceFix, to trace: Int) { traces[trace].fixes.append(fix) }

    package mutating func finish() {}
}
