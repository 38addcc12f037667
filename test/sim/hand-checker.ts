/**
 * The checker of a simulation, for hands of solo games: what was asked and answered of them, and
 * what the rules make of the commands that stand.
 */
import { checkProof } from '../../src/chance/check-proof.js';
import { makeProof } from '../../src/chance/proof.js';
import type { Deal } from '../../src/chance/deck.js';
import type { Hands } from '../../src/hands/hands.service.js';
import { systemHmac } from '../../src/hands/system-hmac.js';
import type { DealtHand, Played } from '../../src/protocol/solo.js';
import { parseStoredEvents } from '../../src/protocol/solo-events.js';
import { type PlainObject, canonicalText, plain } from '../../src/solo/plain.js';
import type { Ended } from '../../src/session/store.js';
import type { MemoryDatabase } from './memory-database.js';
import type { MemoryHand, MemoryStep } from './memory-hands.js';
import type { Answer } from './network.js';
import { HAND_KEPT_MS } from './studio-hands.js';

export type HandAsk = Parameters<Hands['play']>[0];
export type HandReply = Awaited<ReturnType<Hands['play']>>;
type OpenReply = Awaited<ReturnType<Hands['open']>>;

/** Refusals after which the same command may stand a moment later. */
export const PASSING: ReadonlySet<string> = new Set(['internal_error', 'hand_is_busy']);
/** What is said to a command that comes after another at its step. */
const LATE: ReadonlySet<string> = new Set(['wrong_step', 'hand_is_over']);
/** Nothing goes wrong here that would explain one of these. */
const UNDUE: ReadonlySet<string> = new Set([
  'command_id_reused',
  'game_is_closed',
  'unknown_hand',
  'hand_in_play',
]);
/** By so much the clock of the database may have jumped between two moments. */
const JUMP_MS = 4_000;

/** What one player asked under one id, and what came back. */
interface AskedCommand {
  readonly ask: HandAsk;
  unanswered: number;
  /** The first answer that it stands, as text. */
  stands: string | undefined;
  /** Another command stood at its step before it was asked. */
  isLate: boolean;
  /** It was said that it never will stand. */
  isDenied: boolean;
}

/** What players were shown of a hand. */
interface ShownHand {
  readonly commitment: string;
  events: readonly string[];
}

interface HandInPlay {
  readonly hand: string;
  taken: bigint;
  actedAtMs: number;
}

type Hold = (isTrue: boolean, what: () => string) => void;

interface Parts {
  /** Does a check. What does not hold ends the simulation. */
  readonly guard: (check: () => void) => void;
  readonly hold: Hold;
  readonly count: (what: string) => void;
  readonly database: () => MemoryDatabase;
}

export class HandChecker {
  readonly #asked = new Map<string, AskedCommand>();
  /** By hand and step: the id of the command that was said to stand there. */
  readonly #atStep = new Map<string, string>();
  readonly #shown = new Map<string, ShownHand>();
  /** By player and game. */
  readonly #inPlay = new Map<string, HandInPlay>();
  /** By player: the last action in a hand, by the clock of the database. */
  readonly #actedAtMs = new Map<string, number>();
  /** By player: what the rules gave and took, once all hands are proven. */
  readonly #won = new Map<string, bigint>();

  constructor(private readonly parts: Parts) {}

  get isAnyInPlay(): boolean {
    return this.#inPlay.size > 0;
  }

  /** What the player's hands came to by the rules. */
  won(playerId: string): bigint {
    return this.#won.get(playerId) ?? 0n;
  }

  opened(playerId: string, reply: Answer<OpenReply>): void {
    this.parts.guard(() => {
      if (reply === 'no_answer') return;
      if (!reply.ok) return this.#refused(`${playerId} opened a game`, reply.refusal);
      this.#see(reply.hand);
    });
  }

  /** The command is asked, once more perhaps. What comes of it is to be reported. */
  asks(ask: HandAsk): {
    readonly answered: (reply: Answer<HandReply>) => void;
    readonly sentTwice: () => void;
  } {
    const {
      playerId,
      id,
      hand,
      asked: { command },
    } = ask;
    const key = `${playerId} ${id}`;
    const before = this.#atStep.get(`${hand} ${command.step}`);
    const asked: AskedCommand = this.#asked.get(key) ?? {
      ask,
      unanswered: 0,
      stands: undefined,
      isLate: before !== undefined && before !== id,
      isDenied: false,
    };
    this.#asked.set(key, asked);
    asked.unanswered += 1;
    return {
      answered: (reply) => this.parts.guard(() => this.#answered(asked, reply)),
      sentTwice: () => (asked.unanswered += 1),
    };
  }

  /** What is answered to another command under the id of one that stands. */
  reused({ id }: HandAsk, reply: Answer<HandReply>): void {
    const { guard, hold, count } = this.parts;
    guard(() => {
      if (reply === 'no_answer') return;
      count(`hands: another command under an id that stands: ${reply.ok ? 'ok' : reply.refusal}`);
      hold(!reply.ok, () => `${id} is the id of two commands`);
    });
  }

  /** What is answered to whoever looks for a command. Null: it never will stand. */
  found({ playerId, id }: HandAsk, found: Played | null): void {
    const { guard, hold, count } = this.parts;
    guard(() => {
      const asked = this.#asked.get(`${playerId} ${id}`)!;
      count(found === null ? 'hands: found never to stand' : 'hands: found to stand');
      if (found !== null) return this.#stands(asked, found);
      hold(asked.stands === undefined, () => `${id} stood, and is then not found`);
      asked.isDenied = true;
    });
  }

  /** A command was committed. */
  stepped(step: MemoryStep): void {
    this.parts.guard(() => this.#stepped(step));
  }

  ended({ id, playerId, reason }: Ended, idleMs: number): void {
    const { guard, hold, database } = this.parts;
    guard(() => {
      for (const key of this.#inPlay.keys()) {
        hold(!key.startsWith(`${playerId} `), () => `session ${id} ended with a hand in play`);
      }
      const idleForMs = database().nowMs() - (this.#actedAtMs.get(playerId) ?? 0);
      const isIdle = reason !== 'idle' || idleForMs >= idleMs - JUMP_MS;
      hold(isIdle, () => `session ${id} ended as idle ${idleForMs} ms after a hand`);
    });
  }

  /** When all is quiet: each hand is proven, and what was answered is what is there. */
  finish(): void {
    const { hold, database } = this.parts;
    const { hands, ledger, players } = database();
    for (const row of hands.all) this.#prove(row);
    for (const step of hands.steps) this.#checkAsked(step);
    for (const asked of this.#asked.values()) this.#checkStanding(asked);
    for (const playerId of players.keys()) {
      const account = hands.accountOf(playerId);
      const left = account === undefined ? 0n : ledger.balance(account);
      hold(left === 0n, () => `${left} of ${playerId} lie in hands that are over`);
    }
  }

  #answered(asked: AskedCommand, reply: Answer<HandReply>): void {
    const { hold, count } = this.parts;
    if (reply === 'no_answer') return count('hands: no answer');
    const { ask, stands, isLate } = asked;
    const { id, hand } = ask;
    if (reply.ok) return this.#stands(asked, reply);
    const { refusal } = reply;
    count(`hands: ${refusal}`);
    if (refusal === 'internal_error') return;
    asked.unanswered -= 1;
    if (PASSING.has(refusal)) return;
    this.#refused(id, refusal);
    hold(stands === undefined, () => `${id} of hand ${hand} stood, and was then ${refusal}`);
    hold(!isLate || LATE.has(refusal), () => `${id} came too late, and was ${refusal}`);
  }

  #refused(what: string, refusal: string): void {
    this.parts.hold(!UNDUE.has(refusal), () => `${what}: ${refusal}`);
  }

  #stands(asked: AskedCommand, { hand, balance, next }: Played): void {
    const { hold, count } = this.parts;
    const { ask, isLate } = asked;
    const {
      id,
      asked: { command },
    } = ask;
    const text = canonicalText(plain({ hand, balance, next }));
    count(asked.stands === undefined ? 'hands: commands that stand' : 'hands: answered again');
    const isSame = asked.stands === undefined || asked.stands === text;
    hold(isSame, () => `${id} was answered otherwise the second time: ${asked.stands} ${text}`);
    asked.stands = text;
    hold(!isLate, () => `${id} came too late, and stands`);
    hold(hand.hand === ask.hand, () => `${id} is answered by hand ${hand.hand}`);
    const at = `${ask.hand} ${command.step}`;
    const other = this.#atStep.get(at) ?? id;
    hold(
      other === id,
      () => `${other} and ${id} both stand at step ${command.step} of ${ask.hand}`,
    );
    this.#atStep.set(at, id);
    const isStakeSound = stakesIn(command).every((stake) => stake >= 100n && stake % 100n === 0n);
    hold(isStakeSound, () => `${id} has stakes that no chips make`);
    this.#see(hand);
  }

  /** What is shown of a hand goes on with what was shown of it, and shows its deck at its end. */
  #see({ hand, commitment, events, opening, view }: DealtHand): void {
    const { hold } = this.parts;
    const now = events.map((event) => canonicalText(plain(event)));
    const before = this.#shown.get(hand) ?? { commitment, events: now };
    hold(before.commitment === commitment, () => `hand ${hand} has another commitment`);
    const common = Math.min(now.length, before.events.length);
    const isSame = now.slice(0, common).every((event, index) => event === before.events[index]);
    hold(isSame, () => `hand ${hand} was shown otherwise before`);
    hold(opening === null || view.phase === 'over', () => `hand ${hand} shows its deck in play`);
    if (now.length > before.events.length) before.events = now;
    this.#shown.set(hand, before);
  }

  #stepped({ hand, playerId, game, ordinal, command, taken, balance, isLast }: MemoryStep): void {
    const { hold, count, database } = this.parts;
    const { hands, ledger, players } = database();
    const nowMs = database().nowMs();
    const key = `${playerId} ${game}`;
    const inPlay = this.#inPlay.get(key) ?? { hand, taken: 0n, actedAtMs: nowMs };
    const isNext =
      inPlay.hand === hand && (ordinal === 1) === (this.#inPlay.get(key) === undefined);
    hold(isNext, () => `${playerId} plays ${hand} of ${game} while ${inPlay.hand} is in play`);
    if (isOfHouse(command)) {
      const forMs = nowMs - inPlay.actedAtMs;
      count(`hands: the house plays ${game}`);
      hold(forMs >= HAND_KEPT_MS - JUMP_MS, () => `the house played ${hand} after ${forMs} ms`);
    } else this.#actedAtMs.set(playerId, nowMs);
    inPlay.taken += taken;
    inPlay.actedAtMs = nowMs;
    if (isLast) {
      count(`hands: ${game}`);
      this.#inPlay.delete(key);
    } else this.#inPlay.set(key, inPlay);
    const has = ledger.balance(players.get(playerId)!.accountId);
    hold(has === balance, () => `${playerId} has ${has}, and hand ${hand} says ${balance}`);
    let lying = 0n;
    for (const [each, { taken: own }] of this.#inPlay) {
      if (each.startsWith(`${playerId} `)) lying += own;
    }
    const held = ledger.balance(hands.accountOf(playerId)!);
    hold(held === lying, () => `${held} of ${playerId} lie in hands, and not ${lying}`);
  }

  /** The deck is what was committed to, and everything else follows by the rules. */
  #prove(row: MemoryHand): void {
    const { hold, database } = this.parts;
    const { number: hand, playerId, game, status, rules, seed, cut, opening, taken, paid } = row;
    const steps = database().hands.stepsOf(hand);
    hold(status !== 'in_play', () => `hand ${hand} of ${game} was left alone for good`);
    const shown = this.#shown.get(hand);
    const isAsShown = shown === undefined || shown.commitment === row.commitment;
    hold(isAsShown, () => `hand ${hand} has another commitment than was shown`);
    if (opening === null) return hold(steps.length === 0, () => `hand ${hand} has no deck`);
    const events = steps.flatMap((step) => parseStoredEvents(step.events)) as PlainObject[];
    const deal: Deal =
      game === 'blackjack' ? { game, rules, hand, cut: cut! } : { game, rules, hand, seed: seed! };
    const proof = makeProof({
      deal,
      status: 'over',
      opening: Uint8Array.from(Buffer.from(opening, 'hex')),
      steps: steps.map(({ commandId: id, command }) => ({
        id,
        command: JSON.parse(command) as PlainObject,
      })),
      events,
    });
    const check = checkProof(proof, systemHmac);
    if (!check.ok) return hold(false, () => `hand ${hand} of ${game}: ${check.fault}`);
    hold(check.commitment === row.commitment, () => `hand ${hand} is not what it was to be`);
    const isExact = check.taken === taken && check.paid === paid;
    hold(
      isExact,
      () =>
        `hand ${hand} took ${taken} and paid ${paid}, by the rules ${check.taken} and ${check.paid}`,
    );
    const texts = events.map((event) => canonicalText(event));
    const isAsSeen = (shown?.events ?? []).every((event, index) => event === texts[index]);
    hold(isAsSeen, () => `hand ${hand} is another than its player saw`);
    this.#won.set(playerId, this.won(playerId) + check.paid - check.taken);
  }

  #checkAsked({ playerId, hand, game, commandId, command }: MemoryStep): void {
    const { hold, database } = this.parts;
    if (isOfHouse(command)) return;
    const ask = this.#asked.get(`${playerId} ${commandId}`)?.ask;
    const row = database().hands.all.find(({ number }) => number === hand)!;
    const { seed, cut } = row;
    const isSame =
      ask?.hand === hand &&
      ask.asked.game === game &&
      canonicalText(plain(ask.asked.command)) === command &&
      (ask.asked.command.kind !== 'deal' || (ask.part.seed === seed && ask.part.cut === cut));
    hold(isSame, () => `${commandId} stands in hand ${hand}, and was asked otherwise`);
  }

  #checkStanding({
    ask: { playerId, id, hand },
    stands,
    unanswered,
    isDenied,
  }: AskedCommand): void {
    const { hold, database } = this.parts;
    const isThere = database().hands.findStep(playerId, id) !== undefined;
    hold(!isDenied || !isThere, () => `${id} was never to stand, and stands in ${hand}`);
    if (stands !== undefined) hold(isThere, () => `${id} of ${hand} was answered, and is lost`);
    else if (unanswered === 0) hold(!isThere, () => `${id} was refused, and stands in ${hand}`);
  }
}

const isOfHouse = (command: string): boolean => command.includes('"kind":"abandon"');

const stakesIn = (command: HandAsk['asked']['command']): readonly bigint[] => {
  if ('stake' in command) return [command.stake];
  if (!('stakes' in command)) return [];
  return Object.values(command.stakes);
};
