package com.example.shop;

import io.sentry.Sentry;
import io.sentry.logback.SentryAppender;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fails as a shop's server fails, one scenario a run. */
public final class Main {
  private static final Logger log = LoggerFactory.getLogger("com.example.shop.Checkout");

  public static void main(String[] args) throws Exception {
    if (args[0].equals("spring")) {
      Web.run();
      return;
    }
    Sentry.init(
        options -> {
          options.setDsn(System.getenv("SENTRY_DSN"));
          options.setRelease("shop@1.0.0");
          options.setEnvironment("production");
          options.setServerName("shop-1");
          options.setAttachThreads(args[0].equals("threads"));
          if (args[0].equals("included")) options.addInAppInclude("com.example");
        });
    SentryAppender appender = new SentryAppender();
    appender.setContext((ch.qos.logback.classic.LoggerContext) LoggerFactory.getILoggerFactory());
    appender.start();
    ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(appender);
    switch (args[0]) {
      case "uncaught" -> List.of("b7").forEach(Stock::at);
      case "included" -> List.of("b7").forEach(Stock::at);
      case "caused" -> charge("seven");
      case "suppressed" -> suppressed();
      case "message" -> log.error("charge of {} failed for {}", 5, "ann");
      case "logged" -> {
        try {
          Stock.at("c3");
        } catch (RuntimeException error) {
          log.error("shelf {} is not there", "c3", error);
        }
      }
      case "threads" -> {
        Thread idle = new Thread(Main::idle, "restock");
        idle.setDaemon(true);
        idle.start();
        Thread.sleep(200);
        Stock.at("d9");
      }
      case "nested" -> Sentry.withScope(
          scope -> {
            scope.setContexts("order", Map.of("id", 17, "size", Map.of("cm", Map.of("width", 12))));
            scope.setTag("shop", "berlin");
            Sentry.captureException(new IllegalStateException("no token"));
          });
      default -> throw new IllegalArgumentException(args[0]);
    }
    Sentry.close();
  }

  private static void charge(String text) {
    Stock.parse(text);
  }

  private static void idle() {
    try {
      Thread.sleep(10_000);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private static void suppressed() {
    class Cart implements AutoCloseable {
      @Override
      public void close() {
        throw new IllegalStateException("the cart is closed twice");
      }
    }
    try (Cart cart = new Cart()) {
      Stock.at("e5");
    }
  }
}
