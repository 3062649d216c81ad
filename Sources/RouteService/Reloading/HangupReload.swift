// Reloads the services on SIGHUP, as servers do.

import Glibc
import ServiceLifecycle
import UnixSignals

/// Reloads the services when the process gets SIGHUP.
///
/// The system sends the same signal when a terminal is closed. A server that was started there has
/// lost its terminal then, and stops.
struct HangupReload: Service {
    let reloader: CatalogReloader

    func run() async throws {
        let hadTerminal = Self.hasTerminal
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                if hadTerminal, !Self.hasTerminal {
                    kill(getpid(), SIGTERM)
                } else {
                    _ = await reloader.reload(.hangup)
                }
            }
        }
    }

    private static var hasTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
