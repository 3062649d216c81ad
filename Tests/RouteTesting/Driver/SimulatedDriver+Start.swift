// The first direction, which the driver compares with the first meters of the route.

import Geo

extension SimulatedDriver {
    private static let startCentimeters: Int64 = 2_500

    mutating func checkStart(_ instruction: DriverInstruction, until end: Int64?) {
        guard instruction.action == .start else { return }
        let names = [
            "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
        ]
        let words = instruction.text.split(whereSeparator: { " ,".contains($0) }).map(String.init)
        guard let sector = words.dropFirst().first.flatMap({ names.firstIndex(of: $0) }) else {
            return
        }
        at = 0
        var line: [Coordinate] = []
        var centimeters: Int64 = 0
        for piece in route {
            line += piece.line
            centimeters += piece.centimeters
            if centimeters >= min(Self.startCentimeters, end ?? .max) { break }
        }
        let off = abs(DriverMap.turned(Double(sector) * 45, DriverMap.bearing(line, 25)))
        if off > 75 { fail("the start is another direction", instruction.text, "\(Int(off))° off") }
    }
}
