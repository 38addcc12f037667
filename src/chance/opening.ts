/**
 * The opening of a hand: what decides its deck, kept secret until the hand is over, and the
 * commitment to it that the player sees before the stakes.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { FACES } from '../cards/card.js';
import { type Entropy, shuffle } from '../cards/shuffle.js';
import { assert } from '../money/assert.js';
import { DECKS_IN_BLACKJACK } from '../blackjack/rules.js';
import type { SoloGame } from '../solo/game.js';

/**
 * Of the games of one deck: a seed of 32 bytes. Of Blackjack: a nonce of 32 bytes, and then the
 * order of the six decks, each card by its position in `FACES`, 0–51.
 */
export type Opening = Uint8Array;

const SEED_BYTES = 32;
export const NONCE_BYTES = 32;
export const CARDS_IN_SIX_DECKS = DECKS_IN_BLACKJACK * FACES.length;

/** In bytes. */
export const openingLength = (game: SoloGame): number => {
  switch (game) {
    case 'punto_e_banco':
    case 'sette_e_mezzo':
      return SEED_BYTES;
    case 'blackjack':
      return NONCE_BYTES + CARDS_IN_SIX_DECKS;
  }
};

/**
 * `entropy` is the system's generator, asked for a few bytes at a time. What it
 * throws, this throws, and then no hand is dealt.
 */
export const newOpening = (game: SoloGame, entropy: Entropy): Opening => {
  switch (game) {
    case 'punto_e_banco':
    case 'sette_e_mezzo':
      return exactly(SEED_BYTES, entropy);
    case 'blackjack': {
      const nonce = exactly(NONCE_BYTES, entropy);
      return Uint8Array.from([...nonce, ...shuffle(SIX_DECKS, entropy)]);
    }
  }
};

/** The SHA-256 of the opening, as 64 hexadecimal digits. */
export const commitmentOf = (opening: Opening): string => bytesToHex(sha256(opening));

/** True of a seed of the right length, and of an order that has six cards of each face. */
export const isOpening = (game: SoloGame, opening: Uint8Array): boolean => {
  if (opening.length !== openingLength(game)) return false;
  switch (game) {
    case 'punto_e_banco':
    case 'sette_e_mezzo':
      return true;
    case 'blackjack': {
      // A Buffer’s own slice is no copy.
      const sorted = Uint8Array.from(opening.subarray(NONCE_BYTES)).sort();
      return sorted.every((face, place) => face === Math.floor(place / DECKS_IN_BLACKJACK));
    }
  }
};

/** The faces of six new decks, by their positions in `FACES`. */
const SIX_DECKS: readonly number[] = Array.from({ length: DECKS_IN_BLACKJACK }, () =>
  FACES.map((_, index) => index),
).flat();

const exactly = (count: number, entropy: Entropy): Uint8Array => {
  const bytes = entropy(count);
  assert(bytes.length === count, 'entropy gives as many bytes as it is asked for');
  return bytes;
};
