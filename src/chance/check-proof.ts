/**
 * Checks the file that proves a hand: the commitment fits the opening, the deck follows from it,
 * each card is the deck's, and result and payment follow by the rules. It asks nobody.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Card } from '../cards/card.js';
import { type Amount, sum } from '../money/amount.js';
import type { SoloGame } from '../solo/game.js';
import { type Plain, type PlainObject, canonicalText, plain, plainObject } from '../solo/plain.js';
import { type Deal, deckOf } from './deck.js';
import { pureHmac } from './hmac-drbg.js';
import { commitmentOf, isOpening } from './opening.js';
import { DEAL_PROOF, type DealProof } from './proof.js';
import { type ReplayedHand, replay } from './replay.js';

/** Where several are found, the first is named. */
export const PROOF_FAULTS = [
  'malformed_proof', // it is no proof of this version, or not a whole one
  'commitment_differs', // the opening is not what was committed to
  'opening_is_no_deck', // not six cards of each face
  'command_is_refused', // the rules refuse a command of the player
  'card_differs', // a card that was dealt is not the deck's
  'payment_differs', // the hand was paid otherwise than by the rules
  'event_differs', // something else that happened does not follow from the commands
  'hand_is_not_over', // the end is missing
] as const;
export type ProofFault = (typeof PROOF_FAULTS)[number];

type ProofCheck =
  | {
      readonly ok: true;
      readonly game: SoloGame;
      readonly hand: string;
      /** Of a void hand the stakes were returned, whatever `paid` says. */
      readonly status: DealProof['status'];
      /** What the player saw before the stakes: to compare with what they noted then. */
      readonly commitment: string;
      /** What the player gave: a seed, or in Blackjack a cut. To compare likewise. */
      readonly seed: string | null;
      readonly cut: number | null;
      /** The id of the order that dealt it, as the studio knows it. */
      readonly order: string | undefined;
      /** Those that were dealt, in their order; a hole card where it lies. */
      readonly cards: readonly Card[];
      readonly taken: Amount;
      readonly paid: Amount;
    }
  | {
      readonly ok: false;
      readonly fault: ProofFault;
      /** The event, counted from 1, or the command, that is at fault. */
      readonly at?: number;
    };

/**
 * `file` is what `JSON.parse` made of the file. Every `hmac` makes the same deck, some in less
 * time.
 */
export const checkProof = (file: unknown, hmac = pureHmac): ProofCheck => {
  const parsed = DEAL_PROOF.safeParse(file);
  if (!parsed.success) return { ok: false, fault: 'malformed_proof' };
  const proof = parsed.data;
  const opening = hexToBytes(proof.opening);
  if (commitmentOf(opening) !== proof.commitment) return { ok: false, fault: 'commitment_differs' };
  if (!isOpening(proof.game, opening)) return { ok: false, fault: 'opening_is_no_deck' };

  const deck = deckOf(dealOf(proof), opening, hmac);
  const { steps, isOver, refused } = replay(playedIn(proof), deck);
  if (refused !== undefined) return { ok: false, fault: 'command_is_refused', at: refused.at + 1 };
  const due = steps.flatMap(({ events }) => events);
  const fault = differs(proof.events.map(plainObject), due);
  if (fault !== undefined) return fault;
  if (!isOver && proof.status === 'over') return { ok: false, fault: 'hand_is_not_over' };
  const { game, hand, status, commitment } = proof;
  return {
    ok: true,
    game,
    hand,
    status,
    commitment,
    ...('cut' in proof ? { seed: null, cut: proof.cut } : { seed: proof.seed, cut: null }),
    order: proof.steps[0]?.id,
    cards: deck.slice(0, cardsDealt(due)),
    taken: sum(steps.map(({ taken }) => taken)),
    paid: sum(steps.map(({ paid }) => paid)),
  };
};

const dealOf = (proof: DealProof): Deal => {
  const { rules, hand } = proof;
  return proof.game === 'blackjack'
    ? { game: proof.game, rules, hand, cut: proof.cut }
    : { game: proof.game, rules, hand, seed: proof.seed };
};

const playedIn = (proof: DealProof): ReplayedHand => {
  const { rules } = proof;
  switch (proof.game) {
    case 'punto_e_banco':
      return { rules, game: proof.game, commands: proof.steps.map(({ command }) => command) };
    case 'sette_e_mezzo':
      return { rules, game: proof.game, commands: proof.steps.map(({ command }) => command) };
    case 'blackjack':
      return { rules, game: proof.game, commands: proof.steps.map(({ command }) => command) };
  }
};

/** The first event that differs from what is due. */
const differs = (
  events: readonly PlainObject[],
  due: readonly PlainObject[],
): ProofCheck | undefined => {
  const length = Math.max(events.length, due.length);
  for (let index = 0; index < length; index += 1) {
    const [event, follows] = [events[index], due[index]];
    if (textOf(event) === textOf(follows)) continue;
    if (event === undefined && follows?.['kind'] === 'hand_ended') {
      return { ok: false, fault: 'hand_is_not_over' };
    }
    return { ok: false, fault: faultOf(event, follows), at: index + 1 };
  }
  return undefined;
};

const faultOf = (event: PlainObject | undefined, follows: PlainObject | undefined): ProofFault => {
  if (event === undefined || follows === undefined) return 'event_differs';
  if (event['kind'] !== follows['kind']) return 'event_differs';
  if (event['card'] !== follows['card']) return 'card_differs';
  return event['kind'] === 'hand_ended' ? 'payment_differs' : 'event_differs';
};

const textOf = (event: Plain | undefined): string | undefined =>
  event === undefined ? undefined : canonicalText(plain(event));

const cardsDealt = (events: readonly PlainObject[]): number =>
  events.filter(({ kind }) => DEALING.some((dealing) => dealing === kind)).length;

const DEALING: readonly string[] = ['card_dealt', 'bank_card_dealt', 'hole_card_dealt'];
