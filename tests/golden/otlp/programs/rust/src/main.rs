// Sends one trace with the OTLP/HTTP exporter of opentelemetry-rust 0.33.1.
// Protocol, endpoint, headers, compression and resource come from OTEL_* variables.
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{
    Link, Span, SpanContext, SpanId, SpanKind, Status, TraceContextExt, TraceFlags, TraceId, TraceState, Tracer,
    TracerProvider,
};
use opentelemetry::{Array, Context, InstrumentationScope, KeyValue, StringValue, Value};
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, SystemTime};

fn charge() -> Result<(), std::io::Error> {
    Err(std::io::Error::other("payment provider sent no answer"))
}

fn strings(values: &[&'static str]) -> Value {
    Value::Array(Array::String(values.iter().map(|value| StringValue::from(*value)).collect()))
}

fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).init();
    let exporter = SpanExporter::builder().with_http().build()?;
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).build();
    let http = provider.tracer_with_scope(
        InstrumentationScope::builder("shop.http")
            .with_version("1.3.0")
            .with_schema_url("https://opentelemetry.io/schemas/1.37.0")
            .with_attributes([KeyValue::new("shop.region", "eu")])
            .build(),
    );
    let db = provider.tracer("shop.db");

    let carrier = HashMap::from([
        ("traceparent".to_string(), "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_string()),
        ("tracestate".to_string(), "congo=t61rcWkgMzE".to_string()),
    ]);
    let remote = TraceContextPropagator::new().extract(&carrier);
    let root = http
        .span_builder("POST /api/checkout")
        .with_kind(SpanKind::Server)
        .with_attributes([
            KeyValue::new("http.request.method", "POST"),
            KeyValue::new("url.path", "/api/checkout"),
            KeyValue::new("http.route", "/api/checkout"),
            KeyValue::new("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"),
            KeyValue::new("client.address", "203.0.113.7"),
        ])
        .start_with_context(&http, &remote);
    let inside = Context::new().with_span(root);

    let mut query = db
        .span_builder("SELECT shop.carts")
        .with_kind(SpanKind::Client)
        .with_attributes([
            KeyValue::new("db.system.name", "postgresql"),
            KeyValue::new("db.query.text", "SELECT * FROM carts WHERE id = $1"),
            KeyValue::new("db.namespace", "shop"),
            KeyValue::new("db.operation.name", "SELECT"),
        ])
        .start_with_context(&db, &inside);
    std::thread::sleep(Duration::from_millis(12));
    query.set_status(Status::Ok);
    query.end();

    let linked = SpanContext::new(
        TraceId::from_hex("0af7651916cd43dd8448eb211c80319c")?,
        SpanId::from_hex("b7ad6b7169203331")?,
        TraceFlags::SAMPLED,
        true,
        TraceState::default(),
    );
    let link = Link::new(
        linked,
        vec![KeyValue::new("link.reason", "cart was filled here"), KeyValue::new("link.items", 3)],
        0,
    );
    let mut cart = http.span_builder("price cart").with_links(vec![link]).start_with_context(&http, &inside);
    cart.set_attributes([
        KeyValue::new("cart.id", "c-1042"),
        KeyValue::new("cart.gift", true),
        KeyValue::new("cart.items", 3),
        KeyValue::new("cart.balance", -1),
        KeyValue::new("cart.sequence", (1i64 << 53) + 1),
        KeyValue::new("cart.max", i64::MAX),
        KeyValue::new("cart.total", 129.9),
        KeyValue::new("cart.discount", 10.0),
        KeyValue::new("cart.ratio", f64::NAN),
        KeyValue::new("cart.skus", strings(&["bike-7", "lock-2"])),
        KeyValue::new("cart.quantities", Value::Array(Array::I64(vec![1, 2]))),
        KeyValue::new("cart.weights", Value::Array(Array::F64(vec![12.5, 0.75]))),
        KeyValue::new("cart.in_stock", Value::Array(Array::Bool(vec![true, false]))),
        KeyValue::new("cart.no_skus", strings(&[])),
        KeyValue::new("cart.coupon", ""),
        KeyValue::new("cart.note", "Grüße aus Köln – 東京 🚲"),
        KeyValue::new("cart.payload", "0123456789".repeat(500)),
    ]);
    cart.add_event("coupon.rejected", vec![KeyValue::new("coupon.code", "SUMMER"), KeyValue::new("coupon.tries", 2)]);
    cart.end();

    let mut payment = http
        .span_builder("POST")
        .with_kind(SpanKind::Client)
        .with_attributes([
            KeyValue::new("http.request.method", "POST"),
            KeyValue::new("url.full", "https://pay.example/v1/charges"),
            KeyValue::new("server.address", "pay.example"),
            KeyValue::new("server.port", 443),
        ])
        .start_with_context(&http, &inside);
    std::thread::sleep(Duration::from_millis(25));
    if let Err(error) = charge() {
        payment.record_error(&error);
        payment.set_status(Status::error(error.to_string()));
    }
    payment.end();

    http.span_builder("send orders.failed")
        .with_kind(SpanKind::Producer)
        .with_attributes([
            KeyValue::new("messaging.system", "kafka"),
            KeyValue::new("messaging.destination.name", "orders.failed"),
            KeyValue::new("messaging.operation.type", "send"),
        ])
        .start_with_context(&http, &inside)
        .end();

    let now = SystemTime::now();
    http.span_builder("cache lookup").with_start_time(now).start_with_context(&http, &inside).end_with_timestamp(now);

    let root = inside.span();
    root.set_attribute(KeyValue::new("http.response.status_code", 500));
    root.set_status(Status::error(""));
    root.end();

    let wait = std::env::var("WAIT_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(0);
    std::thread::sleep(Duration::from_secs(wait));
    if let Err(error) = provider.force_flush() {
        eprintln!("flush: {error}");
    }
    provider.shutdown()?;
    Ok(())
}
