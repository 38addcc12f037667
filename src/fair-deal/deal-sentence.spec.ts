import { expect, it } from 'vitest';
import { provenHand } from '../../test/kit/proven-hands.js';
import { dealSentence } from './deal-sentence.js';

const HAND = provenHand('punto_e_banco', 'a hand to tell of');

it('a hand that is over was paid by the rules', () => {
  const { holds, sentence } = dealSentence(JSON.stringify(HAND));
  expect(holds).toBe(true);
  expect(sentence).toContain('and paid by the rules: ');
});

it('the stakes of a void hand were returned, whatever the rules had paid', () => {
  const { holds, sentence } = dealSentence(JSON.stringify({ ...HAND, status: 'void' }));
  expect(holds).toBe(true);
  expect(sentence).toMatch(/It is void: its stakes, \d+ in minor units, were returned\. Cards/);
  expect(sentence).not.toContain('paid by the rules');
});
