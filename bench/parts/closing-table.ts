/** A table whose betting closes again and again: with a dealer, and players who always bet. */
import { randomUUID } from 'node:crypto';
import type { Card } from '../../src/cards/card.js';
import { fullShoe } from '../../src/cards/shoe.js';
import { shuffle } from '../../src/cards/shuffle.js';
import { DealerClient, type DealerWatch } from '../../src/client/dealer-client.js';
import type { FollowedTable } from '../../src/client/followed-table.js';
import { PlayerClient } from '../../src/client/player-client.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { seeded } from '../kit.js';

const EVERY_MS = 100;
const LOOKS_EVERY_MS = 5;
const DEALT_IN: ReadonlySet<string> = new Set(['bets_closed', 'dealing']);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface OpenRound {
  readonly game: string;
  readonly closesAtMs: number;
}

const must = (reply: { readonly ok: boolean }): void => {
  if (!reply.ok) throw new Error(JSON.stringify(reply));
};

export class ClosingTable {
  /** Which stood, or were taken back. */
  bets = 0;
  /** The last of them, from the time of its round’s close to when it was sent, in ms. */
  lastSentMs = -Infinity;
  /** Which were refused as too late, though they were sent before the time of the close. */
  tooLate = 0;
  /** The first of them, from the time of its round’s close to when it was sent, in ms. */
  firstTooLateMs = 0;
  readonly #dealer: DealerClient;
  readonly #players: PlayerClient[] = [];
  readonly #shoe: Card[];
  #desk: FollowedTable<DealerWatch> | undefined;
  #scanSeq = 0;
  #isOver = false;
  readonly #loops: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly table: string,
    token: string,
  ) {
    this.#dealer = new DealerClient(url, token);
    const random = seeded(7);
    this.#shoe = [
      ...shuffle(fullShoe(), (count) =>
        Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
      ),
    ];
  }

  /** Opens the table and its first round. The coups are dealt from now on. */
  async open(): Promise<void> {
    const { table } = this;
    this.#desk = this.#dealer.watch(table, {});
    await this.#desk.joined();
    const dealer = this.#dealer;
    must(await dealer.send('table:open', { table }));
    must(await dealer.send('cards:bring', { table, cards: `of-${table}` }));
    must(await dealer.send('shoe:new', { table }));
    must(await this.#scan('shoe:burn'));
    must(await dealer.send('betting:open', { table }));
    this.#loops.push(this.#deal());
  }

  /** A player, who places a bet and takes it back in turn as long as betting is open. */
  async seat(token: string): Promise<void> {
    const player = new PlayerClient(this.url, token);
    this.#players.push(player);
    const seat = player.join(this.table, {});
    await seat.joined();
    this.#loops.push(this.#bet(player, () => seat.copy?.round ?? undefined));
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    this.#dealer.close();
    for (const player of this.#players) player.close();
  }

  async #deal(): Promise<void> {
    while (!this.#isOver) {
      const { phase = 'closed' } = this.#desk?.copy ?? {};
      if (DEALT_IN.has(phase)) await this.#scan('card:scan');
      else await pause(LOOKS_EVERY_MS);
    }
  }

  async #bet(player: PlayerClient, round: () => OpenRound | undefined): Promise<void> {
    const { table } = this;
    for (let turn = 0; !this.#isOver; turn += 1) {
      const open = round();
      if (open !== undefined) {
        const asked = { table, game: open.game, betId: randomUUID() };
        const sentAtMs = Date.now();
        const reply = await (turn % 2 === 0
          ? player.send('bet:place', { ...asked, spot: 'egalite', amount: '100' })
          : player.send('bet:undo', asked));
        const sentMs = sentAtMs - open.closesAtMs;
        if (reply.ok) {
          this.bets += 1;
          this.lastSentMs = Math.max(this.lastSentMs, sentMs);
        } else if (reply.refusal === 'betting_is_closed' && sentMs < 0) {
          this.tooLate += 1;
          this.firstTooLateMs = Math.min(this.firstTooLateMs, sentMs);
        }
      }
      await pause(EVERY_MS);
    }
  }

  /** The next card. One that is refused, since the coup was over, stays the next. */
  async #scan(name: 'shoe:burn' | 'card:scan') {
    const card = this.#shoe.pop();
    if (card === undefined) throw new Error(`${this.table}: the shoe is empty`);
    const reply = await this.#dealer.send(name, {
      table: this.table,
      code: makeScanCode(card),
      scanSeq: (this.#scanSeq += 1),
    });
    if (!reply.ok) this.#shoe.push(card);
    return reply;
  }
}
