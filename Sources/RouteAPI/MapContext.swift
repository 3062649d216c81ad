// The surroundings of a request: the part of the map that is shown, and its system.

public import Geo

/// The value of the parameter `context`, which newer clients send.
public struct MapContext: Hashable, Sendable {
    /// A box of the map with the system of its coordinates.
    public struct Extent: Hashable, Sendable {
        /// The box.
        public var envelope: Envelope
        /// The system of its corners.
        public var spatialReference: SpatialReference

        /// Makes an extent.
        public init(envelope: Envelope, spatialReference: SpatialReference = .wgs84) {
            self.envelope = envelope
            self.spatialReference = spatialReference
        }
    }

    /// Inputs outside of it are left out.
    public var extent: Extent?
    /// The system of all output shapes, where `outSR` is absent.
    public var outSR: SpatialReference?

    /// Makes a context.
    public init(extent: Extent? = nil, outSR: SpatialReference? = nil) {
        self.extent = extent
        self.outSR = outSR
    }
}
