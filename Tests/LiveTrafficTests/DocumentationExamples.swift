// Runs the documentation examples for traffic feeds, word for word.

import LiveTraffic
import Testing

struct DocumentationExamples {
    @Test func `the example of FeedReader reads a speed`() throws {
        let content = try FeedReader().read(Array("way,speed_kmh\n4305,31.5\n".utf8))

        #expect(content.rows.map(\.effect) == [.speed(31.5)])
    }

    /// The example of `FeedLog`, compiled but not run, since it needs a separate place.
    private func append(_ bytes: [UInt8], at place: String) throws -> Bool {
        let log = try openFeedLog(at: place)
        let isStored = try log.append(bytes, as: 1 + (log.numbers().last ?? 0), dropping: [])
        return isStored
    }
}
