// Where the positions of traces go while they are read.

package import Geo

/// Takes the positions of traces one after another, as a ``TraceReader`` reads them.
package protocol TraceReceiver {
    /// Begins a trace.
    ///
    /// - Parameters:
    ///   - name: The name as it was sent; empty without one.
    ///   - isLine: Whether it is a drawn line rather than the fixes of a receiver.
    ///   - reference: The system of its positions.
    /// - Returns: A number for ``add(_:to:)``: the traces before it.
    mutating func begin(_ name: String, isLine: Bool, in reference: SpatialReference) -> Int

    /// Gives a trace the name that stands behind its positions.
    mutating func rename(_ trace: Int, _ name: String)

    /// Adds a position at the end of a trace.
    mutating func add(_ fix: TraceFix, to trace: Int)

    /// Ends the reading. Traces get names of their own: see ``TraceInput``.
    mutating func finish()
}

/// Traces that are held in memory, for a request.
package struct HeldTraces: TraceReceiver {
    private var traces: [Trace] = []
    private var reference = SpatialReference.wgs84

    /// Begins without traces.
    package init() {}

    /// The traces as an input.
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
