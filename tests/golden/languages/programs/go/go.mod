module example.com/shop

go 1.25

require github.com/getsentry/sentry-go v0.50.0
