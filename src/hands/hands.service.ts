/**
 * Hands of solo games. Any process serves any player: a command names its hand and step, and the
 * database takes it only where the hand stands there. A hand may be kept in memory, and what is
 * kept is trusted for nothing but speed.
 */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { deckOf } from '../chance/deck.js';
import type { Card } from '../cards/card.js';
import type { NotPlayed, PlayedStep, StepCommit } from '../ledger/play-hands.js';
import { assert } from '../money/assert.js';
import { STAKE_REFUSALS } from '../money/stake-refusal.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { DealtHand, Played, SoloRules } from '../protocol/solo.js';
import type { SoloRefusal } from '../protocol/refusals.js';
import { storedEvents } from '../protocol/solo-events.js';
import { DEFAULT_STAKES, makeStakes } from '../protocol/stakes.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { canonicalText, plain } from '../solo/plain.js';
import {
  type Decided,
  type GameRefusal,
  SOLO_ROOMS,
  abandonment,
  type SoloCommand,
  type SoloHand,
} from './games.js';
import type { FoundStep, HandRow, PlayersPart, WaitingHand } from './hand-rows.js';
import { Openings, type SealedOpening } from './openings.service.js';
import { StakeSettings } from './stake-settings.service.js';
import { SETTLED_WITHIN_MS, StepCommits } from './step-commits.service.js';
import { HAND_STORE, type HandStore, type NotGiven } from './store.js';
import { systemHmac } from './system-hmac.js';

/** What a player asks of a hand. `part` comes with the stakes, and is empty otherwise. */
interface HandAsk {
  readonly playerId: string;
  readonly hand: string;
  readonly id: string;
  readonly asked: SoloCommand;
  readonly part: PlayersPart;
}

/** `atMs`: when it came in, or a moment before, by the process's clock. */
type AskAt = HandAsk & { readonly atMs: number };

/** `debit`: what the player's wallet has given for it, by its number in the journal. */
interface Funding {
  readonly debit: string | null;
  /** From when on the time of the command counts; where it is left out, from when it came in. */
  readonly atMs?: number;
}

export const NO_PART: PlayersPart = { seed: null, cut: null };

interface Refused<R> {
  readonly ok: false;
  readonly refusal: R;
}

type NotYet = 'not_known_yet';

type PlayReply = ({ readonly ok: true } & Played) | Refused<GameRefusal | SoloRefusal>;

type OpenReply =
  | {
      readonly ok: true;
      readonly rules: Omit<SoloRules, 'currency'>;
      readonly hand: DealtHand;
      readonly balance: string;
    }
  | Refused<'game_is_closed' | 'hand_is_busy'>;

/** A hand as this process last knew it. */
interface KeptHand {
  readonly number: string;
  /** The version of its paytable. */
  readonly rules: string;
  readonly commitment: string;
  readonly opening: Uint8Array;
  readonly part: PlayersPart;
  /** Undefined before the stakes. */
  readonly deck: readonly Card[] | undefined;
  readonly hand: SoloHand;
  /** How many commands of it stand. */
  readonly commands: number;
  readonly accounts: { readonly session: string; readonly hands: string };
  /** The player's wallet is asked for the stake of each action. */
  readonly asksWallet: boolean;
}

/** Hands that are kept in memory: a few kilobytes each. Those that were used last. */
const KEPT_MAX = 10_000;
/** How often it is noted that the process goes on. */
const GOES_ON_EVERY_MS = 250;
/** Commands of one player and game that may wait for each other. */
const IN_LINE_MAX = 8;

/**
 * Refusals that the database, or a wallet, has given. Any other may be for the sake of a hand that
 * has gone on in another process, and is given by the hand as it is now.
 */
const CERTAIN: ReadonlySet<string> = new Set([
  ...STAKE_REFUSALS,
  'insufficient_funds',
  'wallet_refused',
  'wallet_unavailable',
  'hand_is_busy',
  'command_id_reused',
  'game_is_closed',
]);

const refused = <const R extends string>(refusal: R): Refused<R> => ({ ok: false, refusal });

@Injectable()
export class Hands {
  readonly #kept = new Map<string, KeptHand>();
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();
  /** When the process was last seen to go on, and the time before. */
  #wentOnAtMs: readonly [last: number, before: number];

  constructor(
    @Inject(HAND_STORE) private readonly store: Omit<HandStore, 'play' | 'waiting'>,
    private readonly openings: Openings,
    private readonly commits: StepCommits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(StakeSettings) private readonly stakes: Pick<StakeSettings, 'now'>,
  ) {
    this.#wentOnAtMs = [clock.nowMs(), clock.nowMs()];
    clock.every(GOES_ON_EVERY_MS, () =>
      clock.soon(() => {
        this.#wentOnAtMs = [clock.nowMs(), this.#wentOnAtMs[0]];
      }),
    );
  }

  /** The hand in play, or the next one, which is made where there is none. */
  open(playerId: string, game: SoloGame): Promise<OpenReply> {
    return this.#inLine(playerId, game, async () => {
      const current = await this.#current(playerId, game);
      if (typeof current === 'string') return refused(current);
      const { kept, balance } = current;
      const { [game]: now } = await this.stakes.now();
      // A hand in play goes on whatever may be staked on the next one.
      const stakes = now ?? (kept.commands > 0 ? DEFAULT_STAKES[game] : undefined);
      if (stakes === undefined) return this.#closedByStakes(game);
      const rules = { version: kept.rules, ...makeStakes(game, stakes) };
      return { ok: true, rules, hand: seen(kept, 0), balance: `${balance}` };
    });
  }

  /**
   * Plays a command. A retry gets the first answer, whatever has come of the hand since. Rejects
   * where it is not known whether the command stands.
   */
  play(given: HandAsk): Promise<PlayReply> {
    // What arrived while the process stood still is read when it goes on. Everything that had
    // arrived by the tick before the last was read before the last tick.
    const ask: AskAt = { ...given, atMs: this.#wentOnAtMs[1] };
    const { playerId, asked } = ask;
    return this.#inLine(playerId, asked.game, async () => {
      const kept = this.#kept.get(keyOf(playerId, asked.game));
      const reply = kept && (await this.#attempt(ask, kept));
      if (reply !== undefined && (reply.ok || CERTAIN.has(reply.refusal))) return reply;
      const earlier = await this.#find(ask);
      if (earlier !== undefined) return earlier;
      const current = await this.#current(playerId, asked.game);
      if (typeof current === 'string') return refused(current);
      const again = (await this.#attempt(ask, current.kept)) ?? (await this.#ofNoHand(ask));
      if (again.ok || CERTAIN.has(again.refusal)) return again;
      // Another process may have committed it between the two reads.
      return (await this.#find(ask)) ?? again;
    });
  }

  /** The house plays a hand out that its player has left alone, where it is still at that step. */
  async abandon({
    playerId,
    game,
    number,
    step,
  }: Omit<WaitingHand, 'actedAt'>): Promise<PlayReply> {
    const asked = abandonment(game, step);
    if (asked === undefined) return refused('unknown_hand');
    return this.play({ playerId, hand: number, id: randomUUID(), asked, part: NO_PART });
  }

  /**
   * What a command came to that was sent before `sinceMs`. Null where it does not stand and never
   * will, `not_known_yet` while a process may still write it.
   */
  async find(playerId: string, id: string, sinceMs: number): Promise<Played | null | NotYet> {
    const isSettled = this.clock.nowMs() - sinceMs >= SETTLED_WITHIN_MS;
    const isFinal = isSettled && !this.#isPlaying(playerId);
    const found = await this.store.findStep(playerId, id);
    if (found !== undefined) return answered(found);
    if (!isFinal) return 'not_known_yet';
    // What its wallet is asked for, or has given, may still be played, or was a moment ago.
    switch (await this.store.stakeOf(playerId, id)) {
      case 'none':
        return null;
      case 'open':
        return 'not_known_yet';
      case 'over': {
        const played = await this.store.findStep(playerId, id);
        return played === undefined ? null : answered(played);
      }
    }
  }

  /** Whether a command of the player is under way here. */
  #isPlaying(playerId: string): boolean {
    return SOLO_GAMES.some((game) => this.#lines.has(keyOf(playerId, game)));
  }

  /**
   * Decides the command for the hand that is kept, and commits it. Undefined where it is not of
   * this hand.
   */
  async #attempt(ask: AskAt, kept: KeptHand): Promise<PlayReply | undefined> {
    if (kept.number !== ask.hand) return undefined;
    const { asked } = ask;
    const isDeal = kept.deck === undefined && asked.command.kind === 'deal';
    const stakes = await this.stakes.now();
    if (isDeal && stakes[asked.game] === undefined) return this.#closedByStakes(asked.game);
    const part = isDeal ? ask.part : kept.part;
    const deck = isDeal ? dealt(kept, part) : (kept.deck ?? []);
    const decided = kept.hand.decide(asked, deck, { paytable: kept.rules, stakes });
    if (!decided.ok) return decided;
    const isAsked = kept.asksWallet && decided.taken > 0n;
    const given = isAsked ? await this.#stake(ask, kept, decided.taken) : { debit: null };
    if (typeof given === 'string') return this.#notPlayed(ask, kept, given);
    // A deck that nothing more is dealt from is not held while the command waits.
    const before = { ...kept, part, deck: decided.hand.isOver ? undefined : deck };
    const { outcome, next } = await this.#commit({ ...ask, ...given }, kept, decided);
    if (typeof outcome !== 'string') return this.#played(ask, before, decided, outcome, next);
    // One that is asked again in a moment finds what its wallet gave.
    if (given.debit !== null && outcome !== 'busy') await this.store.returnStake(given.debit);
    return this.#notPlayed(ask, kept, outcome);
  }

  /** What the player's wallet gives for it. The time is the command's own again after it. */
  async #stake(
    { playerId, id: commandId, atMs }: AskAt,
    { number: hand, hand: { step } }: KeptHand,
    amount: bigint,
  ): Promise<Funding | NotGiven> {
    const askedByMs = this.commits.begunByMs(atMs);
    const given = await this.store.takeStake(
      { playerId, hand, step, commandId, amount },
      askedByMs,
    );
    return typeof given === 'string' ? given : { ...given, atMs: this.clock.nowMs() };
  }

  async #notPlayed(ask: AskAt, kept: KeptHand, why: NotPlayed | NotGiven): Promise<PlayReply> {
    const { game } = ask.asked;
    this.#kept.delete(keyOf(ask.playerId, game));
    switch (why) {
      case 'moved_on':
        return refused('wrong_step');
      case 'of_before':
        this.openings.closed(game, 'restore', { hand: kept.number });
        return refused('game_is_closed');
      case 'stake_gone':
        return refused('wallet_unavailable');
      case 'known':
        return (await this.#find(ask)) ?? refused('hand_is_busy');
      case 'busy':
        return refused('hand_is_busy');
      case 'insufficient_funds':
      case 'wallet_refused':
      case 'wallet_unavailable':
      case 'command_id_reused':
      case 'barred_from_play':
      case 'operator_is_off':
      case 'reality_check_due':
      case 'time_limit_reached':
      case 'stake_limit_reached':
      case 'loss_limit_reached':
        return refused(why);
    }
  }

  /** What it came to, and the opening of the next hand where it ends this one. */
  async #commit(
    { playerId, id, asked, part: { seed, cut }, atMs, debit }: AskAt & Funding,
    kept: KeptHand,
    { hand, events, taken, paid }: Decided,
  ): Promise<{ outcome: NotPlayed | PlayedStep; next: SealedOpening | undefined }> {
    const { game } = asked;
    let next: SealedOpening | undefined;
    const make = (): StepCommit => {
      if (hand.isOver) next = this.openings.make(playerId, game);
      return {
        playerId,
        hand: kept.number,
        step: kept.hand.step,
        ordinal: kept.commands + 1,
        commandId: id,
        command: canonicalText(plain(asked.command)),
        events: storedEvents(events),
        stepAfter: hand.step,
        taken,
        paid,
        accounts: kept.accounts,
        wallet: kept.asksWallet ? { debit } : undefined,
        seed,
        cut,
        end: hand.isOver
          ? {
              taken: hand.taken,
              opening: kept.opening,
              next: next && {
                rules: SOLO_ROOMS[game].version,
                commitment: Buffer.from(next.commitment, 'hex'),
                sealed: next.sealed,
              },
            }
          : undefined,
      };
    };
    try {
      const outcome = await this.commits.write(game, { playerId, askedAtMs: atMs, make });
      return { outcome, next };
    } catch (error) {
      // It may stand: the database is asked the next time.
      this.#kept.delete(keyOf(playerId, game));
      throw error;
    }
  }

  /** Keeps the hand as it is now, or the one after it. */
  #played(
    { playerId, asked }: HandAsk,
    before: KeptHand,
    { hand }: Decided,
    { balance, next: number }: PlayedStep,
    next: SealedOpening | undefined,
  ): PlayReply {
    const after = { ...before, hand, commands: before.commands + 1 };
    const key = keyOf(playerId, asked.game);
    if (!hand.isOver) this.#keep(key, after);
    else if (next === undefined || number === undefined) this.#kept.delete(key);
    else {
      const { version: rules, fold } = SOLO_ROOMS[asked.game];
      const { opening, commitment } = next;
      const { accounts, asksWallet } = before;
      this.#keep(key, {
        number,
        rules,
        commitment,
        opening,
        part: NO_PART,
        deck: undefined,
        hand: fold([]),
        commands: 0,
        accounts,
        asksWallet,
      });
    }
    const isNext = hand.isOver && next !== undefined && number !== undefined;
    return {
      ok: true,
      hand: seen(after, before.hand.step),
      balance: `${balance}`,
      next: isNext ? { hand: number, commitment: next.commitment } : null,
    };
  }

  /**
   * The hand that the player has now, as the database has it, or why it cannot be dealt.
   */
  async #current(
    playerId: string,
    game: SoloGame,
  ): Promise<{ readonly kept: KeptHand; readonly balance: bigint } | 'game_is_closed'> {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const current = await this.store.current(playerId, game);
      assert(current !== undefined, 'who is let in is a player');
      const { hand: row, isHandOfBefore, asksWallet, balance, accounts } = current;
      if (isHandOfBefore) {
        this.openings.closed(game, 'restore', handOf(row));
        return 'game_is_closed';
      }
      if (row !== undefined && accounts.hands !== null) {
        const { session, hands } = accounts;
        const kept = this.#restored(playerId, game, row, {
          accounts: { session, hands },
          asksWallet,
        });
        return kept === undefined ? 'game_is_closed' : { kept, balance };
      }
      const next = this.openings.make(playerId, game);
      if (next === undefined) return 'game_is_closed';
      await this.store.open(playerId, game, {
        rules: SOLO_ROOMS[game].version,
        commitment: Buffer.from(next.commitment, 'hex'),
        sealed: next.sealed,
      });
    }
    return 'game_is_closed';
  }

  #closedByStakes(game: SoloGame): Refused<'game_is_closed'> {
    this.openings.closed(game, 'stakes', {});
    return refused('game_is_closed');
  }

  #restored(
    playerId: string,
    game: SoloGame,
    row: HandRow,
    money: Pick<KeptHand, 'accounts' | 'asksWallet'>,
  ): KeptHand | undefined {
    if (!SOLO_ROOMS[game].knows(row.rules)) return this.openings.closed(game, 'rules', handOf(row));
    const opening = this.openings.open(playerId, game, row);
    if (opening === undefined) return undefined;
    const { number, rules, commitment, seed, cut, commands, events } = row;
    const hand = SOLO_ROOMS[game].fold(events);
    const bare = { number, rules, commitment, opening, part: { seed, cut }, commands, ...money };
    const fresh = { ...bare, hand, deck: undefined };
    const kept = commands === 0 ? fresh : { ...fresh, deck: dealt(fresh, bare.part) };
    this.#keep(keyOf(playerId, game), kept);
    return kept;
  }

  /** The first answer to a command that stands. `command_id_reused` where it was another one. */
  async #find({ playerId, hand, id, asked, part }: HandAsk): Promise<PlayReply | undefined> {
    const found = await this.store.findStep(playerId, id);
    if (found === undefined) return undefined;
    const isDeal = asked.command.kind === 'deal';
    const isSame =
      found.number === hand &&
      found.game === asked.game &&
      found.command === canonicalText(plain(asked.command)) &&
      (!isDeal || (found.seed === part.seed && found.cut === part.cut));
    return isSame ? { ok: true, ...answered(found) } : refused('command_id_reused');
  }

  /** Of a command that is of another hand than the player has now. */
  async #ofNoHand({ playerId, asked, hand }: HandAsk): Promise<PlayReply> {
    const isPast = await this.store.hasHand(playerId, asked.game, hand);
    return refused(isPast ? 'hand_is_over' : 'unknown_hand');
  }

  #keep(key: string, kept: KeptHand): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size <= KEPT_MAX) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      return;
    }
  }

  /** One command after the other of each player and game. */
  async #inLine<R>(
    playerId: string,
    game: SoloGame,
    work: () => Promise<R>,
  ): Promise<R | Refused<'hand_is_busy'>> {
    const key = keyOf(playerId, game);
    const line = this.#lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= IN_LINE_MAX) return refused('hand_is_busy');
    this.#lines.set(key, line);
    line.length += 1;
    const done = line.last.then(work);
    line.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(key);
    }
  }
}

/** By its number alone. */
const handOf = (row: HandRow | undefined) => (row === undefined ? {} : { hand: row.number });

const keyOf = (playerId: string, game: SoloGame): string => `${playerId} ${game}`;

/** The deck that the opening and the player's part make. */
const dealt = (
  { number, rules, opening, hand: { game } }: KeptHand,
  { seed, cut }: PlayersPart,
): readonly Card[] => {
  const deal = { rules, hand: number };
  if (game === 'blackjack') {
    assert(cut !== null, 'a deal of Blackjack comes with a cut');
    return deckOf({ ...deal, game, cut }, opening);
  }
  assert(seed !== null, 'a deal of one deck comes with a seed');
  return deckOf({ ...deal, game, seed }, opening, systemHmac);
};

/** `from` is the step before what is answered now. */
const seen = (
  { number, commitment, opening, part: { seed, cut }, hand }: KeptHand,
  from: number,
): DealtHand =>
  hand.seen({
    hand: number,
    commitment,
    seed,
    cut,
    opening: hand.isOver ? Buffer.from(opening).toString('hex') : null,
    from,
  });

const answered = (found: FoundStep): Played => {
  const { number, game, commitment, opening, seed, cut, events, from, balance, next } = found;
  const hand = SOLO_ROOMS[game].fold(events);
  return {
    hand: hand.seen({
      hand: number,
      commitment,
      seed,
      cut,
      opening: hand.isOver ? opening : null,
      from,
    }),
    balance: `${balance}`,
    next: hand.isOver ? (next ?? null) : null,
  };
};
