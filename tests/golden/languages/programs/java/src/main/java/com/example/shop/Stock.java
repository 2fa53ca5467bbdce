package com.example.shop;

import java.util.Map;

final class Stock {
  private static final Map<String, Integer> LEVELS = Map.of("a1", 3);

  static int at(String shelf) {
    Integer level = LEVELS.get(shelf);
    if (level == null) throw new ShelfException("unknown shelf " + shelf);
    return level;
  }

  static int parse(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException error) {
      throw new ShelfException("cannot read a level", error);
    }
  }

  static final class ShelfException extends RuntimeException {
    ShelfException(String message) {
      super(message);
    }

    ShelfException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
