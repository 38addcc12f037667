import { describe, expect, it } from 'vitest';
import { operatorAlteration } from './operator-changes.js';
import { operatorOpening, webhookSettings } from './operator.js';

const URLS = [
  ['https://acme.example/sabot', true],
  ['http://127.0.0.1:4000/wallet', true],
  ['https://anna:secret@acme.example/sabot', false],
  ['https://anna@acme.example/sabot', false],
  ['ftp://acme.example/sabot', false],
  ['acme.example', false],
] as const;

describe('an address that the studio calls', () => {
  it.each(URLS)('%s: %s', (url, isTaken) => {
    const opening = { id: 'acme', name: 'Acme', mode: 'session', currencies: ['EUR'] };
    const all = [
      operatorOpening.safeParse({ ...opening, callbackUrl: url }),
      operatorAlteration.safeParse({ callbackUrl: url }),
      operatorAlteration.safeParse({ webhook: { url } }),
      webhookSettings.partial().safeParse({ url }),
    ];
    expect(all.map(({ success }) => success)).toEqual(all.map(() => isTaken));
  });
});
