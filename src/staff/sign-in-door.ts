/**
 * Before a sign-in is read: one for which there is no room is refused by the bare HTTP server, so
 * that a flood of them costs next to nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '../access/address.js';
import { HTTP_REFUSALS } from '../protocol/http.js';
import type { SignInPace } from './sign-in-pace.js';

/** The path of `StaffSelfController.signIn`. */
export const SIGN_IN_PATH = '/staff/sign-in';

const BODY = JSON.stringify({ error: 'too_many_messages' });
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': BODY.length,
};

export const signInDoor =
  (pace: Pick<SignInPace, 'isTooMuch'>, proxies: number) =>
  ({ socket, headers }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const address = addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for'], proxies);
    if (!pace.isTooMuch(address)) return next();
    response.writeHead(HTTP_REFUSALS.too_many_messages, HEADERS).end(BODY);
  };
