package com.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
public class Web {
  static void run() throws Exception {
    SpringApplication shop = new SpringApplication(Web.class);
    shop.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "sentry.dsn", System.getenv("SENTRY_DSN"),
            "sentry.release", "shop@1.0.0",
            "sentry.environment", "production",
            "sentry.server-name", "shop-1"));
    try (var context = (ServletWebServerApplicationContext) shop.run()) {
      URI uri = URI.create("http://localhost:" + context.getWebServer().getPort() + "/shelves/b7");
      HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
    }
  }

  @RestController
  static class Shelves {
    @GetMapping("/shelves/{shelf}")
    int level(@PathVariable("shelf") String shelf) {
      return Stock.at(shelf);
    }
  }
}
