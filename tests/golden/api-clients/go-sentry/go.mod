module seismo.example/go-sentry-calls

go 1.24

require github.com/jianyuan/go-sentry/v2 v2.5.0

require (
	github.com/google/go-querystring v1.1.0 // indirect
	github.com/peterhellberg/link v1.2.0 // indirect
)
