// A corridor in recordings and other files.

import Geo

extension Corridor: Codable {
    private enum Key: String, CodingKey {
        case fromMeters, toMeters, branches
    }

    /// Reads a corridor.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            fromMeters: try values.decode(Double.self, forKey: .fromMeters),
            toMeters: try values.decode(Double.self, forKey: .toMeters),
            branches: try values.decode([Branch].self, forKey: .branches))
    }

    /// Writes the corridor.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(fromMeters, forKey: .fromMeters)
        try values.encode(toMeters, forKey: .toMeters)
        try values.encode(branches, forKey: .branches)
    }
}

extension Corridor.Branch: Codable {
    private enum Key: String, CodingKey {
        case offset, line
    }

    /// Reads a branch: `line` is a list of pairs of longitude and latitude.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let pairs = try values.decode([[Double]].self, forKey: .line)
        let line = pairs.compactMap { $0.count == 2 ? Coordinate(x: $0[0], y: $0[1]) : nil }
        guard line.count == pairs.count,
            let branch = Self(
                offset: try values.decode(Double.self, forKey: .offset), line: line)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .line, in: values,
                debugDescription: "a branch needs an offset of 0 or more and 2 to "
                    + "\(Corridor.mostVertices) pairs of longitude and latitude")
        }
        self = branch
    }

    /// Writes the branch.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(offset, forKey: .offset)
        try values.encode(line.map { [$0.x, $0.y] }, forKey: .line)
    }
}
