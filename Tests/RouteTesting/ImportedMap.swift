// Networks imported from OpenStreetMap files written by tests.

import Foundation
import NetworkBuilder
package import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

extension NetworkLayer {
    /// A layer over the network in some OSM XML, for cars, with the shipped definition and
    /// directions.
    package static func imported(_ elements: String) throws -> NetworkLayer {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                print("left behind: \(folder.path)")
            }
        }
        let file = folder.appendingPathComponent("map.osm")
        try Data("<?xml version='1.0'?><osm version='0.6'>\(elements)</osm>".utf8).write(to: file)
        let contents = try NetworkReading(.shipped()).contents(of: [file.path])
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        var configuration = RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime",
            restrictionAttributeNames: ["Driving an Automobile", "Through Traffic Prohibited"],
            accumulateAttributeNames: ["Length"], directionsTimeAttributeName: "TravelTime")
        configuration.restrictUTurns = .noBacktrack
        return NetworkLayer(network: network, configuration: configuration)
    }
}
