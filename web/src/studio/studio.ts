/**
 * The page’s one connection to the studio, and everything that depends on it: the account, and a
 * seat at each table that is watched.
 */
import { createStore } from 'zustand/vanilla';
import type { ConnectionState } from '../../../src/client/connection.js';
import { type LineQuality, LineWatch } from '../../../src/client/line-watch.js';
import { PlayerClient } from '../../../src/client/player-client.js';
import type { PlayedHand } from '../../../src/protocol/hand-history.js';
import type { PlayerCorrection, PlayerHand, PlayerResult } from '../../../src/protocol/player.js';
import type { SoloGame } from '../../../src/solo/game.js';
import { heedRefusal } from '../safety/heed-refusal.js';
import { SeatViewStore, isShut } from '../table/seat-view-store.js';
import { acted, createAccountStore, setBalance } from './account-store.js';
import { readHttp } from './http.js';
import { noteShownEnd, shownEndAtMs } from './shown-end.js';
import { isShownResult, noteShownResult } from './shown-results.js';
import { demoToken, playerOf, readToken } from './token.js';
import { type Unanswered, noteOutcome, noteShown, unanswered } from './unanswered.js';

export interface StudioConnection {
  readonly state: ConnectionState;
  /** `lost` also where nothing comes over a connection that seems to work. */
  readonly quality: LineQuality;
  /** Why the studio closed or refused the connection: a code. */
  readonly reason: string;
  /** What the shift manager said of it. Empty where nobody did. */
  readonly note: string;
  /** Since when it is not connected, in ms. Undefined while it is. */
  readonly lostAtMs: number | undefined;
  /** Bets whose answer was lost, and what became of them. Each is shown once. */
  readonly outcomes: readonly Unanswered[];
  /** Of tables that are not on the screen, the oldest first. Each is shown once. */
  readonly away: readonly AwayNews[];
  /** Hands that went on without the player, the oldest first. Each is shown until it is seen. */
  readonly hands: readonly HandNews[];
}

type Own = { readonly result: PlayerResult } | { readonly correction: PlayerCorrection };

/** What a round at a table that is not on the screen brought the player, or its correction. */
type AwayNews = Own & {
  /** The table’s. */
  readonly name: string;
  /** Undefined where no seat has said it. */
  readonly currency: string | undefined;
};

/**
 * `kept`: the player has left its room, and it waits for them. `over`: it was played to its end
 * elsewhere, by the player or by the house. `ended`: it waits no more, and its end is not known.
 */
type HandNews = Omit<PlayerHand, 'reason' | 'balance'> & {
  readonly reason: PlayerHand['reason'] | 'kept' | 'over' | 'ended';
};

/** A hand that waits for its player, with what lies on it in minor units. */
type WaitingHand = Pick<PlayerHand, 'game' | 'hand' | 'taken'>;

/** More are in the history. */
const AWAY_MOST = 20;
const READ_AGAIN_MS = 1_000;

export class Studio {
  readonly line = createStore<StudioConnection>(() => ({
    state: 'connecting',
    quality: 'lost',
    reason: '',
    note: '',
    lostAtMs: undefined,
    outcomes: [],
    away: [],
    hands: [],
  }));
  readonly account = createAccountStore();
  readonly client: PlayerClient;
  /** The player’s number. */
  readonly player: string;
  readonly #watch: LineWatch;
  readonly #seats = new Map<string, SeatViewStore>();
  readonly #leaving = new Set<string>();
  readonly #leftListeners = new Set<(table: string) => void>();
  /** The table on the screen. */
  #shown: string | undefined;
  /** How often the credit was reported in passing. */
  #published = 0;
  /** How often the account was asked for. */
  #reads = 0;
  /** Runs while it is not known what became of some bet. */
  #askAgain: ReturnType<typeof setTimeout> | undefined;
  /** What the studio said before it closed the connection. */
  #closedBecause = '';
  #closedWithWords = '';
  /** The game of the room that the player is in. */
  #room: SoloGame | undefined;
  /** Hands that wait for the player, by their numbers: each was announced. */
  readonly #waiting = new Map<string, WaitingHand>();

  constructor(
    readonly token: string,
    name: string | null,
  ) {
    this.player = playerOf(token);
    this.client = new PlayerClient(location.origin, token, {
      ...(name !== null && { renewToken: async () => (await demoToken(name)).token }),
    });
    this.#watch = new LineWatch(this.client.connection, (quality) =>
      this.line.setState({ quality }),
    );
    this.client.connection.onState((state, reason) => {
      if (state === 'connected') this.#closedBecause = this.#closedWithWords = '';
      this.line.setState(({ lostAtMs }) => ({
        state,
        reason: state === 'ended' && this.#closedBecause !== '' ? this.#closedBecause : reason,
        note: state === 'ended' ? this.#closedWithWords : '',
        lostAtMs: state === 'connected' ? undefined : (lostAtMs ?? Date.now()),
      }));
      if (state === 'connected') void this.#cameBack();
    });
    document.addEventListener('visibilitychange', this.#onSight);
    this.#listen();
  }

  /** Which table is on the screen, if any. Results of others are said in words. */
  show(table: string | undefined): void {
    this.#shown = table;
  }

  /** The seat at a table. It is taken when it is asked for the first time. */
  seat(table: string): SeatViewStore {
    this.#leaving.delete(table);
    const known = this.#seats.get(table);
    if (known !== undefined) return known;
    const seat = new SeatViewStore(table, this.client, {
      balance: (balance) => this.tellBalance(balance),
      paid: (balance) => {
        this.tellBalance(balance);
        // An answer of another table, or of a solo game, may have crossed it, and hold what was
        // before or after it.
        const isAlone = this.#seats.size === 1 && this.#shown === table;
        if (!isAlone) void this.readAccount();
      },
      acted: () => acted(this.account),
      refused: heedRefusal,
      missed: (result, isOnTable) => {
        if (isShownResult(result)) return;
        noteShownResult(result);
        if (!isOnTable || table !== this.#shown) this.#noteAway({ result });
      },
      unanswered: () => void this.#askOutcomes(),
    });
    this.#seats.set(table, seat);
    return seat;
  }

  /**
   * Neither played at nor watched any more. Where the player has bets, the seat is kept until they
   * have played, so that their outcome is heard.
   */
  leave(table: string): void {
    const seat = this.#seats.get(table);
    if (seat === undefined || this.#leaving.has(table)) return;
    this.#leaving.add(table);
    const leaveWhenDone = () => {
      if (this.#leaving.has(table) && seat.holdsBets) return;
      off();
      if (!this.#leaving.delete(table)) return; // Taken again.
      seat.leave();
      this.#seats.delete(table);
      for (const listener of this.#leftListeners) listener(table);
    };
    const off = seat.store.subscribe(leaveWhenDone);
    // React's strict mode takes a seat again at once.
    queueMicrotask(leaveWhenDone);
  }

  /** Leaves every other table. */
  stayAt(tables: readonly string[]): void {
    for (const table of this.#seats.keys()) if (!tables.includes(table)) this.leave(table);
  }

  /** Reports each table that has been left, from now on. */
  onLeft(listener: (table: string) => void): void {
    this.#leftListeners.add(listener);
  }

  /**
   * What was reported of the credit while the answer was under way may be older than the answer, or
   * newer. Then it is asked again.
   */
  async readAccount(): Promise<void> {
    const published = this.#published;
    const read = (this.#reads += 1);
    const reply = await this.client.send('session:read', {}).catch(() => undefined);
    if (read !== this.#reads) return; // The account that was asked for since says it.
    if (reply?.ok !== true) {
      // Without a connection it is read when the connection is back.
      const isHere = () => this.line.getState().state === 'connected' && read === this.#reads;
      setTimeout(() => isHere() && void this.readAccount(), READ_AGAIN_MS);
      return;
    }
    if (published !== this.#published) return this.readAccount();
    const { open, balance, gameAccount, idleEndsAtMs, warned, lastEnd, handsInPlay = [] } = reply;
    this.#noteWaiting(handsInPlay);
    // It ended by itself while this page was away.
    const isNew =
      !open &&
      lastEnd !== null &&
      lastEnd.reason !== 'cash_out' &&
      lastEnd.atMs > shownEndAtMs(this.player);
    this.account.setState({
      session: { open, balance: BigInt(balance), gameAccount: BigInt(gameAccount) },
      isRead: true,
      endsAtMs: warned ? (idleEndsAtMs ?? undefined) : undefined,
      ...(isNew && { ended: { ...lastEnd, amount: BigInt(lastEnd.amount) } }),
    });
  }

  /** An account that was asked for meanwhile is asked for again. */
  tellBalance(balance: bigint): void {
    this.#published += 1;
    setBalance(this.account, balance);
  }

  seenEnd(): void {
    const { ended } = this.account.getState();
    if (ended !== undefined) noteShownEnd(this.player, ended.atMs);
    this.account.setState({ ended: undefined });
  }

  seenOutcomes(): void {
    noteShown();
    this.line.setState({ outcomes: [] });
  }

  seenAway(): void {
    this.line.setState(({ away }) => ({ away: away.slice(1) }));
  }

  /** One thing is said of a hand: the last. */
  noteHand(news: HandNews): void {
    if (news.reason !== 'kept') this.#waiting.delete(news.hand);
    this.line.setState(({ hands }) => {
      const others = hands.filter(({ hand }) => hand !== news.hand);
      return { hands: [...others, news].slice(-AWAY_MOST) };
    });
  }

  /** It waits for the player from now on. Whoever is in the room of its game sees it there. */
  keepHand(kept: WaitingHand): void {
    if (kept.game === this.#room) return;
    this.#waiting.set(kept.hand, kept);
    this.noteHand({ ...kept, reason: 'kept', paid: '0' });
  }

  /** A hand that was in play is not any more, and the page did not see it end. */
  async sayEnd({ game, hand }: WaitingHand): Promise<void> {
    this.#forgetKept((each) => each.hand === hand);
    const ended = { game, hand, reason: 'ended', taken: '0', paid: '0' } as const;
    const found = await readHttp<PlayedHand>(`me/hands/${hand}`).catch(() => undefined);
    // The studio may have said it in the meantime.
    if (this.line.getState().hands.some((said) => said.hand === hand)) return;
    if (found === undefined) return this.noteHand(ended);
    const { status, taken, paid } = found;
    // It was dealt after the account was read, or was lost with what came before a restore.
    if (status === 'in_play') return;
    this.noteHand({ ...ended, reason: status === 'void' ? 'voided' : 'over', taken, paid });
  }

  cameTo(game: SoloGame): void {
    this.#room = game;
    this.#forgetKept((each) => each.game === game);
  }

  leftRoom(): void {
    this.#room = undefined;
  }

  seenHand(): void {
    this.line.setState(({ hands }) => ({ hands: hands.slice(1) }));
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onSight);
    this.#watch.stop();
    this.client.close();
  }

  /** Money may have come by the casino's cashier, in another window. */
  readonly #onSight = (): void => {
    if (document.visibilityState === 'visible') void this.readAccount();
  };

  #listen(): void {
    const { connection } = this.client;
    this.client.onResult((result) => {
      noteShownResult(result);
      if (!this.#isOnScreen(result.table)) this.#noteAway({ result });
    });
    this.client.onCorrection((correction) => {
      if (!this.#isOnScreen(correction.table)) this.#noteAway({ correction });
    });
    connection.on('player:hand', (hand) => {
      this.tellBalance(BigInt(hand.balance));
      this.noteHand(hand);
    });
    connection.on('session:warned', ({ endsAtMs }) => this.account.setState({ endsAtMs }));
    // A deposit may have opened another since. The account says whether one is open.
    connection.on('session:ended', () => void this.readAccount());
    connection.on('session:closed', ({ reason, note = '' }) => {
      this.#closedBecause = reason;
      this.#closedWithWords = note;
    });
  }

  /** Those that wait now, as the studio says, beside those that the page knew of. */
  #noteWaiting(inPlay: readonly WaitingHand[]): void {
    const ended = new Map(this.#waiting);
    for (const each of inPlay) {
      if (!ended.delete(each.hand)) this.keepHand(each);
    }
    for (const each of ended.values()) void this.sayEnd(each);
  }

  #forgetKept(isMeant: (hand: WaitingHand) => boolean): void {
    for (const each of this.#waiting.values()) {
      if (isMeant(each)) this.#waiting.delete(each.hand);
    }
    this.line.setState(({ hands }) => ({
      hands: hands.filter((each) => each.reason !== 'kept' || !isMeant(each)),
    }));
  }

  /** Whether the page shows what happens at the table. */
  #isOnScreen(table: string): boolean {
    const seat = this.#seats.get(table);
    return table === this.#shown && !(seat !== undefined && isShut(seat.store.getState()));
  }

  #noteAway(news: Own): void {
    const { table } = 'result' in news ? news.result : news.correction;
    const settings = (at: string) => this.#seats.get(at)?.store.getState().copy?.settings;
    const own = settings(table);
    // The player has one currency, in which every seat is.
    const [any] = [...this.#seats.keys()].flatMap((at) => settings(at) ?? []);
    const currency = (own ?? any)?.currency;
    const noted = { ...news, name: own?.name ?? table, currency };
    this.line.setState(({ away }) => ({ away: [...away, noted].slice(-AWAY_MOST) }));
    // No seat hears of it.
    if (own === undefined) void this.readAccount();
  }

  /** The connection works again. What became of the bets that nobody answered? */
  async #cameBack(): Promise<void> {
    await this.readAccount();
    await this.#askOutcomes();
  }

  /**
   * What cannot be asked now, or is not known yet, is asked again soon, or when the connection is
   * back.
   */
  async #askOutcomes(): Promise<void> {
    clearTimeout(this.#askAgain);
    let isAllKnown = true;
    const underWay = new Set(
      [...this.#seats.values()].flatMap(({ store }) =>
        store.getState().asked.map(({ betId }) => betId),
      ),
    );
    for (const each of unanswered()) {
      if (each.outcome !== undefined || underWay.has(each.betId)) continue;
      const { table, game, betId } = each;
      const reply = await this.client
        .send('bet:find', { table, game, betId })
        .catch(() => undefined);
      if (reply?.ok === true) noteOutcome(each.betId, reply.found === null ? 'missing' : 'stands');
      else isAllKnown = false;
    }
    this.line.setState({
      outcomes: unanswered().filter(
        ({ outcome, isShown }) => outcome !== undefined && isShown !== true,
      ),
    });
    if (isAllKnown || this.line.getState().state !== 'connected') return;
    clearTimeout(this.#askAgain);
    this.#askAgain = setTimeout(() => void this.#askOutcomes(), READ_AGAIN_MS);
  }
}

let opened: Studio | undefined;

/**
 * Undefined where nobody has signed in yet. Asked for twice, as React’s strict mode does, it is
 * one: a second would close the first.
 */
export const openStudio = (): Studio | undefined => {
  const kept = opened === undefined ? readToken() : undefined;
  if (kept !== undefined) opened = new Studio(kept.token, kept.name);
  return opened;
};
