/** The process of a crowd of players, so that they share no event loop with what is measured. */
import { randomUUID } from 'node:crypto';
import { delayAfter } from '../../src/client/delays.js';
import type { CrowdOrder, CrowdReport, CrowdHeard } from './crowd.js';
import { BareClient } from './bare-client.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const clients = new Map<string, BareClient>();
/** How often somebody was refused, by the answer. */
let refusals: Record<string, number> = {};
let answerBytes = 0;

/** Whoever is refused tries again as the studio's own client does. */
const again = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const answer = error instanceof Error ? error.message : String(error);
      refusals[answer] = (refusals[answer] ?? 0) + 1;
      await pause(delayAfter(failures));
    }
  }
};

const must = (text: string): string => {
  if (!text.startsWith('{"ok":true')) throw new Error(text);
  return text;
};

const addressOf = (place: number): string =>
  `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`;

let messages = 0;
let text = '';
/** When each message since the last order was heard first and last, by its text. */
let spreads = new Map<string, { firstMs: number; lastMs: number; by: number }>();
let onAll: (() => void) | undefined;

const listen = (client: BareClient): void => {
  client.heard = (said) => {
    messages += 1;
    const nowMs = performance.now();
    const spread = spreads.get(said) ?? { firstMs: nowMs, lastMs: nowMs, by: 0 };
    spreads.set(said, spread);
    spread.lastMs = nowMs;
    spread.by += 1;
    if (spread.by === clients.size) {
      text = said;
      onAll?.();
    }
  };
};

/** Resolves when everybody has heard one and the same message. */
const hear = async ({ say }: CrowdOrder & { does: 'hear' }): Promise<CrowdHeard> => {
  const [first] = clients.values();
  spreads = new Map();
  const allHaveHeard = new Promise<void>((resolve) => (onAll = resolve));
  if (say !== undefined) first?.say(`42/player,1["say",${say}]`);
  await allHaveHeard;
  onAll = undefined;
  const { firstMs, lastMs } = spreads.get(text)!;
  return { messages, text, spreadMs: lastMs - firstMs };
};

const enter = async ({ port, count }: CrowdOrder & { does: 'enter' }) => {
  for (let place = 0; place < count; place += 1) {
    const client = await BareClient.enter(port, addressOf(place), String(place));
    clients.set(String(place), client);
    listen(client);
  }
};

/** Everybody who is not there: connects, shows the token, and joins the table. */
const seat = async ({ port, tokens, atOnce, table }: CrowdOrder & { does: 'seat' }) => {
  const absent = [...tokens.entries()].filter(([, token]) => !clients.has(token)).values();
  const some = async () => {
    for (const [place, token] of absent) {
      await again(async () => {
        const client = await BareClient.enter(port, addressOf(place), token);
        try {
          const answer = must(await client.ask('table:join', { table }));
          answerBytes = Math.max(answerBytes, answer.length);
        } catch (error) {
          await client.cut();
          throw error;
        }
        clients.set(token, client);
        listen(client);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, some));
};

/** A bet of everybody, and again until it stands. */
const bet = async ({ table, game }: CrowdOrder & { does: 'bet' }) => {
  const startedAt = performance.now();
  let firstMs = 0;
  await Promise.all(
    [...clients.values()].map(async (client) => {
      const asked = { table, game, betId: randomUUID(), spot: 'punto', amount: '500' };
      await again(async () => must(await client.ask('bet:place', asked)));
      firstMs ||= performance.now() - startedAt;
    }),
  );
  return firstMs;
};

const perform = async (order: CrowdOrder): Promise<CrowdReport> => {
  refusals = {};
  answerBytes = 0;
  const startedAt = performance.now();
  let firstMs = 0;
  let heard: CrowdHeard = { messages, text, spreadMs: 0 };
  if (order.does === 'seat') await seat(order);
  else if (order.does === 'bet') firstMs = await bet(order);
  else if (order.does === 'enter') await enter(order);
  else if (order.does === 'hear') heard = await hear(order);
  else {
    const going = [...clients].slice(0, order.count);
    for (const [token] of going) clients.delete(token);
    await Promise.all(going.map(([, client]) => client.cut()));
  }
  return { ms: performance.now() - startedAt, firstMs, refusals, answerBytes, heard };
};

process.on('message', (order) => {
  void perform(order as CrowdOrder).then((report) => process.send?.(report));
});
