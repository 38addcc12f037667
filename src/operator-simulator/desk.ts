/** What is done on the page of a simulated operator. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { page } from './page.js';
import { FAULTS, type WalletServer } from './wallet-server.js';
import type { WebhookReceiver } from './webhook-receiver.js';

/** What a player has who comes for the first time: 1,000.00. */
const FIRST_BALANCE = 100_000n;

interface Desk {
  readonly wallet: WalletServer;
  readonly receiver: WebhookReceiver;
  /** The URL of a launch of this player at the studio. */
  readonly launch: (player: string) => Promise<string>;
  /** From 0 to 1. */
  readonly chance: () => number;
  /** What goes wrong from the beginning: `fault` and `percent`. */
  readonly faults?: URLSearchParams;
}

/** Answers what the wallet does not know. */
export const desk = ({ wallet, receiver, launch, chance, faults }: Desk) => {
  let notices = 0;
  let faulty = 'Nothing goes wrong.';

  const set = (form: URLSearchParams): void => {
    const fault = FAULTS.find((each) => each === form.get('fault'));
    const percent = Math.min(100, Math.max(0, Number(form.get('percent')) || 0));
    faulty =
      fault === undefined || percent === 0
        ? 'Nothing goes wrong.'
        : `${fault} in ${percent} of 100 requests.`;
    wallet.faultOf = () => (chance() * 100 < percent ? fault : undefined);
  };

  if (faults !== undefined) set(faults);

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://operator');
    if (pathname === '/webhook') {
      if (!wallet.isAsked(request)) return void response.writeHead(421).end();
      return receiver.serve(request, response, body);
    }
    if (request.method !== 'POST') {
      if (pathname !== '/') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return void response.end(page(wallet, receiver, faulty));
    }
    const form = new URLSearchParams(body.toString());
    let to = '/';
    if (pathname === '/kill') wallet.isDead = receiver.isDead = true;
    else if (pathname === '/revive') wallet.isDead = receiver.isDead = false;
    else if (pathname === '/forget') wallet.book.forget();
    else if (pathname === '/faults') set(form);
    else if (pathname === '/notice') {
      const id = `n-${(notices += 1)}-${Date.now()}`;
      const text = form.get('text') ?? '';
      wallet.notices.set(form.get('player') ?? '', { id, kind: 'message', text, actions: [] });
    } else if (pathname === '/play') {
      const player = form.get('player') ?? '';
      if (wallet.book.balance(player) === undefined) wallet.book.open(player, FIRST_BALANCE);
      to = await launch(player);
    } else return void response.writeHead(404).end();
    response.writeHead(303, { location: to }).end();
  };
};
