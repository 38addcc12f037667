/**
 * The sessions and connections of a simulation: their rows, and what Postgres answers and refuses.
 * What a player owes is recovered by corrections alone.
 */
import type { Amount } from '../../src/money/amount.js';
import type { SessionEnd } from '../../src/protocol/session.js';
import type { ConnectionRow, NewConnectionRow } from '../../src/session/connection-rows.js';
import { type SessionPolicy, dueOf } from '../../src/session/due.js';
import type { SessionNoticeRow } from '../../src/session/session-notice-rows.js';
import type { ConnectionWatch, FoundSession, OpenSession } from '../../src/session/session-rows.js';
import type { Sessions } from '../../src/session/sessions.service.js';
import type { Ended, SessionStore } from '../../src/session/store.js';
import type { SoloGame } from '../../src/solo/game.js';
import type { Journal } from './journal.js';
import type { PlayerAccounts } from './memory-corrections.js';
import type { Ledger } from './memory-ledger.js';
import type { Line } from './memory-stores.js';

export type BuyInReply = Awaited<ReturnType<Sessions['buyIn']>>;
export type CashOutReply = Awaited<ReturnType<Sessions['cashOut']>>;

interface Closed {
  readonly atMs: number;
  readonly reason: SessionEnd;
  readonly amount: bigint;
  readonly key: string;
}

interface SessionRow {
  readonly id: string;
  readonly playerId: string;
  readonly openedAtMs: number;
  readonly activeAtMs: number;
  readonly warnedAtMs: number | null;
  readonly closed: Closed | null;
}

interface Connected {
  readonly connection: string;
  readonly process: string;
  readonly sinceMs: number;
  readonly seenAtMs: number;
  readonly lostAtMs: number | null;
}

/** What sessions are about, and the database keeps elsewhere. */
interface Elsewhere {
  readonly nowMs: () => number;
  readonly player: (id: string) => PlayerAccounts;
  /** When the player last placed a bet, by the log. */
  readonly betAtMs: (playerId: string) => number;
  readonly hasStakes: (playerId: string) => boolean;
  readonly hasHandInPlay: (playerId: string) => boolean;
  /** When the player last played a hand of one of these games. */
  readonly playedAtMs: (playerId: string, games: readonly SoloGame[]) => number | undefined;
  readonly ended: (ended: Ended) => void;
}

const NOBODY: ReadonlySet<string> = new Set();
/** A player who came in so shortly after the end was connected before, too. */
const REPLACED_MS = 2_000;

export class MemorySessions {
  readonly #rows: SessionRow[] = [];
  /** By player. */
  readonly #open = new Map<string, number>();
  readonly #connections = new Map<string, Connected>();

  constructor(
    private readonly journal: Journal,
    private readonly ledger: Ledger,
    private readonly elsewhere: Elsewhere,
  ) {}

  isOpen(playerId: string): boolean {
    return this.#open.has(playerId);
  }

  /** The number of the player's open session. */
  openId(playerId: string): string | undefined {
    const at = this.#open.get(playerId);
    return at === undefined ? undefined : this.#rows[at]?.id;
  }

  open(playerId: string): void {
    const nowMs = this.elsewhere.nowMs();
    this.#rows.push({
      id: String(this.#rows.length + 1),
      playerId,
      openedAtMs: nowMs,
      activeAtMs: nowMs,
      warnedAtMs: null,
      closed: null,
    });
    this.#open.set(playerId, this.#rows.length - 1);
    this.journal.did(() => {
      this.#rows.pop();
      this.#open.delete(playerId);
    });
  }

  buyIn(playerId: string, amount: bigint, key: string): BuyInReply {
    const { gameId: source, accountId: destination } = this.elsewhere.player(playerId);
    const entry = `buy-in:${playerId}:${key}`;
    const balance = (): Amount => this.ledger.balance(destination) as Amount;
    if (this.ledger.hasEntry(entry)) return { ok: true, balance: balance(), hasOpened: false };
    if (!this.ledger.canPay(source, amount)) return { ok: false, refusal: 'insufficient_funds' };
    this.ledger.post(entry, [{ source, destination, amount }]);
    const at = this.#open.get(playerId);
    if (at === undefined) this.open(playerId);
    else this.#put(at, { activeAtMs: this.elsewhere.nowMs() });
    return { ok: true, balance: balance(), hasOpened: at === undefined };
  }

  cashOut(playerId: string, key: string): CashOutReply {
    const earlier = this.#rows.find((row) => row.playerId === playerId && row.closed?.key === key);
    if (earlier?.closed) return { ok: true, amount: earlier.closed.amount as Amount, isNew: false };
    const at = this.#open.get(playerId);
    if (at === undefined) return { ok: false, refusal: 'no_open_session' };
    const ended = this.#close(at, 'cash_out', key);
    return typeof ended === 'string'
      ? { ok: false, refusal: ended }
      : { ok: true, amount: ended.amount as Amount, isNew: true };
  }

  comeIn(process: string, rows: readonly NewConnectionRow[]): void {
    const nowMs = this.elsewhere.nowMs();
    for (const { playerId, connection, lateMs = 0 } of rows) {
      const sinceMs = nowMs - lateMs;
      const now = this.#connections.get(playerId);
      const isElsewhere = now !== undefined && now.process !== process;
      if (isElsewhere && now.sinceMs > sinceMs && now.sinceMs <= nowMs) continue;
      const row = { connection, process, sinceMs, seenAtMs: nowMs, lostAtMs: null };
      this.#connect(playerId, row);
    }
  }

  goOut(rows: readonly ConnectionRow[]): void {
    const nowMs = this.elsewhere.nowMs();
    this.#seen(rows, { seenAtMs: nowMs, lostAtMs: nowMs });
  }

  beat(rows: readonly ConnectionRow[]): void {
    this.#seen(rows, { seenAtMs: this.elsewhere.nowMs() });
  }

  readReplaced(rows: readonly ConnectionRow[]): ReadonlySet<string> {
    const replaced = rows.filter(({ playerId, connection }) => {
      const now = this.#connections.get(playerId);
      return now !== undefined && now.connection !== connection;
    });
    return new Set(replaced.map(({ playerId }) => playerId));
  }

  readOpen(
    playerIds: readonly string[] | null,
    { idleMs, warnMs, lostMs, soloLostMs }: SessionPolicy,
    watch: ConnectionWatch,
  ): readonly OpenSession[] {
    const nowMs = this.elsewhere.nowMs();
    const found: OpenSession[] = [];
    for (const [playerId, at] of this.#open) {
      if (playerIds?.includes(playerId) === false) continue;
      const { id, activeAtMs, warnedAtMs, openedAtMs } = this.#rows[at]!;
      const lostAtMs = this.#lostAtMs(playerId, watch, nowMs);
      const isDue =
        activeAtMs <= nowMs - (idleMs - warnMs) ||
        (lostAtMs !== null && lostAtMs <= nowMs - Math.min(lostMs, soloLostMs));
      const hasHandInPlay = this.elsewhere.hasHandInPlay(playerId);
      if (playerIds === null && (!isDue || hasHandInPlay)) continue;
      const { betAtMs, playedAtMs } = this.elsewhere;
      const atOnceMs = playedAtMs(playerId, ['punto_e_banco']) ?? 0;
      const byChoiceMs = playedAtMs(playerId, ['sette_e_mezzo', 'blackjack']) ?? 0;
      const otherMs = Math.max(betAtMs(playerId), atOnceMs);
      const actedAtMs = Math.max(activeAtMs, otherMs, byChoiceMs);
      const isByChoice = byChoiceMs > 0 && byChoiceMs >= Math.max(otherMs, openedAtMs);
      const times = { activeAtMs: actedAtMs, warnedAtMs, lostAtMs, isByChoice };
      found.push({ id, playerId, hasHandInPlay, ...times, nowMs });
    }
    return found.sort((one, other) => Number(one.id) - Number(other.id));
  }

  keepFound(found: readonly FoundSession[]): ReadonlySet<string> {
    const kept = found.filter(({ id, activeAtMs, warnedAtMs }) => {
      const row = this.#rows[Number(id) - 1]!;
      const isLate = row.activeAtMs > activeAtMs;
      const isWarned =
        warnedAtMs !== null && row.warnedAtMs !== null && row.warnedAtMs > activeAtMs;
      if (row.closed !== null || isLate || isWarned) return false;
      this.#put(Number(id) - 1, { activeAtMs, warnedAtMs: warnedAtMs ?? row.warnedAtMs });
      return true;
    });
    return new Set(kept.map(({ id }) => id));
  }

  endIfDue(
    playerId: string,
    policy: SessionPolicy,
    watch: ConnectionWatch,
  ): Ended | 'not_due' | 'round_in_hand' | 'hand_in_play' {
    const at = this.#open.get(playerId);
    if (at === undefined) return 'not_due';
    const [session] = this.readOpen([playerId], policy, watch);
    const due = session && dueOf(session, policy);
    if (due === undefined || due.atMs > this.elsewhere.nowMs()) return 'not_due';
    return this.#close(at, due.reason, `session:${this.#rows[at]!.id}`);
  }

  readNotices(playerIds: readonly string[], sinceMs: number): readonly SessionNoticeRow[] {
    const fromMs = this.elsewhere.nowMs() - Math.ceil(sinceMs);
    return this.#rows.flatMap((row, index): SessionNoticeRow[] => {
      const { id, playerId, activeAtMs, warnedAtMs, closed } = row;
      if (!playerIds.includes(playerId)) return [];
      if (closed === null) {
        const isNew = warnedAtMs !== null && warnedAtMs > activeAtMs && warnedAtMs > fromMs;
        return isNew ? [{ kind: 'warned', id, playerId, activeAtMs, warnedAtMs }] : [];
      }
      const { atMs, reason, amount } = closed;
      const since = this.#connections.get(playerId)?.sinceMs ?? Infinity;
      const isNews = atMs > fromMs && reason !== 'cash_out' && atMs > since - REPLACED_MS;
      const isOver = this.#rows
        .slice(index + 1)
        .some((later) => later.playerId === playerId && later.openedAtMs >= atMs);
      return isNews && !isOver ? [{ kind: 'ended', id, playerId, reason, amount }] : [];
    });
  }

  #lostAtMs(
    playerId: string,
    { beatMs, trustsSilence }: ConnectionWatch,
    nowMs: number,
  ): number | null {
    const connected = this.#connections.get(playerId);
    if (connected === undefined) return null;
    const { seenAtMs, lostAtMs } = connected;
    const isSilent = trustsSilence && seenAtMs < nowMs - 2 * beatMs;
    return lostAtMs ?? (isSilent ? seenAtMs + beatMs : null);
  }

  /** All of the credit goes back, and the session is over. */
  #close(at: number, reason: SessionEnd, key: string): Ended | 'round_in_hand' | 'hand_in_play' {
    const { id, playerId } = this.#rows[at]!;
    if (this.elsewhere.hasStakes(playerId)) return 'round_in_hand';
    if (this.elsewhere.hasHandInPlay(playerId)) return 'hand_in_play';
    const { accountId: source, gameId: destination } = this.elsewhere.player(playerId);
    const amount = this.ledger.balance(source);
    if (amount > 0n) {
      this.ledger.post(`cash-out:${playerId}:${key}`, [{ source, destination, amount }]);
    }
    this.#put(at, { closed: { atMs: this.elsewhere.nowMs(), reason, amount, key } });
    this.#open.delete(playerId);
    this.journal.did(() => this.#open.set(playerId, at));
    const ended = { id, playerId, reason, amount };
    this.elsewhere.ended(ended);
    return ended;
  }

  #put(at: number, changed: Partial<SessionRow>): void {
    const before = this.#rows[at]!;
    this.#rows[at] = { ...before, ...changed };
    this.journal.did(() => {
      this.#rows[at] = before;
    });
  }

  #connect(playerId: string, connected: Connected): void {
    const before = this.#connections.get(playerId);
    this.#connections.set(playerId, connected);
    this.journal.did(() => {
      if (before === undefined) this.#connections.delete(playerId);
      else this.#connections.set(playerId, before);
    });
  }

  #seen(rows: readonly ConnectionRow[], changed: Partial<Connected>): void {
    for (const { playerId, connection } of rows) {
      const now = this.#connections.get(playerId);
      if (now?.connection === connection) this.#connect(playerId, { ...now, ...changed });
    }
  }
}

/** Each call is one transaction, by a line to the database. Nobody else holds a row of it. */
export const sessionStore = (
  sessions: MemorySessions,
  transaction: <T>(work: () => T) => T,
  line: Pick<Line, 'call'>,
): SessionStore => {
  const done = <T>(work: () => T): Promise<T> => line.call(() => transaction(work));
  return {
    writeConnections: (process, entering, leaving) =>
      done(() => {
        sessions.comeIn(process, entering);
        sessions.goOut(leaving);
        return { notIn: NOBODY, notOut: NOBODY };
      }),
    goOut: (rows) => done(() => sessions.goOut(rows)),
    beat: (rows) => done(() => sessions.beat(rows)),
    readReplaced: (rows) => done(() => sessions.readReplaced(rows)),
    readOpen: (...asked) => done(() => sessions.readOpen(...asked)),
    keepFound: (found) => done(() => sessions.keepFound(found)),
    endIfDue: (...asked) => done(() => sessions.endIfDue(...asked)),
    readNotices: (...asked) => done(() => sessions.readNotices(...asked)),
  };
};

/** Any store of sessions, each call by a line to it. */
export const linedSessions = (store: SessionStore, line: Pick<Line, 'call'>): SessionStore => ({
  writeConnections: (...asked) => line.call(() => store.writeConnections(...asked)),
  goOut: (rows) => line.call(() => store.goOut(rows)),
  beat: (rows) => line.call(() => store.beat(rows)),
  readReplaced: (rows) => line.call(() => store.readReplaced(rows)),
  readOpen: (...asked) => line.call(() => store.readOpen(...asked)),
  keepFound: (found) => line.call(() => store.keepFound(found)),
  endIfDue: (...asked) => line.call(() => store.endIfDue(...asked)),
  readNotices: (...asked) => line.call(() => store.readNotices(...asked)),
});
