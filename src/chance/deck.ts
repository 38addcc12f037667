/**
 * The deck of a hand, in the order in which it is dealt. The opening decides it together with what
 * the player gave after the commitment was shown, so neither side alone can choose a card.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Card, FACES } from '../cards/card.js';
import { shuffle } from '../cards/shuffle.js';
import { assert } from '../money/assert.js';
import { FORTY_CARDS } from '../sette-e-mezzo/points.js';
import type { SoloGame } from '../solo/game.js';
import { type Hmac, HmacDrbg, drbgStream, pureHmac } from './hmac-drbg.js';
import { CARDS_IN_SIX_DECKS, NONCE_BYTES, type Opening, isOpening } from './opening.js';

/** A player's own seed: 1–64 characters of printable ASCII, the same bytes anywhere. */
export const PLAYER_SEED_PATTERN = /^[\x20-\x7e]{1,64}$/;

/** The first card that is dealt of six decks is at most the last one of their order. */
export const CUT_MAX = CARDS_IN_SIX_DECKS - 1;

/** What a deck follows from, beside the opening. `rules` is the version of the hand's paytable. */
interface DealOf {
  readonly rules: string;
  /** The hand's number: twelve digits. */
  readonly hand: string;
}

export type Deal =
  | (DealOf & { readonly game: Exclude<SoloGame, 'blackjack'>; readonly seed: string })
  /** `cut`, 0–311: how many cards of the order go behind the others before the deal. */
  | (DealOf & { readonly game: 'blackjack'; readonly cut: number });

/** All cards: 52, 40, or 312 of Blackjack. Every `hmac` makes the same deck, some in less time. */
export const deckOf = (deal: Deal, opening: Opening, hmac = pureHmac): readonly Card[] => {
  assert(isOpening(deal.game, opening), 'an opening fits its game');
  switch (deal.game) {
    case 'punto_e_banco':
      return shuffled(FACES, deal, opening, hmac);
    case 'sette_e_mezzo':
      return shuffled(FORTY_CARDS, deal, opening, hmac);
    case 'blackjack': {
      const { cut } = deal;
      assert(Number.isInteger(cut) && cut >= 0 && cut <= CUT_MAX, 'a cut is a place of the order');
      const order = Array.from(opening.subarray(NONCE_BYTES), (face) => FACES[face]!);
      return [...order.slice(cut), ...order.slice(0, cut)];
    }
  }
};

/** The nonce is empty: the hand's number, which is never given twice, is in what follows it. */
const shuffled = (
  cards: readonly Card[],
  { game, rules, hand, seed }: Exclude<Deal, { readonly game: 'blackjack' }>,
  opening: Opening,
  hmac: Hmac,
): readonly Card[] => {
  assert(PLAYER_SEED_PATTERN.test(seed), 'a seed of a player is printable ASCII');
  const personalization = utf8ToBytes(['sabot-deal-1', game, rules, hand, seed].join('|'));
  const drbg = new HmacDrbg({ entropy: opening, nonce: new Uint8Array(), personalization }, hmac);
  return shuffle(cards, drbgStream(drbg));
};
