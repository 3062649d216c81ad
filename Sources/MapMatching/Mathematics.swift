// The C library's functions that the model needs, under the same names on every platform.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@inline(__always)
func sine(_ x: Double) -> Double { sin(x) }

@inline(__always)
func exponential(_ x: Float) -> Float { expf(x) }

@inline(__always)
func logarithm(_ x: Float) -> Float { logf(x) }
