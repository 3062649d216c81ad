// Runs the documentation example for the dataset on its own network.

import Foundation
import RoadNetwork
import Testing

struct DocumentationExamples {
    @Test func `the example of NetworkDataset opens a network`() throws {
        let folder = try TemporaryFolder()
        let bytes = try SampleContents.bytes(seed: 1)
        try Data(bytes).write(to: URL(filePath: folder.path + "/" + NetworkDataset.fileName))

        let network = try NetworkDataset(path: folder.path)
        let counts = (network.segmentCount, network.edgeCount)

        let same = try NetworkDataset(bytes: bytes)
        #expect(counts == (same.segmentCount, same.edgeCount))
        #expect(network.fingerprint == same.fingerprint)
    }
}
