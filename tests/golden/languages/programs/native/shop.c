/* Crashes as a shop's server crashes, one scenario a run: `./shop <scenario>`, then `./shop send`. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sentry.h"

/* The recorder speaks plain HTTP on the same machine: `http://key@127.0.0.1:<port>/1`. */
static void send_envelope(sentry_envelope_t *envelope, void *state) {
  (void)state;
  size_t length = 0;
  char *body = sentry_envelope_serialize(envelope, &length);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = htons((unsigned short)atoi(strrchr(getenv("SENTRY_DSN"), ':') + 1));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) {
    dprintf(connection,
            "POST /api/1/envelope/ HTTP/1.1\r\nHost: recorder\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
            length);
    char answer[512];
    if (write(connection, body, length) < 0) perror("write");
    while (read(connection, answer, sizeof answer) > 0) {
    }
  }
  close(connection);
  sentry_free(body);
  sentry_envelope_free(envelope);
}

__attribute__((noinline)) int take_from_shelf(int *shelf) { return *shelf - 1; }

__attribute__((noinline)) void put_on_shelf(int *shelf, int count) { *shelf = count; }

__attribute__((noinline)) int price_per_piece(int total, int pieces) { return total / pieces; }

__attribute__((noinline)) void check_stock(void) { abort(); }

__attribute__((noinline)) int checkout(const char *scenario) {
  if (strcmp(scenario, "read-null") == 0) return take_from_shelf(NULL);
  if (strcmp(scenario, "write-null") == 0) put_on_shelf(NULL, 3);
  if (strcmp(scenario, "divide") == 0) return price_per_piece(100, 0);
  if (strcmp(scenario, "abort") == 0) check_stock();
  return 0;
}

int main(int count, char **arguments) {
  const char *scenario = count > 1 ? arguments[1] : "";
  sentry_options_t *options = sentry_options_new();
  sentry_options_set_dsn(options, getenv("SENTRY_DSN"));
  sentry_options_set_release(options, "shop@1.0.0");
  sentry_options_set_environment(options, "production");
  sentry_options_set_database_path(options, "crashes");
  sentry_options_set_transport(options, sentry_transport_new(send_envelope));
  sentry_init(options);
  if (strcmp(scenario, "message") == 0) {
    sentry_capture_event(sentry_value_new_message_event(SENTRY_LEVEL_INFO, "shop", "nightly job took 7 minutes"));
  }
  int result = checkout(scenario);
  sentry_close();
  return result;
}
