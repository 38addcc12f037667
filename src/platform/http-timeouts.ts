/**
 * How long an HTTP connection may take: to say what it wants, to send all of it, and in silence.
 * Nobody holds a connection for longer by sending nothing, or byte after byte.
 */
import type { IncomingMessage, Server } from 'node:http';

/** A client of socket.io that polls waits 25 s for its answer. */
const ANSWER_WITHIN_MS = 40_000;
const NOTICED_WITHIN_MS = 1_000;

/** Before the server listens. A request's headers may take `saidWithinMs`, all of it twice that. */
export const limitTime = (server: Server, saidWithinMs: number): void => {
  Object.assign(server, {
    timeout: saidWithinMs,
    headersTimeout: saidWithinMs,
    requestTimeout: 2 * saidWithinMs,
    connectionsCheckingInterval: Math.min(NOTICED_WITHIN_MS, saidWithinMs),
  });
};

/**
 * Whoever has asked waits longer for the answer than for the question. Called once engine.io is
 * attached to the server: it keeps what comes for it from whoever listened before.
 */
export const waitForAnswers = (server: Server): void => {
  server.on('request', ({ socket }: IncomingMessage) => socket.setTimeout(ANSWER_WITHIN_MS));
};
