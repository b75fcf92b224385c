//! Listens, and ends in good order.

use crate::config::Config;
use crate::events::Events;
use crate::house::House;
use crate::router::router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tabula_core::Stop;
use tabula_store::StoreError;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// How often the wish to end is looked at, and clocks that have run out.
const TICK: Duration = Duration::from_millis(50);
/// How long those who are being answered may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// Why the server could not serve.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be listened at.
    Address(SocketAddr, std::io::Error),
    /// The store cannot be opened.
    Store(StoreError),
    /// The system has no threads for it.
    Runtime(std::io::Error),
    /// Others could ask, and nothing would keep them out.
    NoToken,
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address, error) => write!(f, "cannot listen at {address}: {error}"),
            Self::Store(error) => write!(f, "{error}"),
            Self::Runtime(error) => write!(f, "cannot start: {error}"),
            Self::NoToken => f.write_str("others than this machine could ask: a token is needed"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Serves until `halt` is raised; `ready` hears the address once it can be asked.
pub fn serve(config: Config, halt: &Stop, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    if !config.is_local() && config.token.is_none() {
        return Err(ServeError::NoToken);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(config.limits.thinkers.clamp(2, 8))
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    let served = runtime.block_on(listen(config, halt, ready));
    // Whoever still thinks was told to stop; nobody waits for a thread that does not hear.
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn listen(mut config: Config, halt: &Stop, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let wanted = SocketAddr::new(config.host, config.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Address(wanted, error))?;
    let address = listener.local_addr().map_err(|error| ServeError::Address(wanted, error))?;
    config.port = address.port();
    let limits = config.limits;
    let house = Arc::new(House::open(config, Handle::current()).map_err(ServeError::Store)?);
    Events::wake(&house);
    let app = router(Arc::clone(&house));
    let seats = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.arrival).max_headers(64);
    ready(address);
    let mut tick = tokio::time::interval(TICK);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Out of descriptors: those who are here may leave meanwhile.
                Err(_) => {
                    tokio::time::sleep(TICK).await;
                    continue;
                }
            },
            _ = tick.tick() => {
                if halt.is_raised() {
                    break;
                }
                flags(&house);
                continue;
            }
        };
        let Ok(seat) = Arc::clone(&seats).try_acquire_owned() else {
            tokio::spawn(refuse(stream));
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // Whatever a client does wrong on the wire ends its own connection and nothing else.
            let _ = connection.await;
            drop(seat);
        });
    }
    let ending = Arc::clone(&house);
    let long = tokio::task::spawn_blocking(move || {
        ending.events.halt();
        ending.runs.halt();
    });
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    let _ = tokio::time::timeout(FAREWELL, long).await;
    Ok(())
}

/// Ends games whose clock has run out.
fn flags(house: &Arc<House>) {
    for room in house.rooms.flagged() {
        let mut state = room.state();
        if state.flag() {
            // A result that cannot be kept is seen again when the game is opened the next time.
            let _ = house.store().keep_play(&room.row(&state));
            room.tell(&state);
        }
    }
}

/// Says that there are too many.
async fn refuse(stream: TcpStream) {
    const SAID: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Type: application/json\r\n\
        Connection: close\r\nContent-Length: 56\r\n\r\n{\"error\":\"too many connections: please try again later\"}";
    // Whoever does not even read that is not waited for.
    let _ = tokio::time::timeout(Duration::from_secs(1), async {
        stream.writable().await?;
        stream.try_write(SAID).map(|_| ())
    })
    .await;
    drop(stream);
}
