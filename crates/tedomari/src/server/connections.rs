//! Connections: how many at once, how slow they may be, and how they end.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use budget::StopFlag;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// How many connections may be open. More wait until one is closed.
const OPEN: usize = 256;

/// How long a client may take to send the head of a request, or keep an idle connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection may last, whatever it does: longer than the longest search.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// How long open connections have to end when the server closes.
const FAREWELL: Duration = Duration::from_secs(10);

/// Answers connections until `end` comes; then all work is stopped, and what is known sent.
///
/// # Errors
/// If the listener has no address.
pub async fn serve(listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    let closing = StopFlag::new();
    let router = super::router(listener.local_addr()?, &closing);
    let open = Arc::new(Semaphore::new(OPEN));
    let graceful = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let Some(accepted) = until(&mut end, accept(&listener, &open)).await else { break };
        let Some((stream, place)) = accepted else { continue };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
        let service = TowerToHyperService::new(router.clone());
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // How a connection ends is the client's affair.
            let _ = timeout(LONGEST, connection).await;
            drop(place);
        });
    }
    drop(listener);
    closing.stop();
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

/// The next connection, once there is room for it.
async fn accept(
    listener: &TcpListener,
    open: &Arc<Semaphore>,
) -> Option<(tokio::net::TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(open).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => {
            // Small answers should leave at once.
            let _ = stream.set_nodelay(true);
            Some((stream, place))
        }
        Err(_) => {
            // Too many open files, most likely: some will be closed.
            sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

/// What the work gives, or nothing if the end comes first.
async fn until<T>(
    end: &mut std::pin::Pin<&mut impl Future<Output = ()>>,
    work: impl Future<Output = T>,
) -> Option<T> {
    let work = pin!(work);
    match futures_util::future::select(end.as_mut(), work).await {
        futures_util::future::Either::Left(((), _)) => None,
        futures_util::future::Either::Right((done, _)) => Some(done),
    }
}
