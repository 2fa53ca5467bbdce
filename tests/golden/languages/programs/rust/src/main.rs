//! Fails as a shop's server fails, one scenario a run.
mod stock;

use std::sync::Arc;
use stock::Stock;
use tracing_subscriber::prelude::*;

/// Sends by a plain socket: the recorder speaks plain HTTP on the same machine, and needs no client for that.
struct Plain;

impl sentry::TransportFactory for Plain {
    fn create_transport(&self, options: &sentry::ClientOptions) -> Arc<dyn sentry::Transport> {
        let dsn = options.dsn.clone().expect("a DSN");
        Arc::new(Socket(format!("{}:{}", dsn.host(), dsn.port()), dsn.to_auth(None).to_string()))
    }
}

struct Socket(String, String);

impl sentry::Transport for Socket {
    fn send_envelope(&self, envelope: sentry::Envelope) {
        use std::io::{Read, Write};
        let mut body = Vec::new();
        envelope.to_writer(&mut body).expect("a body");
        let mut socket = std::net::TcpStream::connect(&self.0).expect("the recorder");
        let head = format!(
            "POST /api/1/envelope/ HTTP/1.1\r\nHost: {}\r\nX-Sentry-Auth: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.0, self.1, body.len()
        );
        socket.write_all(head.as_bytes()).expect("sent");
        socket.write_all(&body).expect("sent");
        let _ = socket.read_to_end(&mut Vec::new());
    }
}

fn restock() -> u32 {
    let stock = Stock { levels: vec![3, 4] };
    stock.at(7)
}

fn deliver() -> u32 {
    let none: Option<u32> = None;
    none.expect("a delivery has a number")
}

fn main() {
    let mut options = sentry::ClientOptions::default();
    options.dsn = std::env::var("SENTRY_DSN").ok().and_then(|dsn| dsn.parse().ok());
    options.release = Some("shop@1.0.0".into());
    options.environment = Some("production".into());
    options.server_name = Some("shop-1".into());
    options.attach_stacktrace = true;
    options.transport = Some(Arc::new(Plain));
    let _guard = sentry::init(options);
    tracing_subscriber::registry().with(sentry::integrations::tracing::layer()).init();
    match std::env::args().nth(1).as_deref() {
        Some("panic") => {
            restock();
        }
        Some("expect") => {
            deliver();
        }
        Some("thread") => {
            let _ = std::thread::Builder::new().name("restock".into()).spawn(restock).expect("a thread").join();
        }
        Some("anyhow") => {
            let error = Stock::parse("seven").context_of_shop();
            sentry::integrations::anyhow::capture_anyhow(&error);
        }
        Some("message") => {
            sentry::capture_message("nightly job took 7 minutes", sentry::Level::Warning);
        }
        Some("tracing") => tracing::error!(shelf = 7, nested.count = 2, "no stock left"),
        _ => panic!("no such scenario"),
    }
}

trait ContextOfShop {
    fn context_of_shop(self) -> anyhow::Error;
}

impl ContextOfShop for anyhow::Result<u32> {
    fn context_of_shop(self) -> anyhow::Error {
        self.expect_err("it fails").context("the shelf was not counted")
    }
}
