// Sends one trace with the OTLP/HTTP exporter of opentelemetry-java 1.68.0.
// Protocol, endpoint, headers, compression and resource come from OTEL_* variables.
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.KeyValue;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

public class Main {
  static final TextMapGetter<Map<String, String>> HEADERS = new TextMapGetter<>() {
    public Iterable<String> keys(Map<String, String> headers) {
      return headers.keySet();
    }

    public String get(Map<String, String> headers, String key) {
      return headers.get(key);
    }
  };

  static void charge() {
    try {
      Map.of().entrySet().iterator().next();
    } catch (RuntimeException cause) {
      throw new IllegalStateException("payment provider sent no answer", cause);
    }
  }

  public static void main(String[] args) throws Exception {
    var sdk = AutoConfiguredOpenTelemetrySdk.initialize().getOpenTelemetrySdk();
    var http = sdk.tracerBuilder("shop.http")
        .setInstrumentationVersion("1.3.0")
        .setSchemaUrl("https://opentelemetry.io/schemas/1.37.0")
        .build();
    var db = sdk.getTracer("shop.db");

    var remote = sdk.getPropagators().getTextMapPropagator().extract(
        Context.root(),
        Map.of("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "tracestate", "congo=t61rcWkgMzE"),
        HEADERS);
    Span root = http.spanBuilder("POST /api/checkout")
        .setParent(remote)
        .setSpanKind(SpanKind.SERVER)
        .setAttribute("http.request.method", "POST")
        .setAttribute("url.path", "/api/checkout")
        .setAttribute("http.route", "/api/checkout")
        .setAttribute("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0")
        .setAttribute("client.address", "203.0.113.7")
        .startSpan();
    Context inside = remote.with(root);

    Span query = db.spanBuilder("SELECT shop.carts")
        .setParent(inside)
        .setSpanKind(SpanKind.CLIENT)
        .setAttribute("db.system.name", "postgresql")
        .setAttribute("db.query.text", "SELECT * FROM carts WHERE id = $1")
        .setAttribute("db.namespace", "shop")
        .setAttribute("db.operation.name", "SELECT")
        .startSpan();
    Thread.sleep(12);
    query.setStatus(StatusCode.OK);
    query.end();

    SpanContext linked = SpanContext.createFromRemoteParent(
        "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", TraceFlags.getSampled(), TraceState.getDefault());
    Span cart = http.spanBuilder("price cart")
        .setParent(inside)
        .addLink(linked, Attributes.builder().put("link.reason", "cart was filled here").put("link.items", 3).build())
        .startSpan();
    cart.setAttribute("cart.id", "c-1042");
    cart.setAttribute("cart.gift", true);
    cart.setAttribute("cart.items", 3);
    cart.setAttribute("cart.balance", -1);
    cart.setAttribute("cart.sequence", (1L << 53) + 1);
    cart.setAttribute("cart.max", Long.MAX_VALUE);
    cart.setAttribute("cart.total", 129.9);
    cart.setAttribute("cart.discount", 10.0);
    cart.setAttribute("cart.ratio", Double.NaN);
    cart.setAttribute(AttributeKey.stringArrayKey("cart.skus"), List.of("bike-7", "lock-2"));
    cart.setAttribute(AttributeKey.longArrayKey("cart.quantities"), List.of(1L, 2L));
    cart.setAttribute(AttributeKey.doubleArrayKey("cart.weights"), List.of(12.5, 0.75));
    cart.setAttribute(AttributeKey.booleanArrayKey("cart.in_stock"), List.of(true, false));
    cart.setAttribute(AttributeKey.stringArrayKey("cart.no_skus"), List.of());
    cart.setAttribute("cart.coupon", "");
    cart.setAttribute("cart.note", "Grüße aus Köln – 東京 🚲");
    cart.setAttribute("cart.payload", "0123456789".repeat(500));
    cart.setAttribute(AttributeKey.valueKey("cart.token"), Value.of(new byte[] {0, 1, (byte) 254, (byte) 255}));
    cart.setAttribute(AttributeKey.valueKey("cart.address"), Value.of(
        KeyValue.of("city", Value.of("Köln")),
        KeyValue.of("zip", Value.of(50667)),
        KeyValue.of("geo", Value.of(KeyValue.of("lat", Value.of(50.94))))));
    cart.setAttribute(AttributeKey.valueKey("cart.mixed"), Value.of(Value.of("a"), Value.of(1), Value.of(true), Value.empty()));
    cart.setAttribute(AttributeKey.valueKey("cart.none"), Value.empty());
    cart.addEvent("coupon.rejected", Attributes.builder().put("coupon.code", "SUMMER").put("coupon.tries", 2).build());
    cart.end();

    Span payment = http.spanBuilder("POST")
        .setParent(inside)
        .setSpanKind(SpanKind.CLIENT)
        .setAttribute("http.request.method", "POST")
        .setAttribute("url.full", "https://pay.example/v1/charges")
        .setAttribute("server.address", "pay.example")
        .setAttribute("server.port", 443)
        .startSpan();
    Thread.sleep(25);
    try {
      charge();
    } catch (IllegalStateException error) {
      payment.recordException(error);
      payment.setStatus(StatusCode.ERROR, error.getMessage());
    }
    payment.end();

    http.spanBuilder("send orders.failed")
        .setParent(inside)
        .setSpanKind(SpanKind.PRODUCER)
        .setAttribute("messaging.system", "kafka")
        .setAttribute("messaging.destination.name", "orders.failed")
        .setAttribute("messaging.operation.type", "send")
        .startSpan()
        .end();

    Instant now = Instant.now();
    http.spanBuilder("cache lookup").setParent(inside).setStartTimestamp(now).startSpan().end(now);

    root.setAttribute("http.response.status_code", 500);
    root.setStatus(StatusCode.ERROR);
    root.end();

    Thread.sleep(Integer.parseInt(System.getenv().getOrDefault("WAIT_SECONDS", "0")) * 1000L);
    sdk.getSdkTracerProvider().forceFlush().join(10, TimeUnit.SECONDS);
    sdk.shutdown().join(10, TimeUnit.SECONDS);
    System.exit(0);
  }
}
