import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import { deckOf } from '../chance/deck.js';
import { pureHmac } from '../chance/hmac-drbg.js';
import { systemHmac } from './system-hmac.js';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

describe('the HMAC of the system', () => {
  it('is the one of the browser, whatever the key and the message', () => {
    fc.assert(
      fc.property(bytes(200), bytes(2_000), (key, message) => {
        expect(Uint8Array.from(systemHmac(key, message))).toEqual(pureHmac(key, message));
      }),
      { numRuns: runs(200) },
    );
  });

  it('makes the same decks', () => {
    const opening = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(opening, fc.nat(999), (entropy, number) => {
        for (const game of ['punto_e_banco', 'sette_e_mezzo'] as const) {
          const deal = { game, rules: 'rules', hand: `${100_000_000_000 + number}`, seed: 'mine' };
          expect(deckOf(deal, entropy, systemHmac)).toEqual(deckOf(deal, entropy));
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
