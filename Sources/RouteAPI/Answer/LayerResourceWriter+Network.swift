// Writes the resource of a network without a route layer, on which places can be located.

import Geo

extension LayerResourceWriter {
    /// Writes a geoprocessing tool's description: its network and its limits.
    ///
    /// - Parameter withFields: Whether sources list the fields that conditions may name.
    public static func toolInfo(
        _ layer: LayerDescription, isPortal: Bool, withFields: Bool
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("isPortal", isPortal)
        writer.object("networkDataset") { writeNetwork(layer, withFields: withFields, to: &$0) }
        writeLimits(of: layer, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes the network dataset layer below a route layer.
    ///
    /// - Parameter name: The network dataset layer's name.
    public static func networkDataset(
        _ layer: LayerDescription, name: String, pretty: Bool = false
    ) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        let defaults = layer.configuration
        writer.beginObject()
        writer.member("currentVersion", currentVersion)
        writer.member("cimVersion", cimVersion)
        writer.member("layerName", name)
        writer.member("layerType", "esriNAServerNetworkDatasetLayer")
        writeLocateDefaults(layer, to: &writer)
        writeTravelModes(defaults, to: &writer)
        writeLimits(of: layer, to: &writer)
        writer.member("hasZ", false)
        writer.object("networkDataset") { writeNetwork(layer, withFields: true, to: &$0) }
        writer.member("copyrightText", layer.attribution)
        writer.member("fingerprint", layer.fingerprint)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes the fields that conditions on a source may name.
    mutating func sourceFields() {
        array("fields") { writer in
            writer.beginObject()
            writer.member("name", "OBJECTID")
            writer.member("type", FieldType.objectID.rawValue)
            writer.member("alias", "OBJECTID")
            writer.endObject()
        }
    }
}
