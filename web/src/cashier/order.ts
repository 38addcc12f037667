/**
 * A money order to the studio. Until it is answered it is kept under its key, even across a reload.
 * Sent again, it stands at most once.
 */
import type { PlayerClient } from '../../../src/client/player-client.js';
import type { ReplyOf } from '../../../src/protocol/command.js';
import type { PlayerCommands } from '../../../src/protocol/player.js';
import { tabKeeps } from '../browser-keeps.js';

export type CashierOrder =
  | { readonly kind: 'buy-in' | 'withdraw'; readonly amount: string; readonly key: string }
  | { readonly kind: 'cash-out'; readonly key: string }
  | { readonly kind: 'tip'; readonly amount: string; readonly key: string; readonly table: string };

type Replies = ReplyOf<
  PlayerCommands['session:buy-in' | 'session:withdraw' | 'session:cash-out' | 'tip:give']
>;
type OrderRefusal = Extract<Replies, { ok: false }>['refusal'];

/** `unknown`: it may or may not have stood. `amount`: what a cash-out gave back. */
export type OrderOutcome =
  | { readonly outcome: 'stood'; readonly amount: bigint }
  | { readonly outcome: 'refused'; readonly refusal: OrderRefusal }
  | { readonly outcome: 'unknown' };

/** Where the order that is not answered yet is kept. */
export interface OrderDrawer {
  readonly read: () => string | null;
  readonly write: (text: string | null) => void;
}

const KEY = 'sabot.order';

const tabDrawer: OrderDrawer = {
  read: () => tabKeeps.getItem(KEY),
  write: (text) => (text === null ? tabKeeps.removeItem(KEY) : tabKeeps.setItem(KEY, text)),
};

/** The order that was sent and is not answered yet. */
export const keptOrder = (drawer: OrderDrawer = tabDrawer): CashierOrder | undefined => {
  const kept = drawer.read();
  return kept === null ? undefined : (JSON.parse(kept) as CashierOrder);
};

/** Its outcome does not matter any more. */
export const forgetOrder = (drawer: OrderDrawer = tabDrawer): void => drawer.write(null);

/** Refusals that are given before anybody looks whether what was sent before stands. */
const NOT_LOOKED: ReadonlySet<OrderRefusal> = new Set([
  'too_many_messages',
  'studio_is_busy',
  'unknown_table',
]);

/**
 * Sends `order`, and keeps it until its outcome is known. Where another one is kept, nothing is
 * sent: in whatever part of the page that was given, its outcome comes first.
 */
export const give = async (
  order: CashierOrder,
  client: Pick<PlayerClient, 'send'>,
  drawer: OrderDrawer = tabDrawer,
): Promise<OrderOutcome> => {
  const kept = keptOrder(drawer);
  if (kept !== undefined && kept.key !== order.key) return { outcome: 'unknown' };
  const isRetry = kept !== undefined;
  drawer.write(JSON.stringify(order));
  const reply = await send(order, client).catch(() => undefined);
  if (reply === undefined) return { outcome: 'unknown' };
  // After a fault of the studio it is not known whether it stood.
  const isUnknown = (refusal: OrderRefusal): boolean =>
    refusal === 'internal_error' || (isRetry && NOT_LOOKED.has(refusal));
  if (!reply.ok && isUnknown(reply.refusal)) return { outcome: 'unknown' };
  forgetOrder(drawer);
  if (!reply.ok) return { outcome: 'refused', refusal: reply.refusal };
  return { outcome: 'stood', amount: BigInt('amount' in reply ? reply.amount : reply.balance) };
};

const send = (order: CashierOrder, client: Pick<PlayerClient, 'send'>): Promise<Replies> => {
  const { kind, key } = order;
  switch (kind) {
    case 'buy-in':
      return client.send('session:buy-in', { key, amount: order.amount });
    case 'withdraw':
      return client.send('session:withdraw', { key, amount: order.amount });
    case 'cash-out':
      return client.send('session:cash-out', { key });
    case 'tip':
      return client.send('tip:give', { table: order.table, key, amount: order.amount });
  }
};
