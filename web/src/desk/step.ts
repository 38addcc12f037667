/** What the screen says in its largest letters, and what Enter does then. */
import type { TableCopy } from '../../../src/client/table-copy.js';
import { mayDo } from '../../../src/protocol/operations.js';
import { dealCoup } from '../../../src/punto-banco/coup.js';
import type { Outcome } from '../../../src/punto-banco/outcome.js';
import type { NextAction } from '../../../src/round/next-action.js';
import type { Member } from '../staff/member.js';
import { COLLECTED_AT_LAST, type UncollectedCards } from './uncollected-cards.js';

type StepName =
  | NextAction
  | 'TAKE_OVER'
  | 'LAST_BETS'
  | 'VOID'
  | 'COLLECT_LAST' // The shoe is changed next, or the table is closed.
  | 'WAIT_FOR_LINK'
  | 'LINK_CLOSED';

/** What Enter does. For a shuffle there is a key for each way. */
export type Action =
  | 'table:open'
  | 'table:relieve'
  | 'shoe:cut'
  | 'betting:open'
  | 'card:show'
  | 'coup:confirm'
  | 'collect'
  | 'connect'
  | 'bring'
  | 'shuffle';

/** `deal` waits for a card, `wait` for the clock or the settlement. */
type Tone = 'act' | 'punto' | 'banco' | 'card' | 'bets' | 'wait' | 'stop';

export interface Step {
  readonly name: StepName;
  readonly tone: Tone;
  readonly action: Action | undefined;
  /** Cards to burn. */
  readonly count: number;
  /** How the coup ended, where it is to be shown. */
  readonly outcome: Outcome | undefined;
  /** Until when it counts down, in ms of the studio’s clock. */
  readonly untilMs: number | undefined;
}

/**
 * Undefined for a table that is not seen as staff see it. `lying`: the cards that have not been
 * collected.
 */
export const stepOf = (
  copy: TableCopy,
  me: Pick<Member, 'id' | 'role'>,
  uncollected?: UncollectedCards,
): Step | undefined => {
  const { desk, phase, round } = copy;
  if (desk === null) return undefined;
  if (!dealsHere(copy, me)) return step('TAKE_OVER', 'act', 'table:relieve');
  const mustCollect =
    COLLECTED_AT_LAST.has(phase) && uncollected?.game === round?.game && uncollected;
  const isOver =
    phase === 'resulted' || phase === 'settled' || (mustCollect && !uncollected.isVoid);
  const name = mustCollect ? 'COLLECT_LAST' : nameOf(desk.next, phase);
  return {
    ...step(name, ...WAYS[name]),
    count: desk.toBurn ?? 0,
    outcome: isOver ? dealCoup(round?.cards ?? [])?.outcome : undefined,
    untilMs: untilMsOf(copy),
  };
};

const untilMsOf = ({ phase, round }: TableCopy): number | undefined => {
  if (phase === 'accepting_bets') return round?.acceptedByMs;
  if (phase === 'dealing') return round?.faceDown?.showsAtMs;
  return phase === 'betting' || phase === 'last_bets' ? round?.closesAtMs : undefined;
};

/** Only the dealer who opened the table deals at it. The shift manager may stand in. */
export const dealsHere = ({ phase, dealer }: TableCopy, me: Pick<Member, 'id' | 'role'>): boolean =>
  phase === 'closed' || dealer === me.id || mayDo(me.role, 'shoe:change');

const nameOf = (next: NextAction, phase: TableCopy['phase']): StepName => {
  if (phase === 'last_bets') return 'LAST_BETS';
  return phase === 'void' && next === 'COLLECT' ? 'VOID' : next;
};

const step = (name: StepName, tone: Tone, action: Action | undefined): Step => ({
  name,
  tone,
  action,
  count: 0,
  outcome: undefined,
  untilMs: undefined,
});

const WAYS: Readonly<Record<StepName, readonly [tone: Tone, action: Action | undefined]>> = {
  OPEN_TABLE: ['act', 'table:open'],
  TAKE_OVER: ['act', 'table:relieve'],
  BRING_CARDS: ['act', 'bring'],
  SHUFFLE: ['act', 'shuffle'],
  CUT: ['act', 'shoe:cut'],
  SCAN_BURN: ['card', undefined],
  BURN: ['act', 'betting:open'],
  OPEN_BETS: ['act', 'betting:open'],
  WAIT_FOR_CLOSE: ['bets', undefined],
  LAST_BETS: ['bets', undefined],
  WAIT_FOR_WALLETS: ['bets', undefined],
  DEAL_PUNTO_1: ['punto', undefined],
  DEAL_BANCO_1: ['banco', undefined],
  DEAL_PUNTO_2: ['punto', undefined],
  DEAL_BANCO_2: ['banco', undefined],
  PUNTO_DRAWS: ['punto', undefined],
  BANCO_DRAWS: ['banco', undefined],
  SHOW_CARD: ['act', 'card:show'],
  CONFIRM: ['act', 'coup:confirm'],
  COLLECT: ['wait', undefined],
  VOID: ['wait', undefined],
  LAST_HAND_DONE: ['wait', undefined],
  COLLECT_LAST: ['act', 'collect'],
  WAIT_FOR_MANAGER: ['stop', undefined],
  WAIT_FOR_LINK: ['stop', undefined],
  LINK_CLOSED: ['stop', 'connect'],
  CLOSED: ['wait', undefined],
};

/** Whether the next card is to come by a scan. */
export const waitsForCard = ({ tone }: Step): boolean => tone === 'punto' || tone === 'banco';

/** No card may come yet, or the dealer is to do something else first. */
const TAKES_NO_SCAN: ReadonlySet<StepName> = new Set([
  'TAKE_OVER',
  'WAIT_FOR_CLOSE',
  'LAST_BETS',
  'WAIT_FOR_WALLETS',
  'SHOW_CARD',
  'WAIT_FOR_MANAGER',
  'LINK_CLOSED',
]);

/** Whether a scan that failed is to be made again. */
export const takesScan = ({ name }: Step): boolean => !TAKES_NO_SCAN.has(name);

/** The table as it was when the connection was lost. Nobody at the desk knows its state now. */
export const NO_LINK: Step = step('WAIT_FOR_LINK', ...WAYS.WAIT_FOR_LINK);
/** The studio closed the connection itself. It comes back when it is asked for. */
export const LINK_CLOSED: Step = step('LINK_CLOSED', ...WAYS.LINK_CLOSED);
