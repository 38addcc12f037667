/**
 * What a page is sent while a shoe is dealt and bet on: kept, and then sent to it again and again,
 * each time as the next shoe, as quickly as the page takes it. Its bets are answered as they were.
 */
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** A packet of socket.io for players: an event or an answer, its number, and what it says. */
const PACKET = /^4([23])\/player,(\d*)(\[.*)$/s;
const EVENT = '2';

/** What a bet and a message of the table have in common. Of the rest nothing is known here. */
const said = z.tuple([z.string(), z.looseObject({ kind: z.string().optional() })]);
const placed = z.tuple([z.literal('bet:place'), z.looseObject({ game: z.string() })]);
const numbered = z.object({ seq: z.number(), prev: z.number() });

/** What else comes meanwhile is not of the table’s order, and comes by itself. */
const KEPT: ReadonlySet<string> = new Set(['table:message', 'player:result']);

/** The page must not take the line for lost. */
const BEAT = 'table:beat';

/** Times are numbers above this: they are ms since 1970. Durations are below. */
const TIMES_ABOVE_MS = 1_000_000_000_000;
/** More than a shoe has rounds. */
const GAMES_A_SHOE = 1_000;

const OPENED = 'betting_opened';

/** Resolves when the page has taken what it was sent. */
const TAKEN = `new Promise((done) => setTimeout(done))`;

interface Sent {
  readonly kind: string | undefined;
  /** The event’s name and body, as JSON. */
  readonly text: string;
}

/** How far numbers and times are moved on in what is sent again. */
interface Shift {
  readonly seq: number;
  readonly games: number;
  readonly ms: number;
}

export class SentShoe {
  readonly #sent: Sent[] = [];
  /** The answers to the bets, by their rounds. */
  readonly #answers = new Map<string, string>();
  readonly #asked = new Map<string, string>();
  #state: 'passing' | 'keeping' | 'replaying' = 'passing';
  #send: (packet: string) => void = () => undefined;
  #answered = 0;
  #shift: Shift = { seq: 0, games: 0, ms: 0 };

  private constructor(private readonly page: Page) {}

  /** Goes between the page and its studio. The page is loaded anew for it. */
  static async of(page: Page): Promise<SentShoe> {
    const shoe = new SentShoe(page);
    await page.routeWebSocket(/socket\.io/, (route) => {
      const server = route.connectToServer();
      shoe.#send = (packet) => route.send(packet);
      route.onMessage((packet) => {
        if (!shoe.#takesBet(String(packet))) server.send(packet);
      });
      server.onMessage((packet) => {
        shoe.#keep(String(packet));
        if (!shoe.#isStopped(String(packet))) route.send(packet);
      });
    });
    await page.reload();
    return shoe;
  }

  /** From here on what comes is of the shoe, which has not been dealt from. */
  keep(): void {
    this.#state = 'keeping';
  }

  /** The next shoe is in place, and nothing more comes of the table. */
  kept(): void {
    this.#state = 'replaying';
  }

  /** How many bets were answered in shoes that were sent again. */
  get answered(): number {
    return this.#answered;
  }

  /**
   * Sends it as the shoe of this number, counted from 1. `bet` is awaited in each round as soon as
   * bets are open, and `ended` when the last round is paid, before the shoe is changed.
   */
  async again(
    number: number,
    { bet, ended }: { readonly bet: () => Promise<unknown>; readonly ended: () => Promise<void> },
  ): Promise<void> {
    const messages = this.#sent.filter(({ kind }) => kind !== undefined);
    const first = numbered.parse(said.parse(JSON.parse(messages[0]!.text))[1]);
    const last = numbered.parse(said.parse(JSON.parse(messages.at(-1)!.text))[1]);
    const seq = (last.seq - first.prev) * number;
    const rounds = this.#rounds();
    for (const round of rounds) {
      const ms = Date.now() - timeOf(round[0]!);
      this.#shift = { seq, games: GAMES_A_SHOE * number, ms };
      const opening = round.findIndex(({ kind }) => kind === OPENED);
      for (const [index, { text }] of round.entries()) {
        this.#send(`42/player,${shifted(text, this.#shift)}`);
        if (index === opening) await bet();
      }
      await this.page.evaluate(TAKEN);
      if (round === rounds.at(-2)) await ended();
    }
  }

  /** What belongs to each round, and last what changes the shoe. */
  #rounds(): readonly (readonly Sent[])[] {
    const rounds: Sent[][] = [];
    for (const each of this.#sent) {
      const isNew = each.kind === OPENED || each.kind === 'shoe_change_started';
      if (isNew || rounds.length === 0) rounds.push([]);
      rounds.at(-1)!.push(each);
    }
    return rounds;
  }

  #keep(packet: string): void {
    const [, type, id, text] = PACKET.exec(packet) ?? [];
    if (this.#state !== 'keeping' || text === undefined) return;
    const game = this.#asked.get(id ?? '');
    if (type !== EVENT) {
      if (game !== undefined) this.#answers.set(game, text);
      return;
    }
    const [name, { kind }] = said.parse(JSON.parse(text));
    if (KEPT.has(name)) this.#sent.push({ kind, text });
  }

  /** The studio hears of no bets meanwhile, and would say that the player is idle. */
  #isStopped(packet: string): boolean {
    const [, type, , text] = PACKET.exec(packet) ?? [];
    if (this.#state !== 'replaying' || type !== EVENT || text === undefined) return false;
    return said.parse(JSON.parse(text))[0] !== BEAT;
  }

  /** Whether it is a bet in a round that is sent again. Then it is answered. */
  #takesBet(packet: string): boolean {
    const [, type, id = '', text = ''] = PACKET.exec(packet) ?? [];
    if (type !== EVENT || id === '') return false;
    const bet = placed.safeParse(JSON.parse(text));
    if (!bet.success) return false;
    const { game } = bet.data[1];
    if (this.#state !== 'replaying') {
      this.#asked.set(id, game);
      return false;
    }
    const answer = this.#answers.get(gameAfter(game, -this.#shift.games));
    if (answer === undefined) throw new Error(`no bet was placed in round ${game}`);
    this.#answered += 1;
    this.#send(`43/player,${id}${shifted(answer, this.#shift)}`);
    return true;
  }
}

const gameAfter = (game: string, by: number): string =>
  String(Number(game) + by).padStart(game.length, '0');

/** The same, so much later. */
const shifted = (text: string, by: Shift): string =>
  JSON.stringify(
    JSON.parse(text, (name, value: unknown) => {
      if (name === 'game' && typeof value === 'string') return gameAfter(value, by.games);
      if (typeof value !== 'number') return value;
      if (name === 'seq' || name === 'prev') return value + by.seq;
      return name.endsWith('Ms') && value > TIMES_ABOVE_MS ? value + by.ms : value;
    }),
  );

/** The first time that stands in it. */
const timeOf = ({ text }: Sent): number => Number(/Ms":(\d{13})\b/.exec(text)?.[1]);
