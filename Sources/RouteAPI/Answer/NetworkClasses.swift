// The analysis classes of a layer, with the fields that solves read and write.

import Geo

/// A class of analysis objects: what a row of stops or barriers may say.
struct NetworkClass {
    /// A field with the value that a missing attribute takes.
    struct ClassField {
        var name: String
        var defaultValue: String
    }

    var name: String
    var fields: [ClassField]

    /// The classes of a route layer over a network.
    static func all(of layer: LayerDescription) -> [NetworkClass] {
        let costs = layer.attributes.filter { $0.usage == .cost }
        let timeCosts = costs.filter { $0.units.seconds != nil }
        func fields(_ prefix: String, _ costs: [NetworkAttributeDescription], _ value: String)
            -> [ClassField]
        {
            costs.map { ClassField(name: prefix + $0.name, defaultValue: value) }
        }
        let place = named(
            ["SourceID", "SourceOID", "PosAlong", "SideOfEdge"], defaultValue: "")
        let found = named(
            ["Status", "SnapX", "SnapY", "SnapZ", "DistanceToNetworkInMeters"], defaultValue: "")
        return [
            NetworkClass(
                name: "Stops",
                fields: named(
                    ["Name", "RouteName", "Sequence", "TimeWindowStart", "TimeWindowEnd"],
                    defaultValue: "")
                    + named(["CurbApproach", "LocationType"], defaultValue: "0")
                    + named(["Bearing"], defaultValue: "")
                    + named(["BearingTol"], defaultValue: "30")
                    + named(["NavLatency"], defaultValue: "") + place
                    + fields("Attr_", costs, "0") + found
                    + fields("Cumul_", costs, "0") + fields("Wait_", timeCosts, "")
                    + fields("Violation_", timeCosts, "")),
            NetworkClass(
                name: "Barriers",
                fields: named(["Name"], defaultValue: "")
                    + named(["BarrierType", "FullEdge", "CurbApproach"], defaultValue: "0") + place
                    + fields("Attr_", costs, "0") + found),
            barriers("PolylineBarriers", fields("Attr_", costs, "1"), ["Shape_Length"]),
            barriers(
                "PolygonBarriers", fields("Attr_", costs, "1"), ["Shape_Length", "Shape_Area"]),
            NetworkClass(
                name: "Routes",
                fields: named(
                    [
                        "Name", "FirstStopID", "LastStopID", "StopCount", "StartTime", "EndTime",
                        "StartTimeUTC", "EndTimeUTC",
                    ], defaultValue: "")
                    + fields("TotalWait_", timeCosts, "") + fields("TotalViolation_", timeCosts, "")
                    + fields("Total_", costs, "") + named(["Shape_Length"], defaultValue: "")),
        ]
    }

    private static func barriers(
        _ name: String, _ factors: [ClassField], _ sizes: [String]
    ) -> NetworkClass {
        NetworkClass(
            name: name,
            fields: named(["Name"], defaultValue: "") + named(["BarrierType"], defaultValue: "0")
                + factors + named(sizes, defaultValue: ""))
    }

    private static func named(_ names: [String], defaultValue: String) -> [ClassField] {
        names.map { ClassField(name: $0, defaultValue: defaultValue) }
    }
}

extension JSONWriter {
    /// Writes a class as the services directory lists it.
    mutating func networkClass(_ networkClass: NetworkClass) {
        beginObject()
        member("className", networkClass.name)
        array("fields") { writer in
            for field in networkClass.fields {
                writer.beginObject()
                writer.member("fieldName", field.name)
                writer.member("defaultValue", field.defaultValue)
                writer.names("candidateFields", [field.name])
                writer.endObject()
            }
        }
        endObject()
    }
}
