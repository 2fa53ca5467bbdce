import { initOf, install, throwStep, type Step } from './step.ts';

export function node(dsn: string): Step[] {
  return [
    install('npm install @sentry/node'),
    { title: 'instrument.mjs', code: `import * as Sentry from '@sentry/node';\n\n${initOf(dsn)}` },
    { title: 'Load it before your app', code: 'node --import ./instrument.mjs app.mjs' },
    {
      title: 'Express: add the error handler after all routes',
      code: `import * as Sentry from '@sentry/node';\n\nSentry.setupExpressErrorHandler(app);`,
    },
    throwStep(`setTimeout(() => { throw new Error('Hello, Seismo'); });`),
  ];
}

export function python(dsn: string): Step[] {
  return [
    install('pip install sentry-sdk'),
    {
      title: 'Initialize it as early as possible. Flask, FastAPI, Celery and others are detected automatically.',
      code: `import sentry_sdk\n\nsentry_sdk.init(\n    dsn=${JSON.stringify(dsn)},\n)`,
    },
    throwStep('1 / 0'),
  ];
}

export function django(dsn: string): Step[] {
  return [
    install('pip install "sentry-sdk[django]"'),
    { title: 'settings.py', code: `import sentry_sdk\n\nsentry_sdk.init(\n    dsn=${JSON.stringify(dsn)},\n)` },
    throwStep(
      `from django.urls import path\n\ndef break_it(request):\n    1 / 0\n\nurlpatterns = [\n    path("break-it/", break_it),\n]`,
      'Throw an error in a view, urls.py',
    ),
  ];
}

export function php(dsn: string): Step[] {
  return [
    install('composer require sentry/sentry'),
    { title: 'Initialize it as early as possible', code: `\\Sentry\\init([\n    'dsn' => '${dsn}',\n]);` },
    throwStep(`throw new \\Exception('Hello, Seismo');`),
  ];
}

export function laravel(dsn: string): Step[] {
  return [
    install('composer require sentry/sentry-laravel'),
    {
      title: 'bootstrap/app.php',
      code: `use Sentry\\Laravel\\Integration;\n\n->withExceptions(function (Exceptions $exceptions) {\n    Integration::handles($exceptions);\n})`,
    },
    { title: '.env', code: `SENTRY_LARAVEL_DSN=${dsn}` },
    { title: 'Send a test event', code: 'php artisan sentry:test' },
  ];
}

export function ruby(dsn: string): Step[] {
  return [
    install('bundle add sentry-ruby'),
    {
      title: 'Initialize it as early as possible',
      code: `require 'sentry-ruby'\n\nSentry.init do |config|\n  config.dsn = '${dsn}'\nend`,
    },
    throwStep(
      `begin\n  1 / 0\nrescue ZeroDivisionError => exception\n  Sentry.capture_exception(exception)\nend`,
      'Report an error',
    ),
  ];
}

export function rails(dsn: string): Step[] {
  return [
    install('bundle add sentry-ruby sentry-rails'),
    { title: 'config/initializers/sentry.rb', code: `Sentry.init do |config|\n  config.dsn = '${dsn}'\nend` },
    throwStep(`raise 'Hello, Seismo'`, 'Throw an error in a controller'),
  ];
}

export function go(dsn: string): Step[] {
  return [
    install('go get github.com/getsentry/sentry-go'),
    {
      title: 'main.go: initialize it first, then report an error',
      code: `package main\n\nimport (\n\t"errors"\n\t"log"\n\t"time"\n\n\t"github.com/getsentry/sentry-go"\n)\n\nfunc main() {\n\terr := sentry.Init(sentry.ClientOptions{\n\t\tDsn: ${JSON.stringify(dsn)},\n\t})\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer sentry.Flush(2 * time.Second)\n\n\tsentry.CaptureException(errors.New("Hello, Seismo"))\n}`,
    },
  ];
}

export function java(dsn: string): Step[] {
  return [
    {
      title: 'Install the SDK with Gradle, build.gradle. With Spring Boot, use sentry-spring-boot-starter-jakarta',
      code: `implementation 'io.sentry:sentry:8.52.0'`,
    },
    {
      title: 'Or with Maven, pom.xml',
      code: `<dependency>\n  <groupId>io.sentry</groupId>\n  <artifactId>sentry</artifactId>\n  <version>8.52.0</version>\n</dependency>`,
    },
    {
      title: 'Main.java: initialize it first, then report an error',
      code: `import io.sentry.Sentry;\n\npublic class Main {\n  public static void main(String[] args) {\n    Sentry.init(options -> {\n      options.setDsn(${JSON.stringify(dsn)});\n    });\n\n    Sentry.captureException(new RuntimeException("Hello, Seismo"));\n  }\n}`,
    },
    { title: 'Or with Spring Boot, application.properties', code: `sentry.dsn=${dsn}` },
  ];
}

export function dotnet(dsn: string): Step[] {
  return [
    install('dotnet add package Sentry.AspNetCore'),
    {
      title: 'Program.cs. Without ASP.NET, use the package Sentry and SentrySdk.Init',
      code: `builder.WebHost.UseSentry(options =>\n{\n    options.Dsn = ${JSON.stringify(dsn)};\n});`,
    },
    throwStep(`throw new Exception("Hello, Seismo");`),
  ];
}

export function rust(dsn: string): Step[] {
  return [
    install('cargo add sentry'),
    {
      title: 'src/main.rs: keep the guard until the program ends, or the last events are lost',
      code: `fn main() {\n    let _guard = sentry::init((\n        ${JSON.stringify(dsn)},\n        sentry::ClientOptions::new().maybe_release(sentry::release_name!()),\n    ));\n\n    panic!("Hello, Seismo");\n}`,
    },
  ];
}

export function native(dsn: string): Step[] {
  return [
    {
      title:
        'Build sentry-native from source with the in-process backend, because Seismo reads events, not minidumps. The build needs the libcurl headers (Debian: libcurl4-openssl-dev)',
      code: 'cmake -B build -D SENTRY_BACKEND=inproc && cmake --build build && sudo cmake --install build && sudo ldconfig',
    },
    {
      title: 'main.c: initialize it in main. The library does not read SENTRY_DSN before that',
      code: `#include <sentry.h>\n\nint main(void) {\n  sentry_options_t *options = sentry_options_new();\n  sentry_options_set_dsn(options, ${JSON.stringify(dsn)});\n  sentry_options_set_database_path(options, ".sentry-native");\n  sentry_init(options);\n\n  sentry_capture_event(sentry_value_new_message_event(\n      SENTRY_LEVEL_ERROR, "shop", "Hello, Seismo"));\n\n  sentry_close();\n}`,
    },
    { title: 'Build and run it', code: 'cc main.c -lsentry -o shop && ./shop' },
  ];
}

export function elixir(dsn: string): Step[] {
  return [
    { title: 'Install the SDK, mix.exs', code: `{:sentry, "~> 13.0"},\n{:finch, "~> 0.17"},\n{:jason, "~> 1.4"}` },
    {
      title: 'config/runtime.exs',
      code: `config :sentry,\n  dsn: ${JSON.stringify(dsn)},\n  environment_name: config_env()`,
    },
    {
      title: 'Report process crashes in start/2 of your app',
      code: `:logger.add_handler(:sentry, Sentry.LoggerHandler, %{})`,
    },
    throwStep(`Sentry.capture_message("Hello, Seismo", level: :error)`, 'Report an error'),
  ];
}
