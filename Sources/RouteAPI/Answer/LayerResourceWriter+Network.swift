// The resource of a network without a route layer, on which places can be located.

import Geo

extension LayerResourceWriter {
    /// The description of a geoprocessing tool: its network and its limits.
    ///
    /// - Parameter withFields: Whether sources include the fields that conditions may name.
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

    /// The network dataset layer under a route layer.
    ///
    /// - Parameter name: The name of the network dataset layer.
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
