// Tests the coordinates people type and other programs copy.

import Geo
import Testing

@testable import Geocoding

@Suite struct CoordinateTextTests {
    private static let porto = Envelope(minX: -8.8, minY: 41, maxX: -8.3, maxY: 41.4)
    private static let wien = Envelope(minX: 16.1, minY: 48, maxX: 16.6, maxY: 48.4)

    @Test(arguments: [
        // Decimal commas.
        "41,15 -8,61", "41,15; -8,61", "41,15, -8,61", "41,15,-8,61",
        "41° 9' 0,0\" N 8° 36' 36,0\" W",
        // Labels, and words for directions.
        "lat 41.15 lon -8.61", "Lat: 41.15, Lng: -8.61", "latitude=41.15&longitude=-8.61",
        "x=-8.61 y=41.15", "X: -8.61, Y: 41.15", "41.15 north 8.61 west", "41.15 Nord, 8.61 Ouest",
        // Brackets and well-known text.
        "(41.15, -8.61)", "[-8.61, 41.15]", "{41.15, -8.61}", "POINT (-8.61 41.15)",
        // Other signs between the two.
        "41.15/-8.61", "N 41° 9.000 / W 8° 36.600", "41° 9' N - 8° 36' 36\" W", "41.15|-8.61",
        "41.15, -8.61.", "41:09:00 -8:36:36", "41:09 N 8:36:36 W", "41d09m00s N 8d36m36s W",
        // West in Portuguese.
        "41° 9' N, 8° 36' 36\" O",
        // Links.
        "geo:41.15,-8.61", "geo:41.15,-8.61?z=17", "@41.15,-8.61,15z",
        "https://www.openstreetmap.org/#map=17/41.15/-8.61",
        "https://www.openstreetmap.org/?mlat=41.15&mlon=-8.61#map=5/0/0",
        "https://maps.google.com/?q=41.15,-8.61",
        "https://www.google.com/maps/place/X/data=!3m1!4b1!3d41.15!4d-8.61",
        "https://www.google.com/maps/search/?api=1&query=41.15%2C-8.61",
    ])
    func `coordinates are read as they are written`(text: String) throws {
        let place = try #require(CoordinateText.place(text, within: Self.porto), "\(text)")
        #expect(abs(place.x + 8.61) < 1e-9 && abs(place.y - 41.15) < 1e-9, "\(text): \(place)")
    }

    @Test func `an O is east or west by the area, and nothing where both are`() {
        let text = "48.2 N, 16.37 O"
        #expect(CoordinateText.place(text, within: Self.wien)?.x == 16.37)
        let mirrored = Envelope(minX: -20, minY: 40, maxX: 20, maxY: 50)
        #expect(CoordinateText.place(text, within: mirrored) == nil)
        #expect(CoordinateText.place(text, within: Self.porto) == nil)
    }

    @Test(arguments: [
        "x 7.4 y 43.7", "y 43.7, x 7.4", "x=7.4, 43.7", "43.7 n 7.4 e",
    ])
    func `labels come before the first number, or directly at each`(text: String) throws {
        let place = try #require(CoordinateText.place(text, within: Self.porto), "\(text)")
        #expect(place == Coordinate(x: 7.4, y: 43.7))
    }

    /// Doors, times, addresses by two directions, and `and` in Spanish; far from the network.
    @Test(arguments: [
        "7 y 50", "12 x 3", "7 Y 50", "7.5 y 50.5", "12/3,", "12/3.", " 12/3 ;", "12:30", "12:30,",
        "9:00-17:00", "45 S 100 E", "45 s, 100 e", "n 45 e 100", "12, 3", "12;3", "12|3", "12,3",
        "45 South 100 East", "45 south, 100 e", "45 Sur 100 Este",
    ])
    func `numbers of an address or a time are no coordinates`(text: String) {
        #expect(CoordinateText.place(text, within: Self.porto) == nil)
    }

    @Test(arguments: [
        "41 9 N 8 36 W", "N 41 9 0 W 8 36 0", "41:09 N 8:36 W", "41 9 Nord 8 36 Ouest",
    ])
    func `minutes beside directions are of coordinates, wherever they lie`(text: String) throws {
        let place = try #require(CoordinateText.place(text, within: Self.wien), "\(text)")
        #expect(abs(place.x + 8.6) < 1e-9 && abs(place.y - 41.15) < 1e-9)
    }

    @Test(arguments: ["41, -8", "-8, 41", "41 N 8 W", "N 41 W 8"])
    func `whole degrees are coordinates in the network's area`(text: String) throws {
        let iberia = Envelope(minX: -10, minY: 36, maxX: 4, maxY: 44)
        let place = try #require(CoordinateText.place(text, within: iberia), "\(text)")
        #expect(place == Coordinate(x: -8, y: 41))
        #expect(CoordinateText.place(text, within: Self.wien) == nil)
    }

    @Test(arguments: [
        "12/3", "12 / 3", "12-14", "A 28", "N14", "Rua 1,5", "Lat 5", "x", "Weststraße 5",
        "geo:", "geo:1", "geo:a,b", "POINT", "POINT(1)", "http://example.org/", "@1", "()", "1,2,3",
        "1/2/3", "5th & 6th", "Nord 5", "::", "o", "41 O 8 O", "1,2,3,4,5",
        "https://example.org/?q=" + String(repeating: "1", count: 600),
    ])
    func `other texts are none`(text: String) {
        #expect(CoordinateText.place(text, within: Self.porto) == nil)
    }
}
