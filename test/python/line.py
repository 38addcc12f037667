"""
A connection to the studio over python-socketio. It keeps every command with its answer, a table's
messages in order, and what was missing.
"""
import json
import os
import sys
import threading
import time
import urllib.request

import socketio
from requests import Session

WITHIN_S = 60


def wait_until(what, is_so):
    """For what nobody announces."""
    ends_at = time.monotonic() + WITHIN_S
    while not is_so():
        if time.monotonic() > ends_at:
            raise TimeoutError(f"{what}: not within {WITHIN_S} s")
        time.sleep(0.1)


def ready_file(order, number):
    """The path of a file that exists once the player is ready for the round of that number."""
    return os.path.join(order["folder"], f"{order['table']}-{number}")


class Line:
    def __init__(self, order):
        self.url, self.table, self.token = order["url"], order.get("table"), order["token"]
        self.transport = order["transport"]
        self.messages = []
        self.gaps = []
        self.last = None
        self.timeline = 0
        self._early = []
        self._changed = threading.Condition()

    def connect(self, namespace, *beside):
        """`beside`: other namespaces of the same line."""
        self.namespace = namespace
        requests = Session()
        # A connection that the studio closes after some quiet seconds takes with it what is sent
        # just then.
        requests.headers["Connection"] = "close"
        self.socket = socketio.Client(
            reconnection=False, request_timeout=WITHIN_S, http_session=requests
        )
        self.socket.on("table:message", self._take, namespace=namespace)
        self.socket.on("connect_error", self._refused, namespace=namespace)
        self.listen()
        self.socket.connect(
            self.url,
            auth={"token": self.token},
            transports=[self.transport],
            namespaces=[namespace, *beside],
            wait_timeout=WITHIN_S,
        )

    def listen(self):
        """What else is listened to."""

    def close(self):
        self.socket.disconnect()

    def phase(self):
        """Without the line: from the list of tables."""
        with urllib.request.urlopen(f"{self.url}/tables") as answer:
            tables = json.load(answer)
        return next(table["phase"] for table in tables if table["table"] == self.table)

    def call(self, name, **request):
        return self.call_in(self.namespace, name, request)

    def call_in(self, namespace, name, request):
        return self.socket.call(name, request, namespace=namespace, timeout=WITHIN_S)

    def must(self, name, **request):
        reply = self.call(name, **request)
        if not reply["ok"]:
            raise RuntimeError(f"{name} was refused: {reply}")
        return reply

    def follow(self, name):
        """Joins or watches; a second time it asks for what was missed. Returns the answer."""
        again = {} if self.last is None else {"afterSeq": self.last, "timeline": self.timeline}
        with self._changed:
            self._early = []
        reply = self.must(name, table=self.table, **again)
        self.timeline = reply["timeline"]
        with self._changed:
            if reply["snapshot"] is not None:
                self.last = reply["snapshot"]["seq"]
            early, self._early = self._early, None
            for message in (reply["missed"] or []) + early:
                if message["seq"] > self.last:
                    self._accept(message)
        return reply

    def interrupt(self):
        self.close()
        with self._changed:
            self._early = []

    def wait(self, what, find):
        """The first thing that `find` finds, come already or still to come."""
        ends_at = time.monotonic() + WITHIN_S
        with self._changed:
            while True:
                found = find()
                if found is not None:
                    return found
                left = ends_at - time.monotonic()
                if left <= 0:
                    seen = [message["kind"] for message in self.messages]
                    raise TimeoutError(f"{what}: not within {WITHIN_S} s, after {seen}")
                self._changed.wait(left)

    def next(self, kind, after=0):
        def find():
            return next(
                (m for m in self.messages if m["kind"] == kind and m["seq"] > after), None
            )

        return self.wait(kind, find)

    def tell(self, change):
        with self._changed:
            change()
            self._changed.notify_all()

    def _refused(self, reason=None):
        print(f"{self.namespace} is shut: {reason}", file=sys.stderr)

    def _take(self, message):
        def take():
            if self._early is None:
                self._accept(message)
            else:
                self._early.append(message)

        self.tell(take)

    def _accept(self, message):
        if message["prev"] != self.last or message["seq"] <= message["prev"]:
            self.gaps.append(f"{message['seq']} follows {message['prev']}, not {self.last}")
        self.last = message["seq"]
        self.messages.append(message)
