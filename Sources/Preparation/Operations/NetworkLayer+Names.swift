// Names of streets, by the ids that rows have.

import RoadNetwork

extension NetworkLayer {
    /// Returns the name of a street; empty if it has none, or if no street has the id.
    ///
    /// - Parameter element: The street's id, as rows have it in `SourceOID`.
    /// - Complexity: O(*n*) for *n* bytes of the name.
    public func streetName(ofElement element: Int) -> String {
        guard (0..<network.edgeCount).contains(element) else { return "" }
        return network.streetName(of: EdgeID(row: UInt32(element)))
    }
}
