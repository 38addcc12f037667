import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEALER_COMMANDS } from '../protocol/dealer.js';
import { protocolPage } from './document.js';
import { anchor } from './field-table.js';
import { REFUSAL_MEANINGS } from './meanings.js';
import { PLAYER_COMMANDS } from '../protocol/player.js';
import { TABLE_MESSAGE_BODIES } from '../protocol/table.js';

const page = protocolPage();
const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);

describe('docs/protocol.md', () => {
  it('is the page that the schemas make (`npm run docs` writes it)', () => {
    const written = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
    expect(written).toBe(page);
  });

  it('has a heading for every command and every message', () => {
    const named = [PLAYER_COMMANDS, DEALER_COMMANDS, TABLE_MESSAGE_BODIES].flatMap(Object.keys);
    expect(headings).toEqual(expect.arrayContaining(named));
  });

  it('says what every refusal means', () => {
    const explained = [...page.matchAll(/^\| `(\w+)` \| .+\. \|$/gm)].map(([, refusal]) => refusal);
    expect(explained).toEqual(expect.arrayContaining(Object.keys(REFUSAL_MEANINGS)));
  });

  it('links to headings that it has, each of them once', () => {
    const anchors = headings.map(anchor);
    const linked = new Set([...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, link]) => link!));
    expect(linked.size).toBeGreaterThan(30);
    for (const link of linked) {
      expect(anchors.filter((each) => each === link)).toEqual([link]);
    }
  });

  it('leaves no cell, sentence or type empty', () => {
    expect(page).not.toMatch(/undefined|\[object|NaN/);
    for (const table of page.match(/(^\|.*\|$\n?)+/gm)!) {
      const bars = table
        .trim()
        .split('\n')
        .map((row) => row.match(/(?<!\\)\|/g)!.length);
      expect(new Set(bars).size, table).toBe(1);
    }
  });
});
