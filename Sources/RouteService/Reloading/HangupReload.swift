// Reloads the services on SIGHUP, as is usual for servers.

import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads the services when the process gets SIGHUP.
///
/// The system sends the same signal when a terminal closes. If the server was started in a terminal
/// and has lost it, the server stops instead.
struct HangupReload: Service {
    let reloader: CatalogReloader
    /// Hears of each reload, so that `systemctl status` tells it.
    let systemd: SystemdSocket?

    func run() async throws {
        let hadTerminal = Self.hasTerminal
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                if hadTerminal, !Self.hasTerminal {
                    kill(getpid(), SIGTERM)
                } else {
                    await reload()
                }
            }
        }
    }

    /// Reloads the services. The server is ready afterwards even if they stay as they are.
    func reload() async {
        systemd?.send(.reloading)
        _ = await reloader.reload(.hangup)
        systemd?.send(.ready)
    }

    private static var hasTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

extension HangupReload {
    /// Finds the socket to report to in the environment.
    init(reloader: CatalogReloader, logger: Logger) {
        self.init(reloader: reloader, systemd: SystemdSocket(logger: logger))
    }
}
