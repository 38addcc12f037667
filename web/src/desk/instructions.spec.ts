/**
 * No two things that the desk says at once contradict each other: at a table in every phase, after
 * every malfunction and every scan that fails, with and without a connection.
 */
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ConnectionState } from '../../../src/client/connection.js';
import { copyOf } from '../../../src/client/table-copy.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import type { TableCommand } from '../../../src/round/command.js';
import { MALFUNCTIONS } from '../../../src/round/malfunction.js';
import { type ScanCodes, makeScanCode } from '../../../src/round/scan-code.js';
import type { TableSettings } from '../../../src/round/settings.js';
import { snapshot } from '../../../src/round/snapshot.js';
import { scanCodesOf } from '../../../src/round/state.js';
import { view as viewOf } from '../../../src/round/view.js';
import { DEALER, LiveTable } from '../../../test/kit/live-table.js';
import english from '../i18n/en/desk.json';
import { ConnectionStatusLine } from './connection-status.js';
import type { Desk, DeskView } from './desk.js';
import { NextStep } from './next-step.js';
import { type DeskNotice, isStale, noticeBy } from './notice.js';
import { NoticeLine } from './notice-line.js';
import { TableHands } from './table-hands.js';
import { uncollectedAfter } from './uncollected-cards.js';
import { DeskContext } from './use-desk.js';
import { WarningList } from './warning-list.js';
import { withdrawnAfter } from './withdrawn.js';

type Demand =
  | 'draw'
  | 'draw nothing'
  | 'scan'
  | 'scan nothing'
  | 'open'
  | 'open nothing'
  | 'leave'
  | 'clear'
  | 'put aside'
  | 'show to the camera'
  | 'touch nothing'
  | 'one more hand'
  | 'no more hand'
  | 'press a letter'
  | 'no letter helps'
  | 'connect'
  | 'it connects itself';

/** What cannot both be done, or be true. */
const OPPOSED: readonly (readonly [Demand, Demand])[] = [
  ['draw', 'draw nothing'],
  ['draw', 'open'],
  ['draw', 'touch nothing'],
  ['draw', 'clear'],
  ['scan', 'scan nothing'],
  ['scan', 'open'],
  ['open', 'open nothing'],
  ['open', 'touch nothing'],
  ['open', 'clear'],
  ['leave', 'clear'],
  ['leave', 'put aside'],
  ['touch nothing', 'clear'],
  ['touch nothing', 'put aside'],
  ['touch nothing', 'show to the camera'],
  ['one more hand', 'no more hand'],
  ['press a letter', 'no letter helps'],
  ['connect', 'it connects itself'],
];

const DEAL: readonly Demand[] = ['draw', 'scan', 'open nothing'];
const BETS: readonly Demand[] = ['draw nothing', 'scan nothing', 'open nothing'];

/** What each of the desk’s sentences asks for, or takes for granted. */
const DEMANDS: Readonly<Record<string, readonly Demand[]>> = {
  'step.OPEN_TABLE.hint': [],
  'step.TAKE_OVER.hint': ['no letter helps', 'scan nothing', 'open nothing'],
  'step.BRING_CARDS.hint': ['draw nothing'],
  'step.SHUFFLE.hint': ['draw nothing'],
  'step.CUT.hint': ['draw nothing'],
  'step.SCAN_BURN.hint': ['draw', 'scan'],
  'step.BURN.hint': ['draw'],
  'step.OPEN_BETS.hint': [],
  'step.WAIT_FOR_CLOSE.hint': BETS,
  'step.LAST_BETS.hint': BETS,
  'step.WAIT_FOR_WALLETS.hint': BETS,
  'step.DEAL_PUNTO_1.hint': DEAL,
  'step.DEAL_BANCO_1.hint': DEAL,
  'step.DEAL_PUNTO_2.hint': DEAL,
  'step.DEAL_BANCO_2.hint': DEAL,
  'step.PUNTO_DRAWS.hint': DEAL,
  'step.BANCO_DRAWS.hint': DEAL,
  'step.SHOW_CARD.hint': ['open', 'draw nothing'],
  'step.CONFIRM.hint': ['draw nothing'],
  'step.COLLECT.hint': ['clear'],
  'step.VOID.hint': ['clear'],
  'step.LAST_HAND_DONE.hint': ['clear', 'no more hand'],
  'step.WAIT_FOR_MANAGER.hint': ['draw nothing', 'scan nothing', 'open nothing'],
  'step.WAIT_FOR_LINK.hint': ['draw nothing', 'no letter helps', 'open nothing'],
  'step.LINK_CLOSED.hint': ['connect', 'no letter helps', 'open nothing'],
  'step.CLOSED.hint': ['clear', 'no more hand'],
  'step.COLLECT_LAST.hint': ['clear'],
  'malfunction.card_before_close.do': ['leave', 'draw nothing'],
  'malfunction.misread.do': ['leave'],
  'malfunction.wrong_order.do': ['leave', 'touch nothing'],
  'malfunction.extra_card.do': ['leave'],
  'malfunction.impossible_card.do': ['show to the camera'],
  'malfunction.same_card_twice.do': ['leave', 'scan nothing'],
  'malfunction.card_exposed.do': ['leave'],
  'malfunction.cards_dropped.do': ['leave'],
  'malfunction.forgotten_button.do': [],
  'malfunction.scanner_dead.do': ['leave', 'show to the camera', 'press a letter'],
  'malfunction.wrong_third_card.do': ['leave'],
  'malfunction.defective_barcode.do': ['put aside'],
  'malfunction.stream_lost.do': ['draw nothing'],
  'malfunction.wrong_payment.do': [],
  'malfunction.other.do': ['touch nothing'],
  'suspended.impossible_state': [],
  'suspended.database_restored': ['leave'],
  'suspended.free': [],
  'suspended.void': ['clear'],
  'withdrawn.again': ['leave'],
  'withdrawn.aside': ['put aside'],
  'warn.lastHand': ['no more hand'],
  'warn.lastHandNext': ['one more hand'],
  'warn.cardsDueIn': [],
  'warn.newCardsDue': ['no more hand'],
  'warn.closing': ['no more hand'],
  'warn.streamLost': [],
  'warn.cameraLost': [],
  'warn.dropped': [],
  'warn.scannerSilent': ['press a letter', 'scan'],
  'line.lost': [],
  'line.connecting': ['it connects itself'],
  'line.waiting': [],
  'line.sending': [],
  'line.goOn': ['it connects itself'],
  'line.kept': [],
  'line.ended': [],
  'notice.taken': [],
  'notice.cut_card': [],
  'notice.unknown': [],
  'notice.torn': [],
  'notice.slow': [],
  'notice.dropped': ['draw nothing'],
  'notice.again': ['scan'],
  'notice.notKept': [],
  'notice.refused': [],
  'notice.called': [],
  'notice.reported': [],
  'notice.withdrawn': [],
  'notice.byHand': [],
  'notice.corrected': [],
  'hand.faceDown': [],
  'hand.toOpen': ['open'],
  'refusal.betting_is_open': ['leave', 'draw nothing'],
  'refusal.bets_are_being_accepted': ['draw nothing'],
  'refusal.card_not_due': [],
  'refusal.table_is_suspended': ['draw nothing', 'scan nothing'],
};

/** Of these groups each sentence is in the list. Of refusals, a few demand something. */
const GROUPS = ['suspended', 'withdrawn', 'warn', 'line', 'notice', 'hand'] as const;

const every = (): readonly string[] => {
  const named = GROUPS.flatMap((group) =>
    Object.keys(english[group]).map((key) => `${group}.${key.replace(/_(one|other)$/, '')}`),
  );
  return [
    ...new Set(named),
    ...Object.keys(english.step).map((name) => `step.${name}.hint`),
    ...Object.keys(english.malfunction).map((name) => `malfunction.${name}.do`),
  ];
};

const words = i18next.createInstance();
beforeAll(() => words.use(initReactI18next).init({ lng: 'cimode' }));

const nothing = (): undefined => undefined;
const DOES = { next: nothing, shuffle: nothing, call: nothing, open: nothing, chat: nothing };
const ME = { id: DEALER, role: 'dealer' } as const;
const ANOTHER = { id: 'Dirk', role: 'dealer' } as const;
const PARTS = [
  createElement(ConnectionStatusLine),
  createElement(NextStep, { does: DOES }),
  createElement(WarningList),
  createElement(TableHands),
  createElement(NoticeLine),
];

/** The keys of all sentences on the screen. */
const saidBy = (view: DeskView, nowMs: number, member: typeof ME | typeof ANOTHER) => {
  const camera = { store: createStore(() => ({ state: 'lost' })) };
  const desk = { store: createStore(() => view), member, camera, nowMs: () => nowMs };
  const html = renderToStaticMarkup(
    createElement(
      I18nextProvider,
      { i18n: words },
      createElement(DeskContext.Provider, { value: desk as unknown as Desk }, ...PARTS),
    ),
  );
  return [...new Set(html.match(/[a-z]+(\.\w+)+/gi))].filter((key) => key in DEMANDS);
};

const contradictions = (said: readonly string[]): readonly string[] => {
  const asking = (demand: Demand) => said.filter((key) => DEMANDS[key]!.includes(demand));
  return OPPOSED.flatMap(([one, other]) =>
    asking(one).flatMap((key) =>
      asking(other).map((with_) => `${key} (${one}) / ${with_} (${other})`),
    ),
  );
};

/** A table, and what its desk keeps of it. */
interface Scene {
  readonly table: LiveTable;
  readonly kept: Pick<DeskView, 'notice' | 'withdrawn' | 'uncollected'>;
}

type Act = (table: LiveTable) => TableCommand;
const BY = { by: DEALER } as const;
const scan =
  (code: (codes: ScanCodes) => string, ahead = 0): Act =>
  ({ nextScan, state }) => ({
    ...{ kind: 'scan', code: code(scanCodesOf(state)), scanSeq: nextScan + ahead },
  });
const five = (codes: ScanCodes): string => makeScanCode('5c', codes);

/** What may befall a table at any time. */
const COMMANDS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(
    MALFUNCTIONS.map((malfunction): [string, Act] => [
      malfunction,
      () => ({ kind: 'report_malfunction', malfunction, cards: 4, note: 'so', ...BY }),
    ]),
  ),
  restored: () => ({ kind: 'suspend', reason: 'database_restored', by: 'studio' }),
  halted: () => ({ kind: 'suspend', reason: 'impossible_state', by: 'studio' }),
  stopped: () => ({ kind: 'suspend', reason: 'a word of the pit', by: 'Sven' }),
  stream: () => ({ kind: 'lose_stream' }),
  closing: () => ({ kind: 'call_closing', by: 'Sven' }),
  unreadable: scan(() => '???'),
  counted: scan(five, 7),
  card: scan(five),
  cut: scan(({ cutCard }) => cutCard),
  again: () => ({ kind: 'withdraw_card', reason: 'misread', setAside: false, by: DEALER }),
  aside: () => ({ kind: 'withdraw_card', reason: 'card_exposed', setAside: true, by: DEALER }),
  voided: ({ game }) => ({
    ...{ kind: 'void_round', game, reason: 'so', requestedBy: 'Sven', approvedBy: 'Mona' },
  }),
  resumed: () => ({ kind: 'resume', by: 'Sven' }),
  confirmed: () => ({ kind: 'confirm_coup', ...BY }),
};

/** What may come on top of it. */
const SECOND = ['stopped', 'card', 'closing', 'unreadable', 'again', 'aside', 'voided', 'resumed'];

const forkOf = ({ nowMs, acceptMs, state }: LiveTable): LiveTable => {
  const fork = new LiveTable();
  fork.nowMs = nowMs;
  fork.acceptMs = acceptMs;
  fork.states.push(state);
  return fork;
};

const copied = (table: LiveTable, back = 0) =>
  copyOf(snapshot(table.states.at(-1 - back)!, 'dealer'), true);

const after = ({ table: before, kept }: Scene, act: Act): Scene => {
  const table = forkOf(before);
  const command = act(table);
  const decision = table.give(command);
  let { notice, withdrawn, uncollected } = kept;
  for (const [at, { event, seq, atMs }] of table.log.entries()) {
    const body = viewOf(event, 'dealer');
    if (body === undefined) continue;
    const message = { table: 'pb-1', seq, prev: seq - 1, atMs, ...body } as TableMessage;
    const back = table.log.length - 1 - at;
    const [copy, was] = [copied(table, back), copied(table, back + 1)];
    const fresh = noticeBy(message, was);
    notice = fresh ?? (isStale(message, copy, was) ? undefined : notice);
    withdrawn = withdrawnAfter(withdrawn, message, copy);
    uncollected = uncollectedAfter(uncollected, message, copy);
  }
  // The answer to the desk’s own scan comes last.
  if (!decision.ok && 'scanSeq' in command) {
    notice = { kind: 'refused', what: '', refusal: decision.refusal };
  }
  return { table, kept: { notice, withdrawn, uncollected } };
};

const SETTINGS: readonly Partial<TableSettings>[] = [
  {},
  { opensItself: false, confirms: 'dealer' },
  { squeezeMs: 5_000 },
];
/** Two rounds, of which the second is a shoe’s last. */
const STEPS = 36;
const isInSecondCoup = ({ phase, state: { shoe } }: LiveTable): boolean =>
  phase === 'dealing' && shoe?.beads.length === 1 && !shoe.cutCardOut;
const SAID_AT_ANY_TIME: readonly DeskNotice[] = [
  { kind: 'torn' },
  { kind: 'slow', what: '6D' },
  { kind: 'notKept' },
];
const LINES: readonly ConnectionState[] = ['lost', 'connecting', 'ended', 'refused'];
/** Longer than a scanner is silent. */
const LATER_MS = 60_000;

const scenes = (): readonly Scene[] => {
  const found: Scene[] = [];
  for (const settings of SETTINGS) {
    const table = new LiveTable(settings).asking();
    let uncollected: DeskView['uncollected'];
    const met = new Set<string>();
    for (let step = 0; step < STEPS; step += 1) {
      const scene = {
        table: forkOf(table),
        kept: { notice: undefined, withdrawn: undefined, uncollected },
      };
      const { desk, phase } = copied(table);
      const next = `${phase} ${desk?.next} ${uncollected?.game}`;
      if (!met.has(next)) {
        const once = Object.values(COMMANDS).map((act) => after(scene, act));
        const twice = once.flatMap((one) => SECOND.map((name) => after(one, COMMANDS[name]!)));
        found.push(scene, ...once, ...twice);
      }
      met.add(next);
      const { length } = table.log;
      if (isInSecondCoup(table)) table.scan('CUT');
      else table.carryOn();
      for (const { event, seq, atMs } of table.log.slice(length)) {
        const body = viewOf(event, 'dealer');
        const message = { table: 'pb-1', seq, prev: seq - 1, atMs, ...body } as TableMessage;
        if (body !== undefined) uncollected = uncollectedAfter(uncollected, message, copied(table));
      }
    }
  }
  return found;
};

/** Scans that wait, and what others do, are not played here. */
const UNSEEN: readonly string[] = [
  'step.CUT.hint',
  'warn.cardsDueIn',
  'line.waiting',
  'line.sending',
  'notice.unknown',
  'notice.refused',
  'notice.called',
  'notice.byHand',
  'notice.corrected',
];

it('each sentence of the desk has what it demands in the list', () => {
  const listed = Object.keys(DEMANDS).filter((key) => !key.startsWith('refusal.'));
  expect(listed.sort()).toEqual([...every()].sort());
});

it('no two sentences on the screen contradict each other', () => {
  const seen = new Set<string>();
  const plain = new Set<string>();
  const said = new Set<string>();
  const wrong = new Set<string>();
  for (const { table, kept } of scenes()) {
    const copy = copied(table);
    const { phase, desk, suspended, round, shoe } = copy;
    const at = {
      ...{ phase, next: desk?.next, seat: desk?.seat, suspended, newCards: desk?.newCardsDue },
      ...{ closing: desk?.closing, dropped: desk?.dropped, streamLost: desk?.streamLost },
      ...{ cards: round?.cards.length, down: round?.faceDown?.open, isLast: round?.isLast },
      ...{ cutOut: shoe?.cutCardOut, ...kept, uncollected: kept.uncollected?.isVoid },
    };
    const key = JSON.stringify(at, (name, value: unknown) =>
      name === 'sinceMs' || name === 'card' ? undefined : value,
    );
    if (seen.has(key)) continue;
    seen.add(key);
    const look = (
      state: ConnectionState,
      notice: DeskNotice | undefined,
      member: typeof ME | typeof ANOTHER = ME,
    ): void => {
      const isDue = phase === 'bets_closed' || phase === 'dealing';
      const view: DeskView = {
        ...{ line: { state, reason: '' }, isJoined: state === 'connected', refused: undefined },
        ...{ procedures: [], request: undefined, tips: [], copy, waiting: [], ...kept, notice },
        cardDueSinceMs: isDue && desk?.seat !== null ? table.nowMs : undefined,
      };
      const now = saidBy(view, table.nowMs + LATER_MS, member);
      for (const each of now) said.add(each);
      for (const each of contradictions(now)) wrong.add(each);
    };
    look('connected', kept.notice);
    if (suspended?.reason === 'scanner_dead') look('connected', { kind: 'dropped', codes: ['6D'] });
    if (plain.has(`${phase} ${suspended?.reason}`)) continue;
    plain.add(`${phase} ${suspended?.reason}`);
    look('connected', kept.notice, ANOTHER);
    for (const notice of SAID_AT_ANY_TIME) look('connected', notice);
    for (const state of LINES) look(state, undefined);
  }
  expect([...wrong]).toEqual([]);
  expect(Object.keys(DEMANDS).filter((key) => !said.has(key))).toEqual(UNSEEN);
});
