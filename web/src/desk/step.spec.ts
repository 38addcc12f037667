import { describe, expect, it } from 'vitest';
import { copyOf } from '../../../src/client/table-copy.js';
import { snapshot } from '../../../src/round/snapshot.js';
import type { TableSettings } from '../../../src/round/settings.js';
import { DEALER, LiveTable } from '../../../test/kit/live-table.js';
import { type Step, stepOf } from './step.js';
import { type Warning, warningsOf } from './warnings.js';

const ME = { id: DEALER, role: 'dealer' } as const;
const BY = { by: DEALER } as const;
const HOUR_MS = 3_600_000;

const copy = (table: LiveTable) => copyOf(snapshot(table.state, 'dealer'), true);

const step = (table: LiveTable, me: Parameters<typeof stepOf>[1] = ME): Step =>
  stepOf(copy(table), me)!;

/** At the cut, with new cards that are shuffled. */
const shuffled = (settings: Partial<TableSettings> = {}): LiveTable =>
  new LiveTable(settings)
    .do({ kind: 'open_table', dealer: DEALER })
    .bringCards()
    .do({ kind: 'shuffle_cards', how: 'manual', ...BY });

describe('the next thing to do', () => {
  it('leads through a shoe and a round, and says what Enter does', () => {
    const table = new LiveTable({ opensItself: false });
    const seen: string[] = [];
    const look = (): void => {
      const { name, action } = step(table);
      seen.push(`${name} ${action ?? '-'}`);
    };
    look();
    table.do({ kind: 'open_table', dealer: DEALER });
    look();
    table.bringCards();
    look();
    table.do({ kind: 'shuffle_cards', how: 'machine', ...BY });
    look();
    table.do({ kind: 'cut_shoe', ...BY });
    look();
    table.burn('7h');
    look();
    table.do({ kind: 'open_betting' });
    look();
    table.tick();
    look();
    table.tick();
    for (const card of ['2h', '3c', '2d', '3d', '6s', 'Kh']) {
      look();
      table.scan(card);
    }
    look();
    expect(seen).toEqual([
      'OPEN_TABLE table:open',
      'BRING_CARDS bring',
      'SHUFFLE shuffle',
      'CUT shoe:cut',
      'SCAN_BURN -',
      'BURN betting:open',
      'WAIT_FOR_CLOSE -',
      'LAST_BETS -',
      'DEAL_PUNTO_1 -',
      'DEAL_BANCO_1 -',
      'DEAL_PUNTO_2 -',
      'DEAL_BANCO_2 -',
      'PUNTO_DRAWS -',
      'BANCO_DRAWS -',
      'OPEN_BETS betting:open',
    ]);
    expect(step(table).outcome).toBe('banco');
  });

  it('says how many cards to burn, and counts down to the close', () => {
    const table = shuffled()
      .do({ kind: 'cut_shoe', ...BY })
      .burn('7h');
    expect(step(table)).toMatchObject({ count: 7, untilMs: undefined });
    table.do({ kind: 'open_betting' });
    expect(step(table).untilMs).toBe(table.state.round!.closesAtMs);
  });

  it('is to collect the last coup of a shoe, whose outcome stays, before the next is shuffled', () => {
    const table = new LiveTable().open().close();
    table.scan('9h', 'CUT', '3c', '9d', '4s');
    const { game } = table.state.round!;
    expect(step(table)).toMatchObject({ name: 'LAST_HAND_DONE', outcome: 'punto' });
    table.tick();
    const uncollected = { game, isVoid: false };
    expect(stepOf(copy(table), ME, uncollected)).toMatchObject({
      name: 'COLLECT_LAST',
      action: 'collect',
      outcome: 'punto',
    });
    expect(stepOf(copy(table), ME, { game, isVoid: true })!.outcome).toBeUndefined();
    expect(stepOf(copy(table), ME, undefined)).toMatchObject({ name: 'SHUFFLE' });
    expect(stepOf(copy(table), ME, { ...uncollected, game: '1' })).toMatchObject({
      name: 'SHUFFLE',
    });
  });

  it('is a confirmation where the table asks for one', () => {
    const table = new LiveTable({ confirms: 'dealer' }).open().close();
    table.scan('9h', '3c', '9d', '4s');
    expect(step(table)).toMatchObject({ name: 'CONFIRM', action: 'coup:confirm' });
  });

  it('is to open a card where cards lie face down, with the seconds until it shows itself', () => {
    const table = new LiveTable({ squeezeMs: 5_000 }).open().close();
    table.scan('9h', '3c', '9d');
    expect(step(table)).toMatchObject({ name: 'DEAL_BANCO_2', action: undefined });
    expect(step(table.scan('4s'))).toMatchObject({
      ...{ name: 'SHOW_CARD', action: 'card:show', untilMs: table.nowMs + 5_000 },
    });
  });

  it('is the shift manager’s while the table is suspended', () => {
    const table = new LiveTable().open().do({ kind: 'suspend', reason: 'a card fell', ...BY });
    expect(step(table)).toMatchObject({ name: 'WAIT_FOR_MANAGER', action: undefined });
  });

  it('is to take over where another deals; the shift manager stands in', () => {
    const table = new LiveTable().open();
    const another = { id: 'Dirk', role: 'dealer' } as const;
    expect(step(table, another)).toMatchObject({ name: 'TAKE_OVER', action: 'table:relieve' });
    expect(step(table, { id: 'Sven', role: 'shift_manager' }).name).toBe('WAIT_FOR_CLOSE');
    expect(step(new LiveTable(), another).name).toBe('OPEN_TABLE');
  });
});

describe('a warning', () => {
  const warnings = (table: LiveTable, aheadMs = 0, sinceMs?: number): readonly Warning[] => {
    const nowMs = (table.state.round?.closesAtMs ?? 0) + aheadMs;
    const dueSinceMs = sinceMs === undefined ? undefined : nowMs - sinceMs;
    return warningsOf(copy(table), nowMs, dueSinceMs).map(({ warning }) => warning);
  };

  it('is given of the last hand, and of the hand that will be', () => {
    const table = new LiveTable().open().close();
    expect(warnings(table)).toEqual([]);
    table.scan('9h', 'CUT');
    expect(warnings(table)).toEqual(['lastHand']);
    const between = new LiveTable({ opensItself: false }).open().close();
    between.scan('9h', '3c', '9d', '4s', 'CUT');
    expect(warnings(between)).toEqual(['lastHandNext']);
  });

  it('is given an hour before the cards must leave, in minutes', () => {
    const table = new LiveTable().open();
    const { dueAtMs } = table.state.cards;
    const at = (leftMs: number) => warningsOf(copy(table), dueAtMs! - leftMs, undefined);
    expect(at(HOUR_MS + 1)).toEqual([]);
    expect(at(HOUR_MS)).toEqual([{ warning: 'cardsDueIn', count: 60 }]);
    expect(at(59_000)).toEqual([{ warning: 'cardsDueIn', count: 1 }]);
  });

  it('is given of new cards, fallen cards, a lost stream and a table that closes', () => {
    const table = new LiveTable().open().do({ kind: 'call_closing', by: 'Sven' });
    table.do({
      kind: 'report_malfunction',
      malfunction: 'cards_dropped',
      cards: 4,
      note: '',
      ...BY,
    });
    table.do({ kind: 'resume', by: 'Sven' }, { kind: 'lose_stream' });
    expect(warnings(table)).toEqual(['closing', 'streamLost', 'newCardsDue', 'dropped']);
  });

  it('is given of a camera of this desk that is lost', () => {
    const table = new LiveTable().open();
    const lost = warningsOf(copy(table), 0, undefined, true);
    expect(lost).toEqual([{ warning: 'cameraLost', count: 0 }]);
  });

  it('is given of a scanner that is silent while a card is due', () => {
    const table = new LiveTable().open().close();
    expect(warnings(table, 0, 19_999)).toEqual([]);
    expect(warnings(table, 0, 20_000)).toEqual(['scannerSilent']);
  });
});
