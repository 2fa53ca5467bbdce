"""Raises what a shop's server raises, one scenario a run: `python shop.py <scenario>`."""

import json
import logging
import os
import sys
import threading

import sentry_sdk

password = "hunter2"


class OutOfStock(Exception):
    pass


def read_order(text):
    return json.loads(text)


def stock_at(shelf):
    levels = {"a1": 3}
    try:
        return levels[shelf]
    except KeyError as error:
        raise OutOfStock(f"no stock on shelf {shelf}") from error


def token_of(headers):
    token = headers.get("authorization", "none")
    if token == "none":
        raise PermissionError("no token")
    return token


def uncaught():
    read_order('{"sku": ')


def chained():
    stock_at("b7")


def group():
    errors = []
    for work in (lambda: stock_at("c3"), lambda: int("seven")):
        try:
            work()
        except Exception as error:
            errors.append(error)
    raise ExceptionGroup("2 orders failed", errors)


def message():
    logging.getLogger("shop.checkout").error("took %.2f s for %s", 1.5, "checkout")


def mapping():
    logging.getLogger("shop.checkout").error("no %(sku)s left of %(count)05d", {"sku": "A-17", "count": 42})


def repr_message():
    logging.getLogger("shop.checkout").error("%r: %-5s|%05d|%x", "gone", "ab", 42, 255)


def thread():
    worker = threading.Thread(target=stock_at, args=("d9",), name="restock")
    worker.start()
    worker.join()


def nested():
    with sentry_sdk.push_scope() as scope:
        scope.set_context("order", {"id": 17, "lines": [{"sku": "A-17", "count": 2, "size": {"cm": {"width": 12}}}]})
        scope.set_extra("skus", list(range(200)))
        scope.set_tag("shop", "berlin")
        try:
            token_of({})
        except PermissionError as error:
            sentry_sdk.capture_exception(error)


sentry_sdk.init(dsn=os.environ["SENTRY_DSN"], release="shop@1.0.0", environment="production", server_name="shop-1")
{
    "uncaught": uncaught,
    "chained": chained,
    "group": group,
    "message": message,
    "mapping": mapping,
    "repr": repr_message,
    "thread": thread,
    "nested": nested,
}[sys.argv[1]]()
