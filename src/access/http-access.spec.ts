import { HttpException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { OWN_BUDGETS } from '../../test/kit/own-budgets.js';
import { readConfig } from '../config.js';
import type { Admission } from './admission.js';
import { HttpAccess } from './http-access.js';
import { type Shown, Tokens } from './tokens.js';

const HOME = '203.0.113.7';
/** Two at once for a caller, twenty for an address. */
const config = readConfig({
  ...{ DATABASE_URL: 'postgres://localhost/sabot', SABOT_DEMO: '1' },
  ...{ REQUESTS_PER_SECOND: '1', REQUESTS_AT_ONCE: '2' },
});

/** Everybody whose token is the studio's is known. `asked`: how often that was looked up. */
const open = () => {
  const clock = new ManualClock();
  const tokens = new Tokens(config, clock);
  let asked = 0;
  const admission = {
    find: (shown: Shown) => {
      asked += 1;
      return Promise.resolve({ ...shown, table: null });
    },
  } as unknown as Admission;
  const access = new HttpAccess(config, tokens, admission, clock, OWN_BUDGETS);
  return {
    tokens,
    asked: () => asked,
    ask: async (token: string, address = HOME): Promise<string> => {
      const answer = await access.admit(['player', 'dealer'], `Bearer ${token}`, address);
      if (!(answer instanceof HttpException)) return answer.id;
      return (answer.getResponse() as { readonly error: string }).error;
    },
  };
};

describe('a budget of HTTP', () => {
  it('of strangers at an address is none of those who are signed in there', async () => {
    const { tokens, ask } = open();
    const answers = new Set<string>();
    for (let time = 1; time <= 100; time += 1) answers.add(await ask('nonsense'));
    expect([...answers]).toEqual(['not_signed_in', 'too_many_messages']);
    expect(await ask(await tokens.sign({ id: 'Dora', role: 'dealer' }))).toBe('Dora');
  });

  it('of one who floods is none of the others at the address, and nobody is looked up', async () => {
    const { tokens, ask, asked } = open();
    const flooding = await tokens.sign({ id: '1', role: 'player' });
    for (let time = 1; time <= 100; time += 1) await ask(flooding);
    expect(await ask(flooding)).toBe('too_many_messages');
    expect(asked()).toBe(2);
    expect(await ask(await tokens.sign({ id: 'Dora', role: 'dealer' }))).toBe('Dora');
  });

  it('of an address has room for ten, however many are signed in there', async () => {
    const { tokens, ask } = open();
    const answers: string[] = [];
    for (let id = 1; id <= 11; id += 1) {
      const token = await tokens.sign({ id: String(id), role: 'player' });
      answers.push(await ask(token), await ask(token));
    }
    expect(answers.filter((answer) => answer === 'too_many_messages')).toHaveLength(2);
    const other = await tokens.sign({ id: '99', role: 'player' });
    expect(await ask(other, '203.0.113.8')).toBe('99');
  });

  it('is not spent by a token of before, as of somebody who was given another PIN', async () => {
    const { tokens, ask } = open();
    const before = await tokens.sign({ id: 'Dora', role: 'dealer' }, 0);
    for (let time = 1; time <= 10; time += 1) await ask(before);
    expect(await ask(await tokens.sign({ id: 'Dora', role: 'dealer' }, 1))).toBe('Dora');
  });
});
