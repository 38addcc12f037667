import { expect, it } from 'vitest';
import { COMMON_REFUSALS } from '../../../src/protocol/refusals.js';
import { SOLO_COMMANDS } from '../../../src/protocol/solo.js';
import english from '../i18n/en/solo.json' with { type: 'json' };
import { whyUnopened } from './why-unopened.js';

const REFUSALS = [...COMMON_REFUSALS, ...SOLO_COMMANDS['hand:open'].refusals];

it('a game says that it is closed where it is, and else why it does not open yet', () => {
  const words = Object.fromEntries(REFUSALS.map((refusal) => [refusal, whyUnopened(refusal)]));
  expect(words).toEqual(
    Object.fromEntries(
      REFUSALS.map((refusal) => [
        refusal,
        refusal === 'game_is_closed' ? 'closed' : `refusal.${refusal}`,
      ]),
    ),
  );
  expect(REFUSALS.filter((refusal) => !(refusal in english.refusal))).toEqual([]);
});
