/** Proofs of hands, each spoilt in one way, with the fault that it is to be found by. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type ProofFault } from '../../src/chance/check-proof.js';
import { commitmentOf } from '../../src/chance/opening.js';
import type { PlainObject } from '../../src/solo/plain.js';
import { provenHand } from './proven-hands.js';

type Writable = Record<string, unknown> & {
  events: Record<string, unknown>[];
  steps: { command: Record<string, unknown> }[];
};

const HAND = provenHand('blackjack', 'a hand to spoil');
const COUP = provenHand('punto_e_banco', 'a coup to spoil');

/** What is done to a proof, in the order of the faults. */
const SPOILT: Readonly<Record<ProofFault, readonly [PlainObject, (proof: Writable) => void]>> = {
  malformed_proof: [HAND, (proof) => (proof['cut'] = 312)],
  commitment_differs: [HAND, (proof) => (proof['opening'] = '00'.repeat(344))],
  opening_is_no_deck: [
    HAND,
    (proof) => {
      const opening = hexToBytes(HAND['opening'] as string).fill(7, 40, 60);
      proof['opening'] = bytesToHex(opening);
      proof['commitment'] = commitmentOf(opening);
    },
  ],
  command_is_refused: [COUP, (proof) => (proof.steps[0]!.command['stakes'] = {})],
  card_differs: [
    HAND,
    ({ events }) => (events[1]!['card'] = events[1]!['card'] === 'Ah' ? 'Ac' : 'Ah'),
  ],
  payment_differs: [HAND, ({ events }) => (events.at(-1)!['paid'] = '1')],
  event_differs: [COUP, ({ events }) => (events[0]!['taken'] = '1')],
  hand_is_not_over: [HAND, ({ events }) => events.pop()],
};

/** In the order of the faults, as they would be read from files. */
export const spoiltProofs = (): readonly { fault: string; proof: unknown }[] =>
  Object.entries(SPOILT).map(([fault, [proof, spoil]]) => {
    const copy = JSON.parse(JSON.stringify(proof)) as Writable;
    spoil(copy);
    return { fault, proof: copy };
  });
