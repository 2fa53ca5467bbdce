# Versions: opentelemetry-sdk and opentelemetry-exporter-otlp-proto-http 1.45.2, and both 1.38.0.
# For JSON: opentelemetry-sdk 1.45.1 and opentelemetry-exporter-otlp-json-http 0.66b1.
# Endpoint, headers, compression and resource come from OTEL_* variables.
import logging
import os
import time

from opentelemetry import trace
from opentelemetry.propagate import extract
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags

if os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL") == "http/json":
    from opentelemetry.exporter.otlp.json.http.trace_exporter import OTLPSpanExporter
else:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

logging.basicConfig(level=logging.INFO)
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)

http = trace.get_tracer(
    "shop.http", "1.3.0", schema_url="https://opentelemetry.io/schemas/1.37.0", attributes={"shop.region": "eu"}
)
db = trace.get_tracer("shop.db")


def charge():
    try:
        {}["provider"]
    except KeyError as missing:
        raise ConnectionError("payment provider sent no answer") from missing


remote = extract(
    {
        "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "tracestate": "congo=t61rcWkgMzE",
    }
)
root = http.start_span(
    "POST /api/checkout",
    context=remote,
    kind=SpanKind.SERVER,
    attributes={
        "http.request.method": "POST",
        "url.path": "/api/checkout",
        "http.route": "/api/checkout",
        "user_agent.original": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
        "client.address": "203.0.113.7",
    },
)
inside = trace.set_span_in_context(root)

query = db.start_span(
    "SELECT shop.carts",
    context=inside,
    kind=SpanKind.CLIENT,
    attributes={
        "db.system.name": "postgresql",
        "db.query.text": "SELECT * FROM carts WHERE id = $1",
        "db.namespace": "shop",
        "db.operation.name": "SELECT",
    },
)
time.sleep(0.012)
query.set_status(Status(StatusCode.OK))
query.end()

linked = SpanContext(
    trace_id=0x0AF7651916CD43DD8448EB211C80319C,
    span_id=0xB7AD6B7169203331,
    is_remote=True,
    trace_flags=TraceFlags(TraceFlags.SAMPLED),
)
cart = http.start_span(
    "price cart",
    context=inside,
    links=[Link(linked, {"link.reason": "cart was filled here", "link.items": 3})],
)
cart.set_attributes(
    {
        "cart.id": "c-1042",
        "cart.gift": True,
        "cart.items": 3,
        "cart.balance": -1,
        "cart.sequence": 2**53 + 1,
        "cart.max": 2**63 - 1,
        "cart.total": 129.9,
        "cart.discount": 10.0,
        "cart.ratio": float("nan"),
        "cart.skus": ["bike-7", "lock-2"],
        "cart.quantities": [1, 2],
        "cart.weights": [12.5, 0.75],
        "cart.in_stock": [True, False],
        "cart.no_skus": [],
        "cart.coupon": "",
        "cart.note": "Grüße aus Köln – 東京 🚲",
        "cart.payload": "0123456789" * 500,
    }
)
# 1.38.0 refuses or decodes these.
cart.set_attribute("cart.token", bytes([0, 1, 254, 255]))
cart.set_attribute("cart.address", {"city": "Köln", "zip": 50667, "geo": {"lat": 50.94}})
cart.set_attribute("cart.mixed", ["a", 1, True, None])
cart.set_attribute("cart.none", None)
cart.add_event("coupon.rejected", {"coupon.code": "SUMMER", "coupon.tries": 2})
cart.end()

payment = http.start_span(
    "POST",
    context=inside,
    kind=SpanKind.CLIENT,
    attributes={
        "http.request.method": "POST",
        "url.full": "https://pay.example/v1/charges",
        "server.address": "pay.example",
        "server.port": 443,
    },
)
time.sleep(0.025)
try:
    charge()
except ConnectionError as error:
    payment.record_exception(error)
    payment.set_status(Status(StatusCode.ERROR, str(error)))
payment.end()

send = http.start_span(
    "send orders.failed",
    context=inside,
    kind=SpanKind.PRODUCER,
    attributes={
        "messaging.system": "kafka",
        "messaging.destination.name": "orders.failed",
        "messaging.operation.type": "send",
    },
)
send.end()

now = time.time_ns()
http.start_span("cache lookup", context=inside, start_time=now).end(now)

root.set_attribute("http.response.status_code", 500)
root.set_status(Status(StatusCode.ERROR))
root.end()

time.sleep(float(os.environ.get("WAIT_SECONDS", 0)))
provider.force_flush()
provider.shutdown()
