import { expect, it } from 'vitest';
import { checkProof } from '../../../src/chance/check-proof.js';
import { FACES } from '../../../src/cards/card.js';
import { amount } from '../../../src/money/amount.js';
import { decidePuntoEBancoHand } from '../../../src/punto-e-banco/decide.js';
import { DEFAULT_PUNTO_E_BANCO_RULES } from '../../../src/punto-e-banco/rules.js';
import type { PuntoEBancoEvent, PuntoEBancoHand } from '../../../src/punto-e-banco/state.js';
import type { HandView } from './hand-view-store.js';
import { proofOf } from './proof-of.js';
import { PUNTO_E_BANCO } from './punto-e-banco/game.js';

it('a proof names the paytable of its own hand, whatever the game is played by since', () => {
  const decision = decidePuntoEBancoHand(
    PUNTO_E_BANCO.newHand,
    { kind: 'deal', step: 0, stakes: { punto: amount(100) } },
    { deck: FACES, rules: DEFAULT_PUNTO_E_BANCO_RULES },
  );
  if (!decision.ok) throw new Error(decision.refusal);
  const [taken] = decision.events;
  if (taken?.kind !== 'stakes_taken') throw new Error('the stakes come first');
  const view: HandView<PuntoEBancoHand, PuntoEBancoEvent, unknown> = {
    rules: { version: 'punto-e-banco-2', currency: 'EUR', chips: [100n], limits: {} },
    dealt: {
      ...{ number: '100000000001', commitment: 'a'.repeat(64), seed: 'x', cut: null },
      ...{ opening: '00'.repeat(32), events: decision.events },
    },
    hand: PUNTO_E_BANCO.newHand,
    shown: 0,
    ...{ closedBecause: undefined, next: undefined, asked: undefined, isDoubtful: false },
    ...{ said: undefined, differs: undefined },
  };
  const proof = proofOf(PUNTO_E_BANCO, view);
  expect(taken.paytable).toBe('punto-e-banco-1');
  expect(proof).toMatchObject({ rules: taken.paytable });
  expect(checkProof(proof), 'a whole one').toMatchObject({ fault: 'commitment_differs' });
});
