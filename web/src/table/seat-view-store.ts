/**
 * The player at one table: the table’s copy, the player's own bets, and what was asked for and not
 * answered yet.
 */
import { createStore } from 'zustand/vanilla';
import { type Bet, type BetReply } from '../../../src/client/betting.js';
import type { FollowedTable, Viewer } from '../../../src/client/followed-table.js';
import { ownBetsOf } from '../../../src/client/own-bets.js';
import type {
  PlayerClient,
  PlayerJoin,
  PlayerMessages,
} from '../../../src/client/player-client.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { PlayerCorrection, PlayerResult } from '../../../src/protocol/player.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import { noteAnswered, noteSent } from '../studio/unanswered.js';
import { type KnownBets, afterAnswer, nextRound, offSpots, unseen } from './drawn-bets.js';
import { ownSettings } from './own-settings.js';

interface Asked {
  readonly betId: string;
  /** The round it is for. It is not drawn in another. */
  readonly game: string;
  readonly bet: Bet;
  /** Asked over a working connection, so the studio may have it. */
  readonly isSent: boolean;
  /**
   * Under way when the seat was sent. The seat may contain it already, and it is drawn as the seat
   * says.
   */
  readonly isDoubtful: boolean;
  /** No answer has come for two seconds. */
  readonly isLate: boolean;
}

/** Why a command changed nothing. `no_answer`: nothing is known of it yet. */
type Refusal = Extract<BetReply, { ok: false }>['refusal'] | 'no_answer';

/** Messages that are shown in words. */
const SAID = [
  'dealer_changed',
  'card_withdrawn',
  'card_corrected',
  'round_corrected',
  'spot_closed',
  'spot_opened',
  'closing_called',
  'closing_called_off',
] as const satisfies readonly TableMessage['kind'][];
type Said = Extract<TableMessage, { kind: (typeof SAID)[number] }>;

const isSaid = (message: TableMessage): message is Said =>
  SAID.some((kind) => kind === message.kind);

export type Happened = Said | ({ readonly kind: 'correction' } & PlayerCorrection);

/** What is to be said once, of one bet or of the table. */
export type Notice = {
  readonly count: number;
  /** The round in hand when it was said. */
  readonly game: string | undefined;
} & (
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly bet: Bet }
  /** What a command that stood left out or capped. */
  | {
      readonly kind: 'note';
      readonly reply: Extract<BetReply, { ok: true }>;
      readonly bet: Bet;
    }
  /** A correction is said as it concerns the player. */
  | { readonly kind: 'happened'; readonly what: Happened }
);

type Unnumbered<N> = N extends Notice ? Omit<N, 'count' | 'game'> : never;

/** An older one does not matter any more. */
const NOTICES_MOST = 4;
/** Where they are not on the screen, they are over after so long. */
const NOTICE_MS = 10_000;
/** After it a chip says that it has no answer yet. */
const LATE_MS = 2_000;

export interface SeatView {
  readonly copy: TableCopy | undefined;
  readonly known: KnownBets | undefined;
  readonly asked: readonly Asked[];
  /** The newest first. */
  readonly notices: readonly Notice[];
  /** The player's own result of the round on the table. */
  readonly result: PlayerResult | undefined;
  /**
   * What all players together have on the spots. It comes now and then, while the bets are open.
   */
  readonly statistics: PlayerMessages['table:statistics'] | undefined;
  /** Why the table cannot be joined. It is tried again. */
  readonly absent: string | undefined;
  /** Whether the seat is joined over the connection there is. */
  readonly isHere: boolean;
  /**
   * The stakes, or the credit, may differ from what is known: an answer did not come, or came late.
   */
  readonly isUnsure: boolean;
}

/**
 * Whether nothing that happens at the table reaches its page any more: the seat was never joined,
 * or the table is not open to the player.
 */
export const isShut = ({ absent, copy }: SeatView): boolean =>
  absent !== undefined && (copy === undefined || absent === 'not_allowed');

const EMPTY: SeatView = {
  copy: undefined,
  known: undefined,
  asked: [],
  notices: [],
  result: undefined,
  statistics: undefined,
  absent: undefined,
  isHere: false,
  isUnsure: false,
};

/** What the seat reports to the rest of the page. */
interface SeatListener {
  readonly balance: (balance: bigint) => void;
  /** The credit after a round was settled, refunded or corrected. */
  readonly paid: (balance: bigint) => void;
  /** A bet stands: the player is not idle. */
  readonly acted: () => void;
  readonly refused: (refusal: Refusal) => void;
  /**
   * The player may not have been sent the result of a round that is over. `isOnTable`: the seat
   * shows it, because that round is still the table's last.
   */
  readonly missed: (result: PlayerResult, isOnTable: boolean) => void;
  /** A bet is given up without an answer. What became of it is to be asked. */
  readonly unanswered: () => void;
}

/** In place of the table of whoever has none. Nothing is joined there. */
export const NOWHERE = '';

export class SeatViewStore {
  readonly store = createStore<SeatView>(() => EMPTY);
  readonly #followed: FollowedTable<PlayerJoin> | undefined;
  readonly #off: readonly (() => void)[];
  /** The player's currency, where it is not the table's own: the table takes it, or does not. */
  #currency: string | null = null;
  /** The seat became unsure, and has not been asked for since. */
  #isUnsure = false;
  #count = 0;
  /** The correction that was said last. Whoever joins again is sent it again. */
  #corrected: PlayerCorrection | undefined;
  #isDrawn = false;

  constructor(
    readonly table: string,
    private readonly client: PlayerClient,
    private readonly listener: SeatListener,
  ) {
    this.#off = [
      client.onResult((result) => {
        if (result.table === table) this.#tellResult(result);
      }),
      client.connection.on('player:correction', (correction) => {
        if (correction.table === table) this.#catchUpOnCorrection(correction);
      }),
      client.connection.on('table:statistics', (statistics) => {
        if (statistics.table === table) this.store.setState({ statistics });
      }),
      client.connection.onState((state) => {
        if (state !== 'connected') this.store.setState({ isHere: false });
      }),
    ];
    const viewer: Viewer<PlayerJoin> = {
      snapshot: (copy) =>
        this.store.setState(({ copy: before, result, notices }) => ({
          copy: this.#inOwn(copy),
          // What was shown of an earlier round is not shown any more.
          ...(before?.round?.game !== copy.round?.game && { notices: ofTable(notices) }),
          result: result?.game === copy.round?.game ? result : undefined,
        })),
      message: (message, copy) => this.#follow(message, copy),
      joined: ({ seat, result, correction }) => {
        this.#currency = seat.currency ?? null;
        const copy = this.#followed?.copy;
        this.store.setState(({ asked }) => ({
          ...(copy !== undefined && { copy: this.#inOwn(copy) }),
          asked: asked.map((each) => ({ ...each, isSent: true, isDoubtful: each.isSent })),
          known: unseen(ownBetsOf(seat, copy)),
          absent: undefined,
          isHere: true,
          isUnsure: this.#isUnsure,
        }));
        listener.balance(BigInt(seat.balance));
        if (result !== null) this.#catchUpOn(result);
        if (correction !== undefined) this.#catchUpOnCorrection(correction);
      },
      refused: (refusal) => this.store.setState({ absent: refusal }),
    };
    this.#followed = table === NOWHERE ? undefined : client.join(table, viewer);
  }

  /** The studio’s clock, ms since 1970. */
  nowMs = (): number => this.#followed?.nowMs() ?? Date.now();

  get holdsBets(): boolean {
    const { copy, known, asked, result } = this.store.getState();
    const isPaid = [result, this.#corrected].some(
      (paid) => paid !== undefined && paid.game === copy?.round?.game,
    );
    return asked.length > 0 || (!isPaid && (known?.own.stakes.size ?? 0) > 0);
  }

  /**
   * Draws the bet at once, and again as the studio answers. Resolves with the answer, or undefined
   * where there is none.
   */
  async bet(bet: Bet): Promise<BetReply | undefined> {
    const game = this.store.getState().copy?.round?.game;
    const followed = this.#followed;
    if (game === undefined || followed === undefined) return undefined;
    const betId = crypto.randomUUID();
    noteSent({ betId, table: this.table, game, bet, sentAtMs: Date.now() });
    const isSent = this.client.connection.state === 'connected';
    this.store.setState(({ asked, notices }) => ({
      asked: [...asked, { betId, game, bet, isSent, isDoubtful: false, isLate: false }],
      notices: ofTable(notices),
    }));
    const late = setTimeout(() => this.#isLate(betId), LATE_MS);
    let reply: BetReply | undefined;
    try {
      reply = await this.client.bet(followed, game, bet, betId);
    } catch {
      reply = undefined; // It stays noted until its outcome is known.
    }
    clearTimeout(late);
    // After a fault of the studio it is not known whether it stood.
    const isAnswered = reply !== undefined && (reply.ok || reply.refusal !== 'internal_error');
    if (isAnswered) noteAnswered(betId);
    const { asked: all, copy } = this.store.getState();
    const asked = all.filter((each) => each.betId !== betId);
    const isDoubtful = all.some((each) => each.betId === betId && each.isDoubtful);
    // An answer that was on its way for so long may contain a credit that has changed since.
    const isLate = reply?.ok === true && copy?.round?.game !== game;
    if (isDoubtful || isLate || !isAnswered) this.#doubt();
    if (reply?.ok === true) {
      this.#accept({ game, bet, isDoubtful: isDoubtful || isLate }, reply, asked);
    } else {
      const refusal = reply?.refusal ?? 'no_answer';
      this.store.setState({ asked });
      this.#say({ kind: 'refusal', refusal, bet }, game);
      this.listener.refused(refusal);
    }
    if (!isAnswered) this.listener.unanswered();
    if (asked.length === 0) this.#makeSure();
    return reply;
  }

  /** It was shown for long enough. */
  dismiss(count: number): void {
    this.store.setState(({ notices }) => ({
      notices: notices.filter((each) => each.count !== count),
    }));
  }

  /**
   * The notices are on the screen from now on, where each is dismissed once it was read, until what
   * this returns is called.
   */
  draws(): () => void {
    this.#isDrawn = true;
    return () => {
      this.#isDrawn = false;
      for (const { count } of this.store.getState().notices) this.#passes(count);
    };
  }

  leave(): void {
    for (const off of this.#off) off();
    this.#followed?.leave();
    void this.client.send('table:leave', { table: this.table }).catch(() => undefined);
  }

  #doubt(): void {
    this.#isUnsure = true;
    this.store.setState({ isUnsure: true });
  }

  /**
   * Asked when nothing is under way, the seat is certain. Bets wait meanwhile. Without a connection
   * there is nothing to ask, and the seat is sent anew when it is back.
   */
  #makeSure(): void {
    if (!this.#isUnsure) return;
    this.#isUnsure = false;
    if (this.client.connection.state === 'connected') this.#followed?.startOver();
  }

  #accept(
    { game, bet, isDoubtful }: { game: string; bet: Bet; isDoubtful: boolean },
    reply: Extract<BetReply, { ok: true }>,
    asked: readonly Asked[],
  ): void {
    if (!isDoubtful) this.listener.balance(BigInt(reply.balance));
    this.listener.acted();
    this.store.setState(({ known }) => ({
      asked,
      known: known && !isDoubtful ? afterAnswer(known, game, bet, reply) : known,
    }));
    if (reply.leftOut.length + reply.capped.length > 0) this.#say({ kind: 'note', reply, bet });
  }

  #isLate(betId: string): void {
    this.store.setState(({ asked }) => ({
      asked: asked.map((each) => (each.betId === betId ? { ...each, isLate: true } : each)),
    }));
  }

  /** With chips and limits as the player has them, in the player's currency. */
  #inOwn(copy: TableCopy): TableCopy {
    const currency = this.#currency;
    if (currency === null) return copy;
    const { settings, nextSettings } = copy;
    return {
      ...copy,
      settings: ownSettings(settings, currency),
      nextSettings: nextSettings && ownSettings(nextSettings, currency),
    };
  }

  #follow(message: TableMessage, its: TableCopy): void {
    const copy = this.#inOwn(its);
    if (message.kind === 'betting_opened') {
      this.store.setState(({ known, notices }) => ({
        copy,
        known: known && nextRound(known, message.game),
        result: undefined,
        notices: ofTable(notices),
      }));
      return;
    }
    this.store.setState({ copy });
    if (isSaid(message)) this.#say({ kind: 'happened', what: message });
  }

  #say(said: Unnumbered<Notice>, game = this.store.getState().copy?.round?.game): void {
    const notice: Notice = { ...said, game, count: (this.#count += 1) };
    this.store.setState(({ notices }) => ({
      notices: [notice, ...notices].slice(0, NOTICES_MOST),
    }));
    this.#passes(notice.count);
  }

  #passes(count: number): void {
    setTimeout(() => {
      if (!this.#isDrawn) this.dismiss(count);
    }, NOTICE_MS);
  }

  #publishCorrection(correction: PlayerCorrection): void {
    this.#corrected = correction;
    this.#say({ kind: 'happened', what: { kind: 'correction', ...correction } });
    this.listener.paid(BigInt(correction.balance));
  }

  #catchUpOnCorrection(correction: PlayerCorrection): void {
    const said = this.#corrected;
    const isSaid = said !== undefined && keyOf(said) === keyOf(correction);
    if (!isSaid) this.#publishCorrection(correction);
  }

  /** It ended while there was no line, or before the page was opened. */
  #catchUpOn(result: PlayerResult): void {
    const isOnTable = result.game === this.store.getState().copy?.round?.game;
    if (isOnTable) this.store.setState({ result });
    this.listener.missed(result, isOnTable);
  }

  #tellResult(result: PlayerResult): void {
    this.store.setState(({ known }) => ({
      result,
      ...(result.outcome === 'not_taken' && known !== undefined && { known: offSpots(known) }),
    }));
    this.listener.paid(BigInt(result.balance));
  }
}

const nothing = (): void => undefined;

/** What the panels are given where there is no table. */
export const nowhere = (client: PlayerClient): SeatViewStore =>
  new SeatViewStore(NOWHERE, client, {
    ...{ balance: nothing, paid: nothing, acted: nothing },
    ...{ refused: nothing, missed: nothing, unanswered: nothing },
  });

const keyOf = ({ game, fix, was, paid }: PlayerCorrection): string =>
  [game, fix, was, paid].join(' ');

/** Without what was said of the player’s commands. */
const ofTable = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(({ kind }) => kind === 'happened');
