import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenHand } from '../../test/kit/proven-hands.js';
import { runs } from '../../test/kit/runs.js';
import { SOLO_GAMES } from '../solo/game.js';
import { type PlainObject, canonicalText } from '../solo/plain.js';
import { PROOF_FAULTS, type ProofFault, checkProof } from './check-proof.js';
import { commitmentOf } from './opening.js';

type Writable = Record<string, unknown> & {
  events: Record<string, unknown>[];
  steps: { command: Record<string, unknown> }[];
};

/** A copy, as it would be read from a file, to spoil. */
const copyOf = (proof: PlainObject): Writable => JSON.parse(JSON.stringify(proof)) as Writable;

/** A hand of Blackjack whose first event that deals a card to the player is at this index. */
const HAND = provenHand('blackjack', 'a hand to spoil');
const COUP = provenHand('punto_e_banco', 'a coup to spoil');

const reopened = (proof: Writable, change: (opening: Uint8Array) => void): void => {
  const opening = hexToBytes(String(proof['opening']));
  change(opening);
  proof['opening'] = bytesToHex(opening);
  proof['commitment'] = commitmentOf(opening);
};

/** What is done to a proof, in the order of the faults that it is found by. */
const SPOILT: Readonly<Record<ProofFault, readonly [PlainObject, (proof: Writable) => void]>> = {
  malformed_proof: [HAND, (proof) => (proof['cut'] = 312)],
  commitment_differs: [
    HAND,
    (proof) => (proof['opening'] = `00${String(proof['opening']).slice(2)}`),
  ],
  opening_is_no_deck: [HAND, (proof) => reopened(proof, (opening) => opening.fill(7, 40, 60))],
  command_is_refused: [COUP, (proof) => (proof.steps[0]!.command['stakes'] = {})],
  card_differs: [
    HAND,
    (proof) => (proof.events[1]!['card'] = proof.events[1]!['card'] === 'Ah' ? 'Ac' : 'Ah'),
  ],
  payment_differs: [HAND, (proof) => (proof.events.at(-1)!['paid'] = '1')],
  event_differs: [COUP, (proof) => (proof.events[0]!['taken'] = '1')],
  hand_is_not_over: [HAND, (proof) => proof.events.pop()],
};

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

  it.each(Object.entries(SPOILT))('is refused: %s', (fault, [proof, spoil]) => {
    const spoilt = copyOf(proof);
    spoil(spoilt);
    expect(checkProof(spoilt)).toMatchObject({ ok: false, fault });
  });

  it('names its faults in their order', () => {
    expect(Object.keys(SPOILT)).toEqual(PROOF_FAULTS);
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
