// A request's map context: the part of the map on show, and its spatial reference.

public import Geo

/// The value of the parameter `context`, which newer clients send.
public struct MapContext: Hashable, Sendable {
    /// A box on the map with the spatial reference of its corners.
    public struct Extent: Hashable, Sendable {
        /// The box, in ``spatialReference``.
        public var envelope: Envelope
        /// The corners' spatial reference.
        public var spatialReference: SpatialReference

        /// Creates an extent.
        public init(envelope: Envelope, spatialReference: SpatialReference = .wgs84) {
            self.envelope = envelope
            self.spatialReference = spatialReference
        }
    }

    /// Inputs outside this extent are left out.
    public var extent: Extent?
    /// The spatial reference of all output shapes if `outSR` is absent.
    public var outSR: SpatialReference?

    /// Creates a context.
    public init(extent: Extent? = nil, outSR: SpatialReference? = nil) {
        self.extent = extent
        self.outSR = outSR
    }
}
