//! Empty: the package only names the crate that carries the sources of sentry-native.
