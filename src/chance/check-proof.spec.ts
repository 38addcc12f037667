import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenHand } from '../../test/kit/proven-hands.js';
import { runs } from '../../test/kit/runs.js';
import { spoiltProofs } from '../../test/kit/spoilt-proofs.js';
import { SOLO_GAMES } from '../solo/game.js';
import { type PlainObject, canonicalText } from '../solo/plain.js';
import { PROOF_FAULTS, checkProof } from './check-proof.js';

type Writable = Record<string, unknown> & {
  events: Record<string, unknown>[];
};

/** A copy, as it would be read from a file, to spoil. */
const copyOf = (proof: PlainObject): Writable => JSON.parse(JSON.stringify(proof)) as Writable;

/** A hand of Blackjack whose first event that deals a card to the player is at this index. */
const HAND = provenHand('blackjack', 'a hand to spoil');
const COUP = provenHand('punto_e_banco', 'a coup to spoil');

describe('the proof of a hand', () => {
  it('of each game holds, whatever was chosen, and says what was moved', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SOLO_GAMES), fc.string(), (game, seed) => {
        const proof = copyOf(provenHand(game, seed));
        const check = checkProof(proof);
        expect(check).toMatchObject({ ok: true, game, hand: proof['hand'] });
        const moved = (name: string) =>
          proof.events.reduce((total, { [name]: change }) => {
            return typeof change === 'string' ? total + BigInt(change) : total;
          }, 0n);
        expect(check).toMatchObject({ taken: moved('taken'), paid: moved('paid') });
        expect(check).toMatchObject({ commitment: proof['commitment'] });
      }),
      { numRuns: runs(300) },
    );
  });

  it.each(spoiltProofs())('is refused: $fault', ({ fault, proof }) => {
    expect(checkProof(proof)).toMatchObject({ ok: false, fault });
  });

  it('names its faults in their order', () => {
    expect(spoiltProofs().map(({ fault }) => fault)).toEqual(PROOF_FAULTS);
  });

  it('does not hold with another seed, cut or number', () => {
    for (const change of [{ seed: 'another' }, { hand: '100000099999' }]) {
      expect(checkProof({ ...COUP, ...change })).toMatchObject({
        ok: false,
        fault: 'card_differs',
      });
    }
    const cut = (Number(HAND['cut']) + 1) % 312;
    expect(checkProof({ ...HAND, cut })).toMatchObject({ ok: false, fault: 'card_differs' });
  });

  it('of a void hand may end where it was made void', () => {
    const steps = HAND['steps'] as readonly PlainObject[];
    const short = { ...HAND, steps: steps.slice(0, 1), events: undefined };
    const dealt = HAND['events'] as readonly PlainObject[];
    const upTo = dealt.findIndex(({ kind }) => kind === 'hole_card_dealt') + 1;
    const events = dealt.slice(0, upTo);
    expect(checkProof({ ...short, events, status: 'void' })).toMatchObject({ ok: true, paid: 0n });
    expect(checkProof({ ...short, events })).toMatchObject({
      ok: false,
      fault: 'hand_is_not_over',
    });
  });

  it.each([null, 7, 'proof', [], {}, { ...HAND, version: 2 }, { ...HAND, more: 1 }])(
    'is none: %j',
    (file) => {
      expect(checkProof(file)).toEqual({ ok: false, fault: 'malformed_proof' });
    },
  );
});

describe('a canonical text', () => {
  it('has the names of an object sorted, and no spaces', () => {
    expect(canonicalText({ b: [1, 'x y'], a: { d: null, c: true } })).toBe(
      '{"a":{"c":true,"d":null},"b":[1,"x y"]}',
    );
  });
});
