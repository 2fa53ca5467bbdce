// Sends one trace with the OTLP/HTTP exporter of opentelemetry-go 1.47.0.
// Protocol, endpoint, headers, compression and resource come from OTEL_* variables.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

type paymentError struct{ provider string }

func (e *paymentError) Error() string { return e.provider + " sent no answer" }

func charge() error {
	return fmt.Errorf("charge: %w", &paymentError{"payment provider"})
}

func main() {
	ctx := context.Background()
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		log.Fatal(err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter))
	otel.SetTracerProvider(provider)
	http := otel.Tracer("shop.http",
		trace.WithInstrumentationVersion("1.3.0"),
		trace.WithSchemaURL("https://opentelemetry.io/schemas/1.37.0"),
		trace.WithInstrumentationAttributes(attribute.String("shop.region", "eu")))
	db := otel.Tracer("shop.db")

	remote := propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{
		"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
		"tracestate":  "congo=t61rcWkgMzE",
	})
	inside, root := http.Start(remote, "POST /api/checkout", trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", "POST"),
		attribute.String("url.path", "/api/checkout"),
		attribute.String("http.route", "/api/checkout"),
		attribute.String("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"),
		attribute.String("client.address", "203.0.113.7")))

	_, query := db.Start(inside, "SELECT shop.carts", trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("db.system.name", "postgresql"),
		attribute.String("db.query.text", "SELECT * FROM carts WHERE id = $1"),
		attribute.String("db.namespace", "shop"),
		attribute.String("db.operation.name", "SELECT")))
	time.Sleep(12 * time.Millisecond)
	query.SetStatus(codes.Ok, "")
	query.End()

	traceID, _ := trace.TraceIDFromHex("0af7651916cd43dd8448eb211c80319c")
	spanID, _ := trace.SpanIDFromHex("b7ad6b7169203331")
	linked := trace.NewSpanContext(trace.SpanContextConfig{TraceID: traceID, SpanID: spanID, TraceFlags: trace.FlagsSampled, Remote: true})
	_, cart := http.Start(inside, "price cart", trace.WithLinks(trace.Link{SpanContext: linked, Attributes: []attribute.KeyValue{
		attribute.String("link.reason", "cart was filled here"),
		attribute.Int("link.items", 3)}}))
	cart.SetAttributes(
		attribute.String("cart.id", "c-1042"),
		attribute.Bool("cart.gift", true),
		attribute.Int("cart.items", 3),
		attribute.Int("cart.balance", -1),
		attribute.Int64("cart.sequence", 1<<53+1),
		attribute.Int64("cart.max", math.MaxInt64),
		attribute.Float64("cart.total", 129.9),
		attribute.Float64("cart.discount", 10),
		attribute.Float64("cart.ratio", math.NaN()),
		attribute.StringSlice("cart.skus", []string{"bike-7", "lock-2"}),
		attribute.IntSlice("cart.quantities", []int{1, 2}),
		attribute.Float64Slice("cart.weights", []float64{12.5, 0.75}),
		attribute.BoolSlice("cart.in_stock", []bool{true, false}),
		attribute.StringSlice("cart.no_skus", []string{}),
		attribute.String("cart.coupon", ""),
		attribute.String("cart.note", "Grüße aus Köln – 東京 🚲"),
		attribute.String("cart.payload", strings.Repeat("0123456789", 500)),
		attribute.ByteSlice("cart.token", []byte{0, 1, 254, 255}),
		attribute.Map("cart.address", attribute.String("city", "Köln"), attribute.Int("zip", 50667),
			attribute.Map("geo", attribute.Float64("lat", 50.94))),
		attribute.Slice("cart.mixed", attribute.StringValue("a"), attribute.IntValue(1), attribute.BoolValue(true), attribute.Value{}),
		attribute.KeyValue{Key: "cart.none"})
	cart.AddEvent("coupon.rejected", trace.WithAttributes(attribute.String("coupon.code", "SUMMER"), attribute.Int("coupon.tries", 2)))
	cart.End()

	_, payment := http.Start(inside, "POST", trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("http.request.method", "POST"),
		attribute.String("url.full", "https://pay.example/v1/charges"),
		attribute.String("server.address", "pay.example"),
		attribute.Int("server.port", 443)))
	time.Sleep(25 * time.Millisecond)
	if err := charge(); err != nil {
		payment.RecordError(err, trace.WithStackTrace(true))
		payment.SetStatus(codes.Error, err.Error())
	}
	payment.End()

	_, send := http.Start(inside, "send orders.failed", trace.WithSpanKind(trace.SpanKindProducer), trace.WithAttributes(
		attribute.String("messaging.system", "kafka"),
		attribute.String("messaging.destination.name", "orders.failed"),
		attribute.String("messaging.operation.type", "send")))
	send.End()

	now := time.Now()
	_, lookup := http.Start(inside, "cache lookup", trace.WithTimestamp(now))
	lookup.End(trace.WithTimestamp(now))

	root.SetAttributes(attribute.Int("http.response.status_code", 500))
	root.SetStatus(codes.Error, "")
	root.End()

	wait, _ := strconv.Atoi(os.Getenv("WAIT_SECONDS"))
	time.Sleep(time.Duration(wait) * time.Second)
	if err := provider.ForceFlush(ctx); err != nil {
		log.Print("flush: ", err)
	}
	if err := provider.Shutdown(ctx); err != nil {
		log.Print("shutdown: ", err)
	}
}
