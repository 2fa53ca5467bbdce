#!/bin/sh
# Builds sentry-native as the crate carries it, with the in-process backend, and the shop twice: with and without names.
set -eu
crate=$(cargo metadata --format-version 1 | python3 -c "
import json, os, sys
print(next(os.path.dirname(p['manifest_path']) for p in json.load(sys.stdin)['packages'] if p['name'] == 'sentry-contrib-native-sys'))")
cmake -S "$crate/sentry-native" -B sentry -DSENTRY_BACKEND=inproc -DSENTRY_TRANSPORT=none -DSENTRY_BUILD_TESTS=OFF \
  -DSENTRY_BUILD_EXAMPLES=OFF -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo >/dev/null
cmake --build sentry --target sentry >/dev/null
for name in shop shop-unnamed; do
  [ "$name" = shop ] && names=-rdynamic || names=-s
  gcc -O0 -fno-omit-frame-pointer $names -DSENTRY_BUILD_STATIC -I "$crate/sentry-native/include" -o "$name" shop.c \
    -Wl,--build-id sentry/libsentry.a -lpthread -ldl
done
