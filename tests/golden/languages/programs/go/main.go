// Fails as a shop's server fails, one scenario a run.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"example.com/shop/stock"
	"github.com/getsentry/sentry-go"
	sentryhttp "github.com/getsentry/sentry-go/http"
)

type declined struct{ code int }

func (d *declined) Error() string { return fmt.Sprintf("card declined: %d", d.code) }

func checkout(text string) error {
	_, err := stock.At(text)
	return fmt.Errorf("checkout: %w", err)
}

func panics() {
	defer sentry.Recover()
	stock.Take([]int{1, 2}, 5)
}

func handler() {
	mux := http.NewServeMux()
	mux.HandleFunc("/orders", func(http.ResponseWriter, *http.Request) {
		var order map[string]int
		if err := json.Unmarshal([]byte(`{"sku": `), &order); err != nil {
			panic(err)
		}
	})
	server := sentryhttp.New(sentryhttp.Options{}).Handle(mux)
	server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "http://shop.example/orders", nil))
}

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn: os.Getenv("SENTRY_DSN"), Release: "shop@1.0.0", Environment: "production", ServerName: "shop-1",
		AttachStacktrace: true,
	})
	if err != nil {
		panic(err)
	}
	switch os.Args[1] {
	case "panic":
		panics()
	case "handler":
		handler()
	case "wrapped":
		sentry.CaptureException(checkout("b7"))
	case "joined":
		sentry.CaptureException(errors.Join(checkout("c3"), &declined{51}))
	case "new-errors":
		for _, text := range []string{"cart is empty", "cart of customer 17 is locked", "cart of customer 18 is locked"} {
			sentry.CaptureException(errors.New(text))
		}
	case "message":
		sentry.CaptureMessage("nightly job took 7 minutes")
	case "nested":
		sentry.WithScope(func(scope *sentry.Scope) {
			scope.SetContext("order", sentry.Context{"id": 17, "size": map[string]any{"cm": map[string]int{"width": 12}}})
			scope.SetTag("shop", "berlin")
			sentry.CaptureException(&declined{51})
		})
	}
	sentry.Flush(5 * time.Second)
}
