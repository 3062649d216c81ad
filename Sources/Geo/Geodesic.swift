// Distances and bearings on the WGS 84 ellipsoid.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Distances and bearings on the WGS 84 ellipsoid, between longitude/latitude pairs in degrees.
public enum Geodesic {
    /// WGS 84's equatorial radius in meters.
    static let equatorialRadius = 6_378_137.0
    /// WGS 84's flattening.
    static let flattening = 1 / 298.257223563

    /// Returns the length of the shortest line on the ellipsoid, in meters.
    ///
    /// Method: T. Vincenty's inverse formula, *Direct and Inverse Solutions of Geodesics on the
    /// Ellipsoid*, Survey Review XXIII (1975),
    /// [doi:10.1179/sre.1975.23.176.88](https://doi.org/10.1179/sre.1975.23.176.88). For nearly
    /// antipodal pairs it does not converge; they get the great-circle length on the mean sphere,
    /// 0.5 % off at worst.
    public static func distanceMeters(from origin: Coordinate, to destination: Coordinate) -> Double
    {
        inverse(from: origin, to: destination).meters
    }

    /// Returns the direction in which the shortest line leaves `origin`, clockwise from north in
    /// `0..<360`.
    ///
    /// Returns 0 if the positions are equal.
    public static func bearingDegrees(from origin: Coordinate, to destination: Coordinate) -> Double
    {
        inverse(from: origin, to: destination).bearing
    }

    /// Returns a line's length in meters.
    public static func lengthMeters(of line: some Sequence<Coordinate>) -> Double {
        var total = 0.0
        var last: Coordinate?
        for coordinate in line {
            if let last { total += distanceMeters(from: last, to: coordinate) }
            last = coordinate
        }
        return total
    }

    /// Returns the meters per degree of longitude and latitude at a latitude, for local planar
    /// work.
    ///
    /// Method: radii of curvature in the prime vertical and in the meridian.
    public static func metersPerDegree(atLatitude latitude: Double) -> (x: Double, y: Double) {
        let eccentricitySquared = flattening * (2 - flattening)
        let phi = latitude * .pi / 180
        // Computed once: the compiler does not know that two calls return the same.
        let sine = sin(phi)
        let w = 1 - eccentricitySquared * sine * sine
        let primeVertical = equatorialRadius / w.squareRoot()
        let meridian = equatorialRadius * (1 - eccentricitySquared) / (w * w.squareRoot())
        return (primeVertical * cos(phi) * .pi / 180, meridian * .pi / 180)
    }

    private static func inverse(
        from origin: Coordinate, to destination: Coordinate
    ) -> (meters: Double, bearing: Double) {
        if origin == destination { return (0, 0) }
        let f = flattening
        let a = equatorialRadius
        let b = a * (1 - f)
        let longitudeDifference = normalized(destination.x - origin.x) * .pi / 180
        let u1 = atan((1 - f) * tan(origin.y * .pi / 180))
        let u2 = atan((1 - f) * tan(destination.y * .pi / 180))
        let (sinU1, cosU1, sinU2, cosU2) = (sin(u1), cos(u1), sin(u2), cos(u2))
        var lambda = longitudeDifference
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let north = cosU1 * sinU2 - sinU1 * cosU2 * cosLambda
            let east = cosU2 * sinLambda
            let sinSigma = (east * east + north * north).squareRoot()
            if sinSigma == 0 { return (0, 0) }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            let cos2SigmaM =
                cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSquaredAlpha
            let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
            let series =
                sigma + c * sinSigma
                * (cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1))
            let next = longitudeDifference + (1 - c) * f * sinAlpha * series
            if abs(next - lambda) < 1e-12 {
                let uSquared = cosSquaredAlpha * (a * a - b * b) / (b * b)
                let meters = arc(
                    uSquared: uSquared, sigma: sigma, sinSigma: sinSigma, cosSigma: cosSigma,
                    cos2SigmaM: cos2SigmaM, semiMinorAxis: b)
                return (meters, degrees(atan2(east, north)))
            }
            lambda = next
        }
        return (sphericalMeters(u1, u2, longitudeDifference), 0)
    }

    private static func arc(
        uSquared: Double, sigma: Double, sinSigma: Double, cosSigma: Double, cos2SigmaM: Double,
        semiMinorAxis b: Double
    ) -> Double {
        let bigA =
            1 + uSquared / 16_384 * (4_096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
        let bigB = uSquared / 1_024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
        let squared = 2 * cos2SigmaM * cos2SigmaM - 1
        let correction =
            cosSigma * squared
            - bigB / 6 * cos2SigmaM * (4 * sinSigma * sinSigma - 3)
            * (4 * cos2SigmaM * cos2SigmaM - 3)
        let deltaSigma = bigB * sinSigma * (cos2SigmaM + bigB / 4 * correction)
        return b * bigA * (sigma - deltaSigma)
    }

    private static func sphericalMeters(_ u1: Double, _ u2: Double, _ lambda: Double) -> Double {
        let cosine = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
        return 6_371_008.8 * acos(max(-1, min(1, cosine)))
    }

    private static func normalized(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    private static func degrees(_ radians: Double) -> Double {
        let value = radians * 180 / .pi
        let wrapped = value < 0 ? value + 360 : value
        return wrapped >= 360 ? 0 : wrapped
    }
}
