import { initOf, install, thrown, type Step } from './step.ts';

export function node(dsn: string): Step[] {
  return [
    install('npm install @sentry/node'),
    { says: 'instrument.mjs', code: `import * as Sentry from '@sentry/node';\n\n${initOf(dsn)}` },
    { says: 'Load it before your application', code: 'node --import ./instrument.mjs app.mjs' },
    {
      says: 'Express: report what its routes throw, after all of them',
      code: `import * as Sentry from '@sentry/node';\n\nSentry.setupExpressErrorHandler(app);`,
    },
    thrown(`setTimeout(() => { throw new Error('Hello, Seismo'); });`),
  ];
}

export function python(dsn: string): Step[] {
  return [
    install('pip install sentry-sdk'),
    {
      says: 'As early as can be. Flask, FastAPI, Celery and others are recognised by themselves.',
      code: `import sentry_sdk\n\nsentry_sdk.init(\n    dsn=${JSON.stringify(dsn)},\n)`,
    },
    thrown('1 / 0'),
  ];
}

export function django(dsn: string): Step[] {
  return [
    install('pip install "sentry-sdk[django]"'),
    { says: 'settings.py', code: `import sentry_sdk\n\nsentry_sdk.init(\n    dsn=${JSON.stringify(dsn)},\n)` },
    thrown(
      `from django.urls import path\n\ndef break_it(request):\n    1 / 0\n\nurlpatterns = [\n    path("break-it/", break_it),\n]`,
      'Throw an error in a view, urls.py',
    ),
  ];
}

export function php(dsn: string): Step[] {
  return [
    install('composer require sentry/sentry'),
    { says: 'As early as can be', code: `\\Sentry\\init([\n    'dsn' => '${dsn}',\n]);` },
    thrown(`throw new \\Exception('Hello, Seismo');`),
  ];
}

export function laravel(dsn: string): Step[] {
  return [
    install('composer require sentry/sentry-laravel'),
    {
      says: 'bootstrap/app.php',
      code: `use Sentry\\Laravel\\Integration;\n\n->withExceptions(function (Exceptions $exceptions) {\n    Integration::handles($exceptions);\n})`,
    },
    { says: '.env', code: `SENTRY_LARAVEL_DSN=${dsn}` },
    { says: 'Send one', code: 'php artisan sentry:test' },
  ];
}

export function ruby(dsn: string): Step[] {
  return [
    install('bundle add sentry-ruby'),
    {
      says: 'As early as can be',
      code: `require 'sentry-ruby'\n\nSentry.init do |config|\n  config.dsn = '${dsn}'\nend`,
    },
    thrown(
      `begin\n  1 / 0\nrescue ZeroDivisionError => exception\n  Sentry.capture_exception(exception)\nend`,
      'Report an error',
    ),
  ];
}

export function rails(dsn: string): Step[] {
  return [
    install('bundle add sentry-ruby sentry-rails'),
    { says: 'config/initializers/sentry.rb', code: `Sentry.init do |config|\n  config.dsn = '${dsn}'\nend` },
    thrown(`raise 'Hello, Seismo'`, 'Throw an error in a controller'),
  ];
}

export function go(dsn: string): Step[] {
  return [
    install('go get github.com/getsentry/sentry-go'),
    {
      says: 'main.go',
      code: `err := sentry.Init(sentry.ClientOptions{\n\tDsn: ${JSON.stringify(dsn)},\n})\nif err != nil {\n\tlog.Fatal(err)\n}\ndefer sentry.Flush(2 * time.Second)`,
    },
    thrown(`sentry.CaptureException(errors.New("Hello, Seismo"))`, 'Report an error'),
  ];
}

export function java(dsn: string): Step[] {
  return [
    {
      says: 'Install the SDK, build.gradle; with Spring Boot sentry-spring-boot-starter-jakarta',
      code: `implementation 'io.sentry:sentry:8.+'`,
    },
    {
      says: 'As early as can be',
      code: `import io.sentry.Sentry;\n\nSentry.init(options -> {\n  options.setDsn(${JSON.stringify(dsn)});\n});`,
    },
    { says: 'Spring Boot instead: application.properties', code: `sentry.dsn=${dsn}` },
    thrown(`Sentry.captureException(new RuntimeException("Hello, Seismo"));`, 'Report an error'),
  ];
}

export function dotnet(dsn: string): Step[] {
  return [
    install('dotnet add package Sentry.AspNetCore'),
    {
      says: 'Program.cs; without ASP.NET the package Sentry and SentrySdk.Init',
      code: `builder.WebHost.UseSentry(options =>\n{\n    options.Dsn = ${JSON.stringify(dsn)};\n});`,
    },
    thrown(`throw new Exception("Hello, Seismo");`),
  ];
}
