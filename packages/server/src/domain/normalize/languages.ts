import type { EventPayload } from '@seismo/protocol';

/**
 * Patterns of each language's installed packages, standard library and runtime in a stack trace. A row per platform, as
 * the Sentry SDKs name them in an event's `platform`.
 */
export interface Language {
  /** Paths of files, whole or as far as the SDK shortens them. */
  paths?: RegExp;
  /** Modules; for frames without one, functions. */
  names?: RegExp;
  /** Paths of binaries. */
  images?: RegExp;
  /** The SDK marks every unknown frame as in-app, so rules override it. */
  overridesSdk?: true;
}

/** Matches names that begin with one of these, up to the next dot. */
function packages(names: string): RegExp {
  const parts = names.trim().split(/\s+/);
  return new RegExp(`^(?:${parts.map((name) => name.replaceAll('.', '\\.')).join('|')})(?:[.$]|$)`);
}

/**
 * Matches crates, also in the names of implementations: `<core::option::Option<T> as …>::from`, `<usize as
 * core::…>::index`.
 */
function crates(names: string): RegExp {
  const parts = names.trim().split(/\s+/);
  return new RegExp(`^(?:<[\\w[\\]&*(), ]{1,40} as |<?(?:&(?:mut )?)?(?:dyn )?)(?:${parts.join('|')})::`);
}

const java: Language = {
  names: packages(`
    java javax jakarta jdk sun com.sun com.oracle org.ietf org.jcp org.omg org.w3c org.xml netscape
    kotlin kotlinx scala groovy groovyjarjarantlr4 org.codehaus.groovy clojure
    android androidx com.android com.google.android dalvik libcore
    org.apache org.springframework org.hibernate org.jboss org.wildfly org.eclipse org.glassfish org.aspectj
    org.slf4j org.junit junit org.mockito org.gradle org.postgresql org.mariadb com.mysql org.h2 oracle.jdbc
    com.fasterxml com.zaxxer com.google.common com.google.gson com.google.inject com.google.protobuf
    com.netflix com.squareup com.amazonaws software.amazon com.github.benmanes com.mongodb redis.clients
    io.sentry io.netty io.grpc io.micrometer io.micronaut io.quarkus io.vertx io.undertow io.reactivex io.lettuce
    io.opentelemetry io.ktor io.smallrye io.helidon
    reactor rx akka play okhttp3 okio retrofit2 feign graphql ch.qos.logback freemarker javassist net.bytebuddy
    net.sf.cglib net.sf.ehcache org.flywaydb liquibase org.quartz org.jooq org.thymeleaf org.yaml jdk.internal
  `),
};

const dotnet: Language = {
  names: packages(`
    System Microsoft Windows Mono FSharp MS Internal Interop
    Newtonsoft.Json NLog Serilog log4net Sentry Autofac AutoMapper Castle Dapper FluentValidation Grpc Hangfire
    MassTransit MediatR MongoDB MySql MySqlConnector Npgsql NUnit Oracle Polly Quartz RabbitMQ Refit RestSharp
    StackExchange Swashbuckle UnityEngine UnityEditor Xunit
  `),
};

/** Binaries and functions of the operating system and of the compiler's runtime. */
const native: Language = {
  images:
    /^(?:\/(?:usr\/)?lib(?:x?32|64)?\/|\/System\/|\/Library\/Apple\/|\/Applications\/Xcode|\/apex\/|\/system\/|\/vendor\/lib|linux-(?:vdso|gate)|\[vdso\])|[\\/](?:windows[\\/](?:system32|syswow64|winsxs)[\\/])|(?:^|[\\/])(?:ntdll|kernel32|kernelbase|ucrtbased?|msvcr\w+|msvcp\w+|vcruntime\w+)\.dll$|(?:^|\/)lib(?:c|m|pthread|dl|rt|stdc\+\+|c\+\+(?:abi|1)?|gcc_s|system_\w+|dyld|objc(?:\.A)?|swift\w+)(?:[.-][\w.-]*)?$/i,
  names:
    /^(?:_start|start|__libc_start_(?:main|call_main)(?:_impl)?|clone3?|__clone3?|start_thread|thread_start|_pthread_start|__restore_rt|_sigtramp|abort|raise|gsignal|__pthread_kill\w*|pthread_kill|__assert_fail\w*|__cxa_\w+|std::.*|__gnu_cxx::.*|__cxxabiv1::.*|sentry__\w+|RtlUserThreadStart|BaseThreadInitThunk|__scrt_common_main\w*|invoke_main|KiUserExceptionDispatcher|UIApplicationMain|CFRunLoop\w+)$/,
};

const languages: Record<string, Language> = {
  python: {
    paths:
      /(?:^|[\\/])(?:site-packages|dist-packages)[\\/]|[\\/]lib(?:32|64)?[\\/](?:python|pypy)\d[\d.]*[\\/]|[\\/]Python\d+[\\/]lib[\\/]|^<frozen |\.zip[\\/]/i,
    names: packages('sentry_sdk importlib._bootstrap importlib._bootstrap_external runpy'),
  },
  java,
  go: {
    paths:
      /[\\/]pkg[\\/]mod[\\/]|^(?:[\\/](?:usr|opt|root)[\\/]|[a-z]:[\\/]program files[\\/]).*[\\/](?:go(?:lang|root)?-?[\d.]*|libexec)[\\/]src[\\/](?![^\\/]+\.[^\\/]+[\\/])|[\\/]vendor[\\/][^\\/]+\.[^\\/]+[\\/]|^_testmain\.go$/i,
    names:
      /^(?:runtime|testing|reflect|sync|net\/http|database\/sql|encoding\/\w+|github\.com\/getsentry\/sentry-go)(?:$|[./])/,
    overridesSdk: true,
  },
  rust: {
    paths: /^\/rustc\/|[\\/](?:\.?cargo)[\\/](?:registry|git)[\\/]|[\\/]rustlib[\\/]src[\\/]/,
    names: new RegExp(
      `${
        crates(`
          core std alloc __rustc proc_macro test backtrace backtrace_rs addr2line gimli sentry sentry_\\w+ anyhow eyre color_eyre
          thiserror snafu failure error_chain log env_logger tracing tracing_\\w+ slog tokio tokio_\\w+ async_std
          async_global_executor smol futures futures_\\w+ mio rayon rayon_core crossbeam crossbeam_\\w+ parking_lot
          parking_lot_core hyper hyper_util h2 http reqwest tower tower_\\w+ axum axum_\\w+ actix actix_\\w+ warp rocket tonic
          tide poem serde serde_\\w+ sqlx sqlx_\\w+ diesel sea_orm postgres tokio_postgres redis regex once_cell
          lazy_static threadpool rustls native_tls
        `).source
      }|^(?:_?_?rust_\\w+|__rust\\w*|_start|main|start_thread|clone3?|__clone3?|__libc_start_\\w+|lang_start\\w*|_Unwind_\\w+|<unknown>)$|^at /rustc/`,
    ),
    overridesSdk: true,
  },
  ruby: {
    paths:
      /[\\/]gems[\\/]|[\\/]lib(?:64)?[\\/]ruby[\\/]|[\\/]vendor[\\/](?:bundle|cache|ruby|gems)[\\/]|^<internal:|[\\/]rubygems-integration[\\/]|[\\/]share[\\/]ruby[\\/]/,
  },
  php: { paths: /(?:^|[\\/])vendor[\\/]|^\[internal\]|^phar:|[\\/]share[\\/]php[\\/]/ },
  csharp: dotnet,
  fsharp: dotnet,
  vb: dotnet,
  elixir: {
    paths:
      /(?:^|[\\/])deps[\\/]|[\\/]lib[\\/](?:elixir|erlang)[\\/]|^(?:lib[\\/])?(?:gen_server|proc_lib|gen_statem|erl_eval|erlang)\.erl$/,
    names:
      /^:?(?:gen_server|gen_statem|gen_event|proc_lib|supervisor|erlang|erl_eval|lists|maps|ets|timer|application|elixir\w*)$|^(?:Elixir\.)?(?:GenServer|Task|Agent|Supervisor|Registry|Enum|Stream|Map|List|Keyword|Kernel|Process|Application|Logger|Mix|ExUnit|IEx|EEx|Plug|Phoenix|Ecto|DBConnection|Postgrex|Bandit|ThousandIsland|Cowboy|Oban|Absinthe|Broadway|Finch|Req|Tesla|Jason|Telemetry|Sentry)(?:\.|$)/,
  },
  dart: { paths: /^dart:|^package:(?:flutter|sentry|dio|http|stack_trace)\w*\/|[\\/]\.pub-cache[\\/]/ },
  perl: { paths: /[\\/](?:perl5?|site_perl|vendor_perl)[\\/]/ },
  native,
  c: native,
  cocoa: native,
  objc: native,
  swift: native,
};
languages['erlang'] = languages['elixir']!;
languages['kotlin'] = java;
languages['scala'] = java;

/** Platforms with JavaScript frames; clients without a language send `other`. */
export function isScript(platform: string): boolean {
  return platform === 'javascript' || platform === 'node' || platform === 'other';
}

/** The rules of a platform, or `null` if it has none. */
export function languageOf(platform: string): Language | null {
  return Object.hasOwn(languages, platform) ? languages[platform]! : null;
}

/** The Rust SDK has the platform `native`, like those of C and C++. */
export function isRust({ platform, sdk }: Pick<EventPayload, 'platform' | 'sdk'>): boolean {
  return platform === 'native' && sdk?.name?.startsWith('sentry.rust') === true;
}
