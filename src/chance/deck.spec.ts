import fc from 'fast-check';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/kit/runs.js';
import { FACES } from '../cards/card.js';
import { makeCards } from '../cards/notation.js';
import { fullShoe } from '../cards/shoe.js';
import { FORTY_CARDS } from '../sette-e-mezzo/points.js';
import { SOLO_GAMES } from '../solo/game.js';
import { hashStream } from '../simulator/hash-stream.js';
import { type Deal, PLAYER_SEED_PATTERN, deckOf } from './deck.js';
import { commitmentOf, isOpening, newOpening } from './opening.js';

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const COUP = {
  game: 'punto_e_banco',
  rules: 'punto-e-banco-1',
  hand: '100000000001',
  seed: 'a seed of mine',
} as const satisfies Deal;

describe('a deck', () => {
  it('of one deck is this one, for ever', () => {
    expect(makeCards(deckOf(COUP, SEED))).toBe(
      '6c 7c Qc Kh 2s 3c Qh 5d 2d 7d Kc 2c 2h Kd Ac 8d Jh 3d 6d Jd 9h 5s As 5c Ks 8h 6h 4c Qd 4s 7h 7s 8c Jc Qs 9d 4d Th Js 5h 9s 3s Ah Td 3h 4h 8s 9c Ts Tc 6s Ad',
    );
    expect(
      makeCards(deckOf({ ...COUP, game: 'sette_e_mezzo', rules: 'sette-e-mezzo-1' }, SEED)),
    ).toBe(
      '2c 5d 3s 6s 3c 3d Ad 7d 3h 2s Qd 4c 2h 7h 7s 6d 7c 6c Js 4d Qc Jh Jc As 2d 6h Ah 5s Kd Qs 5h 5c Ks 4h 4s Ac Kc Qh Kh Jd',
    );
    expect(commitmentOf(SEED)).toBe(
      '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    );
  });

  it('is another one with another seed, number, version, game or opening', () => {
    const other = SEED.with(31, 0);
    const decks = [
      deckOf(COUP, SEED),
      deckOf({ ...COUP, seed: 'a seed of mine ' }, SEED),
      deckOf({ ...COUP, hand: '100000000002' }, SEED),
      deckOf({ ...COUP, rules: 'punto-e-banco-2' }, SEED),
      deckOf(COUP, other),
    ];
    expect(new Set(decks.map(makeCards)).size).toBe(decks.length);
  });

  it('has every card of its game, whatever the seeds', () => {
    const whole = { punto_e_banco: FACES, sette_e_mezzo: FORTY_CARDS, blackjack: fullShoe(6) };
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 64 }),
        fc.integer({ min: 0, max: 311 }),
        (seed, cut) => {
          fc.pre(PLAYER_SEED_PATTERN.test(seed));
          for (const game of SOLO_GAMES) {
            const opening = newOpening(game, hashStream(seed));
            const rest = { rules: 'r', hand: '100000000001' };
            const deal = game === 'blackjack' ? { ...rest, game, cut } : { ...rest, game, seed };
            expect(deckOf(deal, opening).toSorted()).toEqual(whole[game].toSorted());
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('of six decks is their order, from the cut on', () => {
    const opening = newOpening('blackjack', hashStream('cut'));
    const cutAt = (cut: number) =>
      deckOf({ game: 'blackjack', rules: 'blackjack-1', hand: '100000000001', cut }, opening);
    const order = cutAt(0);
    expect(order[5]).toBe(FACES[opening[37]!]);
    expect(cutAt(100)).toEqual([...order.slice(100), ...order.slice(0, 100)]);
    expect(cutAt(311)).toEqual([...order.slice(311), ...order.slice(0, 311)]);
  });
});

describe('an opening', () => {
  it('is what the generator gives: a seed, or a nonce and six decks in a random order', () => {
    expect(bytesToHex(newOpening('punto_e_banco', (count) => SEED.slice(0, count)))).toBe(
      bytesToHex(SEED),
    );
    const [one, other] = ['one', 'other'].map((seed) => newOpening('blackjack', hashStream(seed)));
    expect(one).toHaveLength(344);
    expect(one!.slice(32)).not.toEqual(other!.slice(32));
    expect(isOpening('blackjack', one!)).toBe(true);
  });

  it('is looked at and not changed, also as a Buffer of Node', () => {
    const opening = Buffer.from(newOpening('blackjack', hashStream('buffer')));
    const before = opening.toString('hex');
    expect(isOpening('blackjack', opening)).toBe(true);
    expect(opening.toString('hex')).toBe(before);
  });

  it('is none with a card too many, or of another length', () => {
    const opening = newOpening('blackjack', hashStream('deck'));
    const doubled = opening.with(40, opening[41] === opening[40] ? 0 : (opening[41] ?? 0));
    expect(isOpening('blackjack', doubled)).toBe(false);
    expect(isOpening('blackjack', opening.slice(1))).toBe(false);
    expect(isOpening('punto_e_banco', opening)).toBe(false);
  });

  it('is not made when the generator fails', () => {
    const broken = () => {
      throw new Error('no entropy');
    };
    for (const game of SOLO_GAMES) {
      expect(() => newOpening(game, broken)).toThrow('no entropy');
      expect(() => newOpening(game, () => new Uint8Array(3))).toThrow('as many bytes');
    }
  });
});
