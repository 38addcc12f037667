/**
 * What a table answers to each command in each of its situations. The commands are such as would be
 * taken if their time had come.
 */
import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable, possibleCard } from '../../test/kit/live-table.js';
import { nextSeat } from '../punto-banco/coup.js';
import type { TableCommand } from './command.js';
import { decide } from './decide.js';
import type { RoundRefusal } from './refusal.js';
import { makeScanCode } from './scan-code.js';
import { scanCodesOf } from './state.js';

type Kind = TableCommand['kind'];
/** Some commands share their fields. */
type Asked<K extends Kind, C = TableCommand> = C extends { readonly kind: infer Kinds }
  ? K extends Kinds
    ? Omit<C, 'kind'>
    : never
  : never;

const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
const by = 'Sven';

const scanOf = ({ state, nextScan }: LiveTable) => ({
  code: makeScanCode(possibleCard(state), scanCodesOf(state)),
  scanSeq: nextScan,
});
const ordinalOf = ({ state }: LiveTable): number => state.shoe?.ordinal ?? 0;
const seatOf = ({ state }: LiveTable) =>
  nextSeat(state.round?.cards ?? []) ?? ({ side: 'banco', position: 3 } as const);

const ASKED: { readonly [K in Kind]: (table: LiveTable) => Asked<K> } = {
  open_table: () => ({ dealer: 'Dirk' }),
  relieve_dealer: () => ({ dealer: 'Dirk' }),
  close_table: () => ({}),
  bring_cards: () => ({ cards: 'box-99', by }),
  shuffle_cards: () => ({ how: 'manual', by }),
  cut_shoe: () => ({ by }),
  new_shoe: () => ({}),
  burn: scanOf,
  open_betting: () => ({ by }),
  scan: scanOf,
  start_shoe_change: () => ({ by }),
  withdraw_card: () => ({ reason: 'misread', setAside: false, by }),
  show_card: () => ({ by }),
  confirm_coup: () => ({ by }),
  report_malfunction: () => ({ malfunction: 'other', cards: null, note: '', by }),
  count_card: () => ({ face: null, isOut: true, by }),
  call_manager: () => ({ by }),
  lose_stream: () => ({}),
  regain_stream: () => ({}),
  tick: () => ({}),
  finish_acceptance: ({ game }) => ({ game, taken: 1, voided: 0, change: '0', digest: '' }),
  finish_settlement: ({ game }) => ({ game, stakes: '100', paid: '0' }),
  finish_refund: ({ game }) => ({ game, stakes: '100' }),
  finish_correction: ({ game }) => ({
    game,
    correction: 1,
    stakes: '0',
    paid: '0',
    shortfall: '0',
  }),
  suspend: () => ({ reason: 'a doubt', by }),
  resume: () => ({ by }),
  void_round: ({ game }) => ({ game, reason: 'a doubt', ...EYES }),
  enter_card: (table) => ({
    game: table.game,
    card: possibleCard(table.state),
    ...seatOf(table),
    ...EYES,
  }),
  enter_burn: (table) => ({
    shoe: ordinalOf(table),
    card: possibleCard(table.state),
    ...EYES,
  }),
  enter_cut_card: (table) => ({
    shoe: ordinalOf(table),
    game: table.state.round?.game ?? null,
    ...EYES,
  }),
  correct_card: ({ game }) => ({ game, card: '9d', side: 'punto', position: 1, ...EYES }),
  correct_round: (table) => ({
    shoe: ordinalOf(table),
    game: table.game,
    correction: 1,
    fix: 'void',
    coup: null,
    player: null,
    reason: 'a doubt',
    ...EYES,
  }),
  order_hand_pay: ({ game }) => ({
    game,
    player: '12',
    amount: '100',
    reason: 'a doubt',
    ...EYES,
  }),
  close_spot: () => ({ spot: 'egalite', by }),
  open_spot: () => ({ spot: 'egalite', by }),
  call_closing: () => ({ by }),
  call_off_closing: () => ({ by }),
  change_settings: () => ({ settings: {} }),
};

type Answers = Readonly<Record<string, string>>;

const words = (...lines: readonly string[]): string => lines.join(' ');

/** By command, from the commands by their answer. */
const answers = (commands: Partial<Record<'ok' | RoundRefusal, string>>): Answers =>
  Object.fromEntries(
    Object.entries(commands).flatMap(([answer, kinds]) =>
      kinds.split(' ').map((kind) => [kind, answer]),
    ),
  );

/** A closed table: nothing but its opening, settings, and what concerns past rounds. */
const CLOSED = answers({
  ok: 'open_table correct_round close_spot change_settings',
  table_is_closed: words(
    'relieve_dealer close_table bring_cards shuffle_cards cut_shoe new_shoe burn open_betting',
    'scan start_shoe_change withdraw_card show_card confirm_coup report_malfunction count_card',
    'call_manager lose_stream suspend enter_card enter_burn enter_cut_card correct_card',
    'call_closing call_off_closing',
  ),
  stream_is_live: 'regain_stream',
  nothing_is_due: 'tick',
  wrong_round: 'finish_acceptance finish_settlement finish_refund order_hand_pay void_round',
  correction_is_over: 'finish_correction',
  table_is_not_suspended: 'resume',
  spot_is_open: 'open_spot',
});

/** A table whose cards are changed: new ones are due, and no shoe is in place. */
const CHANGING = answers({
  table_is_open: 'open_table',
  ok: words(
    'relieve_dealer close_table bring_cards report_malfunction call_manager lose_stream',
    'suspend correct_round close_spot call_closing change_settings',
  ),
  new_cards_are_due: 'shuffle_cards cut_shoe new_shoe',
  shoe_is_not_ready: 'burn open_betting count_card enter_burn enter_cut_card',
  card_not_due: 'scan',
  shoe_change_is_due: 'start_shoe_change',
  nothing_to_withdraw: 'withdraw_card',
  coup_is_not_complete: 'confirm_coup',
  nothing_to_show: 'show_card',
  stream_is_live: 'regain_stream',
  nothing_is_due: 'tick',
  wrong_round:
    'finish_acceptance finish_settlement finish_refund order_hand_pay void_round enter_card correct_card',
  correction_is_over: 'finish_correction',
  table_is_not_suspended: 'resume',
  spot_is_open: 'open_spot',
  table_is_not_closing: 'call_off_closing',
});

/** A table with bets on a round. */
const IN_ROUND = answers({
  table_is_open: 'open_table',
  ok: words(
    'relieve_dealer report_malfunction count_card call_manager lose_stream suspend void_round',
    'enter_cut_card close_spot call_closing change_settings',
  ),
  round_in_hand: words(
    'close_table bring_cards shuffle_cards cut_shoe new_shoe open_betting start_shoe_change',
  ),
  shoe_is_ready: 'burn enter_burn',
  betting_is_open: 'scan enter_card',
  nothing_to_withdraw: 'withdraw_card',
  coup_is_not_complete: 'confirm_coup',
  nothing_to_show: 'show_card',
  stream_is_live: 'regain_stream',
  nothing_is_due: 'tick finish_acceptance',
  round_is_over: 'finish_settlement finish_refund order_hand_pay',
  correction_is_over: 'finish_correction',
  table_is_not_suspended: 'resume',
  card_not_due: 'correct_card',
  round_is_not_over: 'correct_round',
  spot_is_open: 'open_spot',
  table_is_not_closing: 'call_off_closing',
});

/** A table between two rounds. */
const BETWEEN = answers({
  table_is_open: 'open_table',
  ok: words(
    'relieve_dealer close_table open_betting start_shoe_change report_malfunction count_card',
    'call_manager lose_stream suspend correct_round close_spot call_closing change_settings',
  ),
  shoe_change_is_not_due: 'bring_cards shuffle_cards cut_shoe new_shoe',
  shoe_is_ready: 'burn enter_burn',
  card_not_due: 'scan enter_card correct_card',
  nothing_to_withdraw: 'withdraw_card',
  coup_is_not_complete: 'confirm_coup',
  nothing_to_show: 'show_card',
  stream_is_live: 'regain_stream',
  nothing_is_due: 'tick finish_acceptance',
  round_is_over: 'finish_settlement finish_refund order_hand_pay void_round',
  correction_is_over: 'finish_correction',
  table_is_not_suspended: 'resume',
  wrong_round: 'enter_cut_card',
  spot_is_open: 'open_spot',
  table_is_not_closing: 'call_off_closing',
});

/** A suspended table, between two rounds. */
const SUSPENDED = answers({
  table_is_open: 'open_table',
  ok: words(
    'relieve_dealer report_malfunction count_card call_manager lose_stream resume',
    'correct_round close_spot call_closing change_settings',
  ),
  table_is_suspended: words(
    'close_table bring_cards shuffle_cards cut_shoe new_shoe burn open_betting scan',
    'start_shoe_change show_card confirm_coup suspend enter_card enter_burn enter_cut_card',
  ),
  nothing_to_withdraw: 'withdraw_card',
  stream_is_live: 'regain_stream',
  nothing_is_due: 'tick finish_acceptance',
  round_is_over: 'finish_settlement finish_refund order_hand_pay void_round',
  correction_is_over: 'finish_correction',
  card_not_due: 'correct_card',
  spot_is_open: 'open_spot',
  table_is_not_closing: 'call_off_closing',
});

const opened = () => new LiveTable().do({ kind: 'open_table', dealer: DEALER });
const betting = () => new LiveTable().open().bets();
const dealing = (settings = {}) => new LiveTable(settings).open().bets().close().scan('9h', '4c');
const resulted = () => dealing().scan('Kd', '2s');
const settled = () => resulted().settle();
const suspended = (table: LiveTable) => table.do({ kind: 'suspend', reason: 'a doubt', by });
const voided = (table = betting()) =>
  table.do({ kind: 'void_round', game: table.game, reason: 'a doubt', ...EYES });

interface Situation {
  readonly table: () => LiveTable;
  /** What it answers as in another situation. */
  readonly as: Answers;
  /** And what it does not. */
  readonly but?: Answers;
}

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'is closed': { table: () => new LiveTable(), as: CLOSED },
  'has just opened': { table: opened, as: CHANGING },
  'has new cards': {
    table: () => opened().bringCards(),
    as: CHANGING,
    but: answers({ ok: 'shuffle_cards new_shoe', cards_are_not_shuffled: 'cut_shoe' }),
  },
  'has a shoe in place': {
    table: () => opened().newShoe(),
    as: CHANGING,
    but: answers({
      ok: 'burn enter_burn',
      shoe_is_in_place: 'shuffle_cards cut_shoe new_shoe',
      card_not_due: 'enter_cut_card',
    }),
  },
  'has a shoe that is burned': {
    table: () => opened().newShoe().burn(),
    as: CHANGING,
    but: answers({
      ok: 'shuffle_cards cut_shoe new_shoe open_betting count_card',
      shoe_is_ready: 'burn enter_burn',
      card_not_due: 'enter_cut_card',
    }),
  },
  'takes bets': { table: betting, as: IN_ROUND },
  'has called the last bets': { table: () => betting().tick(), as: IN_ROUND },
  'has closed the bets': {
    table: () => betting().close(),
    as: IN_ROUND,
    but: answers({ ok: 'scan enter_card' }),
  },
  'asks operators’ wallets for the stakes': {
    table: () => betting().bets().asking().close(),
    as: IN_ROUND,
    but: answers({
      ok: 'finish_acceptance',
      bets_are_being_accepted: 'scan enter_card void_round',
    }),
  },
  'deals a coup': {
    table: dealing,
    as: IN_ROUND,
    but: answers({ ok: 'scan withdraw_card enter_card correct_card' }),
  },
  'waits for its dealer to confirm a coup': {
    table: () => dealing({ confirms: 'dealer' }).scan('Kd', '2s'),
    as: IN_ROUND,
    but: answers({
      ok: 'withdraw_card confirm_coup correct_card',
      card_not_due: 'scan enter_card',
    }),
  },
  'has cards that lie face down': {
    table: () => dealing({ squeezeMs: 3_000 }),
    as: IN_ROUND,
    but: answers({
      ok: 'scan withdraw_card show_card enter_card correct_card',
      card_is_face_down: 'confirm_coup',
    }),
  },
  'has a whole coup that lies face down': {
    table: () => dealing({ squeezeMs: 3_000 }).scan('Kd', '2s'),
    as: IN_ROUND,
    but: answers({
      ok: 'withdraw_card show_card correct_card',
      card_is_face_down: 'confirm_coup',
      card_not_due: 'scan enter_card',
    }),
  },
  'pays a round': {
    table: resulted,
    as: IN_ROUND,
    but: answers({
      ok: 'finish_settlement order_hand_pay',
      card_not_due: 'scan enter_card',
      round_is_over: 'void_round finish_refund',
      wrong_round: 'enter_cut_card',
    }),
  },
  'has paid a round': { table: settled, as: BETWEEN },
  'has paid the last round of its shoe': {
    table: () => betting().scan('CUT').close().scan('9h', '4c', 'Kd', '2s').settle(),
    as: BETWEEN,
    but: answers({ shoe_change_is_due: 'open_betting' }),
  },
  'has paid a round, after which new cards are due': {
    table: () => {
      const table = dealing().do({ kind: 'lose_stream' }, { kind: 'regain_stream' });
      return table.do({ kind: 'resume', by }).scan('Kd', '2s').settle();
    },
    as: BETWEEN,
    but: answers({ shoe_change_is_due: 'open_betting' }),
  },
  'gives the stakes of a void round back': {
    table: () => voided(),
    as: IN_ROUND,
    but: answers({
      ok: 'finish_refund order_hand_pay',
      card_not_due: 'scan enter_card',
      round_is_over: 'void_round finish_settlement',
      wrong_round: 'enter_cut_card',
    }),
  },
  'has given the stakes of a void round back': { table: () => voided().refund(), as: BETWEEN },
  'is suspended while it takes bets': {
    table: () => suspended(betting()),
    as: SUSPENDED,
    but: answers({ ok: 'void_round', round_is_not_over: 'correct_round' }),
  },
  'is suspended in the middle of a coup': {
    table: () => suspended(dealing()),
    as: SUSPENDED,
    but: answers({
      ok: 'withdraw_card void_round correct_card',
      round_is_not_over: 'correct_round',
    }),
  },
  'is suspended while it pays': {
    table: () => suspended(resulted()),
    as: SUSPENDED,
    but: answers({ ok: 'finish_settlement order_hand_pay', round_is_not_over: 'correct_round' }),
  },
  'is suspended between rounds': { table: () => suspended(settled()), as: SUSPENDED },
  'is suspended with a void round': {
    table: () => voided(suspended(betting())),
    as: SUSPENDED,
    but: answers({ ok: 'finish_refund order_hand_pay', round_is_not_over: 'correct_round' }),
  },
  'has lost its stream between rounds': {
    table: () => settled().do({ kind: 'lose_stream' }),
    as: SUSPENDED,
    but: answers({ ok: 'regain_stream', stream_is_lost: 'lose_stream resume' }),
  },
  'has lost its stream in a round': {
    table: () => betting().do({ kind: 'lose_stream' }),
    as: SUSPENDED,
    but: answers({
      ok: 'regain_stream void_round',
      stream_is_lost: 'lose_stream resume',
      round_is_not_over: 'correct_round',
    }),
  },
  'is to close after the round in hand': {
    table: () => betting().do({ kind: 'call_closing', by }),
    as: IN_ROUND,
    but: answers({ ok: 'call_off_closing', table_is_closing: 'call_closing' }),
  },
  'is to close, its last round paid': {
    table: () => settled().do({ kind: 'call_closing', by }),
    as: BETWEEN,
    but: answers({
      ok: 'call_off_closing',
      table_is_closing: 'open_betting start_shoe_change call_closing',
    }),
  },
};

/** What the table says to each command now. Nothing of it happens. */
const answersOf = ({ table }: Situation): Answers =>
  Object.fromEntries(
    Object.entries(ASKED).map(([kind, asked]) => {
      const at = table();
      const command = { kind, ...asked(at) } as TableCommand;
      const decision = decide(at.state, command, { nowMs: at.nowMs, nextGame: '1000000099' });
      return [kind, decision.ok ? 'ok' : decision.refusal];
    }),
  );

describe('every command is answered at a table that', () => {
  it.each(Object.keys(SITUATIONS))('%s', (name) => {
    const situation = SITUATIONS[name]!;
    expect(answersOf(situation)).toEqual({ ...situation.as, ...situation.but });
  });
});
