/**
 * A night at a table, made by fast-check: what a studio does, mixed with whatever people and
 * machines may get wrong.
 */
import fc from 'fast-check';
import { FACES } from '../../src/cards/card.js';
import { amount } from '../../src/money/amount.js';
import { type Slip, type SlipCommand, changeSlip, emptySlip } from '../../src/punto-banco/slip.js';
import { MODES, SPOTS } from '../../src/punto-banco/spot.js';
import { decideBet, slipRules } from '../../src/round/bet.js';
import type { TableCommand } from '../../src/round/command.js';
import { nextSeat } from '../../src/punto-banco/coup.js';
import { makeCoup } from '../../src/punto-banco/notation.js';
import { FIXES } from '../../src/round/correction.js';
import { MALFUNCTIONS } from '../../src/round/malfunction.js';
import { gameInHand } from '../../src/round/scan.js';
import { DEFAULT_SCAN_CODES, makeScanCode } from '../../src/round/scan-code.js';
import { CONFIRMATIONS, DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { phaseBeneath } from '../../src/round/state.js';
import { anyCoup } from './any-coup.js';
import { LiveTable } from './live-table.js';

/** One thing that happens. What it does depends on the state of the table then. */
type Step = (table: LiveTable) => void;

interface Night {
  readonly settings: Partial<TableSettings>;
  readonly steps: readonly Step[];
}

/** `says` is what fast-check prints of it. */
const step = (says: string, does: Step): Step =>
  Object.assign(does, { [fc.toStringMethod]: () => says });

const saying = (command: object): string => JSON.stringify(command);
const faces = fc.constantFrom(...FACES);
const codes = fc.oneof(
  { weight: 6, arbitrary: faces.map((card) => makeScanCode(card)) },
  { weight: 2, arbitrary: fc.constant('CUT') },
  { weight: 1, arbitrary: fc.constantFrom('', 'XX', 'KH ', '9-KH') },
  { weight: 2, arbitrary: fc.constantFrom('1-KH', '1-4C', '2-KH') },
);

const OTHER_CODES = { format: '<suit>[.<deck>]<rank>', cutCard: 'END', checksum: 'none' } as const;

/** What a studio at work does next: it makes nights long enough to be worth looking at. */
const work = fc.tuple(faces, fc.boolean()).map(([card, bets]) =>
  step(bets ? 'bet or work' : `work ${card}`, (table) => {
    if (table.phase === 'betting' && bets && table.state.round!.bets < 3) table.bets();
    else if (table.phase === 'suspended' && bets) payWhatIsOwed(table);
    else if (!table.hasRunOut) table.carryOn(isLeft(table, card) ? card : undefined);
  }),
);

/** The settlement does not wait for the pit. */
const payWhatIsOwed = (table: LiveTable): void => {
  const beneath = phaseBeneath(table.state);
  if (beneath === 'resulted') table.settle();
  if (beneath === 'void' && !table.state.refunded) table.refund();
};

const isLeft = ({ state: { shoe } }: LiveTable, card: string): boolean =>
  shoe === null || shoe.removed || shoe.seen.filter((seen) => seen === card).length < shoe.decks;

const settings: fc.Arbitrary<Partial<TableSettings>> = fc.record({
  decks: fc.constantFrom(1, 2, 8),
  confirms: fc.constantFrom(...CONFIRMATIONS),
  squeezeMs: fc.constantFrom(null, null, 3_000),
  tipMax: fc.constantFrom(null, '5000'),
  cardsMaxMs: fc.constantFrom(86_400_000, 86_400_000, 120_000),
  scanCodes: fc.constantFrom(DEFAULT_SCAN_CODES, DEFAULT_SCAN_CODES, OTHER_CODES),
  streamLostMs: fc.constantFrom(null, 5_000),
  opensItself: fc.boolean(),
  pauseMs: fc.constantFrom(0, 6_000),
  lastBetsMs: fc.constantFrom(0, 5_000, 15_000),
});

const scans = fc
  .record({
    kind: fc.constantFrom('scan' as const, 'burn' as const),
    code: codes,
    ahead: fc.constantFrom(1, 1, 1, 1, 0, 2, -3),
  })
  .map(({ kind, code, ahead }) =>
    step(`${kind} ${code} ${ahead}`, (table) => {
      const scanSeq = Math.max(0, table.nextScan - 1 + ahead);
      table.give({ kind, code, scanSeq });
    }),
  );

const repeats = fc.constant(
  step('repeat the last scan', (table) => {
    const { lastScan } = table.state;
    if (lastScan !== null) table.give({ kind: 'scan', ...lastScan });
  }),
);

const commands: fc.Arbitrary<TableCommand> = fc.oneof(
  fc.constantFrom<TableCommand>(
    { kind: 'open_table', dealer: 'Dirk' },
    { kind: 'relieve_dealer', dealer: 'Dirk' },
    { kind: 'close_table' },
    { kind: 'bring_cards', cards: 'the same again', by: 'Dora' },
    { kind: 'shuffle_cards', how: 'manual', by: 'Dora' },
    { kind: 'cut_shoe', by: 'Dora' },
    { kind: 'new_shoe', by: 'Dora' },
    { kind: 'open_betting' },
    { kind: 'start_shoe_change' },
    { kind: 'tick' },
    ...Array<TableCommand>(4).fill({ kind: 'suspend', reason: 'video lost', by: 'Dora' }),
    { kind: 'resume', by: 'Sven' },
    { kind: 'show_card', by: 'Dora' },
    { kind: 'confirm_coup', by: 'Dora' },
    { kind: 'call_manager', by: 'Dora' },
    { kind: 'lose_stream' },
    { kind: 'regain_stream' },
    { kind: 'call_closing', by: 'Sven' },
    { kind: 'call_off_closing', by: 'Sven' },
  ),
  fc.record({
    kind: fc.constant('report_malfunction' as const),
    malfunction: fc.constantFrom(
      'cards_dropped' as const,
      'cards_dropped' as const,
      ...MALFUNCTIONS,
    ),
    cards: fc.constantFrom(null, 2, 4),
    note: fc.constant(''),
    by: fc.constant('Dora'),
  }),
  fc.record({
    kind: fc.constantFrom('close_spot' as const, 'open_spot' as const),
    spot: fc.constantFrom('punto' as const, 'super_6' as const),
    by: fc.constant('Sven'),
  }),
  settings.map((changed) => ({
    kind: 'change_settings' as const,
    settings: { ...DEFAULT_SETTINGS, ...changed },
  })),
);

/** A card that is said to have left the shoe without a seat, or not to have. */
const counted = fc
  .record({ face: fc.option(faces, { nil: null }), isOut: fc.boolean() })
  .map(({ face, isOut }) =>
    step(`count ${face ?? 'a card'} ${isOut ? 'out' : 'in'}`, (table) => {
      table.give({ kind: 'count_card', face, isOut, by: 'Dora' });
    }),
  );

/** Asked for the round in hand, or for one that is not. */
const ofRound = fc
  .record({
    kind: fc.constantFrom('void_round', 'void_round', 'finish_settlement', 'finish_refund'),
    isOther: fc.constantFrom(false, false, false, true),
    reason: fc.constantFrom('a card fell', 'a card fell', 'a card fell', ''),
    requestedBy: fc.constantFrom('Dora', 'Dora', 'Dora', ''),
    approvedBy: fc.constantFrom('Sven', 'Sven', 'Sven', 'Dora'),
  })
  .map(({ kind, isOther, ...people }) =>
    step(saying({ kind, isOther, ...people }), (table) => {
      const game = isOther ? '1000000000' : table.game;
      const stakes = table.state.round?.stakes ?? '0';
      if (kind === 'void_round') table.give({ kind, game, ...people });
      else if (kind === 'finish_refund') table.give({ kind, game, stakes });
      else table.give({ kind: 'finish_settlement', game, stakes, paid: '0' });
    }),
  );

const withdrawals = fc
  .record({
    setAside: fc.boolean(),
    reason: fc.constantFrom('misread' as const, 'wrong_third_card' as const),
  })
  .map(({ setAside, reason }) =>
    step(`withdraw ${reason} ${setAside}`, (table) => {
      table.give({ kind: 'withdraw_card', reason, setAside, by: 'Dora' });
    }),
  );

const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;

/** A card that two persons enter: on the seat that is due, or on one that has a card. */
const saidCards = fc
  .record({
    kind: fc.constantFrom('enter_card' as const, 'correct_card' as const),
    card: faces,
    back: fc.nat(5),
  })
  .map(({ kind, card, back }) =>
    step(`${kind} ${card} ${back}`, (table) => {
      const cards = table.state.round?.cards ?? [];
      const at = kind === 'enter_card' ? cards : cards.slice(0, Math.max(0, cards.length - back));
      const seat = nextSeat(at);
      if (seat !== undefined) table.give({ kind, game: table.game, card, ...seat, ...EYES });
    }),
  );

/**
 * The cards of the shoe that two persons enter: for this one, and the coup in hand, or for another.
 */
const saidOfShoe = fc
  .record({
    kind: fc.constantFrom('enter_burn' as const, 'enter_cut_card' as const),
    card: faces,
    isOther: fc.constantFrom(false, false, false, true),
  })
  .map(({ kind, card, isOther }) =>
    step(`${kind} ${card} ${isOther}`, (table) => {
      const shoe = (table.state.shoe?.ordinal ?? 0) + (isOther ? 1 : 0);
      const game = isOther ? '1000000000' : gameInHand(table.state);
      if (kind === 'enter_burn') table.give({ kind, shoe, card, ...EYES });
      else table.give({ kind, shoe, game, ...EYES });
    }),
  );

/** An earlier round is corrected, and the correction is paid sooner or later. */
const corrections = fc
  .record({ fix: fc.constantFrom(...FIXES), back: fc.nat(4), coup: anyCoup, isPaid: fc.boolean() })
  .map(({ fix, back, coup, isPaid }) =>
    step(`correct ${fix} ${back} ${makeCoup(coup)}`, (table) => {
      const games = table.log.flatMap(({ event, seq }) =>
        event.kind === 'coup_decided' ? [{ game: event.game, seq }] : [],
      );
      const one = games.at(-1 - back);
      if (one === undefined) return;
      const correction = 1 + table.state.corrections.length;
      table.give({
        kind: 'correct_round',
        game: one.game,
        correction,
        fix,
        coup: fix === 'resettle' ? makeCoup(coup) : null,
        player: fix === 'refund' ? '7' : null,
        reason: 'misread_card',
        shoe: table.states[one.seq]?.shoe?.ordinal ?? 0,
        ...EYES,
      });
      const [owed] = table.state.corrections;
      if (!isPaid || owed === undefined) return;
      const amounts = { stakes: '100', paid: '100', shortfall: '0' } as const;
      table.do({ kind: 'finish_correction', ...owed, ...amounts });
    }),
  );

const slipCommands: fc.Arbitrary<SlipCommand> = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    spot: fc.constantFrom(...SPOTS),
    amount: fc.constantFrom(0, 50, 100, 100_000_000).map(amount),
  }),
  fc.constantFrom<SlipCommand>({ kind: 'undo' }, { kind: 'clear' }, { kind: 'double' }),
  fc.constantFrom(...MODES).map((mode): SlipCommand => ({ kind: 'mode', mode })),
);

/** A player who bets at any time. The bets that stand go into the log. */
const bets = fc.array(slipCommands, { minLength: 1, maxLength: 4 }).map((played) =>
  step(`bet ${played.map(({ kind }) => kind).join()}`, (table) => {
    let slip: Slip = emptySlip('zero_commission');
    for (const command of played) {
      const change = decideBet(
        table.state,
        table.game,
        slip,
        command,
        slipRules(table.state, null),
      );
      if (typeof change === 'string') continue;
      slip = change.slip;
      table.bets(Number(change.total));
    }
    if (slip.stakes.size > 0 && slip.placements.length > 2) {
      const change = changeSlip(slip, { kind: 'clear' }, slipRules(table.state, null));
      if (typeof change !== 'string') table.bets(Number(change.total));
    }
  }),
);

const pauses = fc.constantFrom(1, 400, 5_000, 20_000).map((ms) =>
  step(`wait ${ms}`, (table) => {
    table.later(ms);
  }),
);

/** What one person, a scanner or the clock does. */
const ALONE = [
  { weight: 30, arbitrary: work },
  { weight: 3, arbitrary: scans },
  { weight: 1, arbitrary: repeats },
  {
    weight: 3,
    arbitrary: commands.map((command) =>
      step(saying(command), (table) => void table.give(command)),
    ),
  },
  { weight: 2, arbitrary: withdrawals },
  { weight: 1, arbitrary: counted },
  { weight: 2, arbitrary: bets },
  { weight: 2, arbitrary: pauses },
];

/** What needs two persons. */
const APPROVED = [
  { weight: 4, arbitrary: ofRound },
  { weight: 2, arbitrary: saidCards },
  { weight: 2, arbitrary: saidOfShoe },
  { weight: 2, arbitrary: corrections },
];

/** From then on wallets are asked for stakes when the bets close. */
const ASKED = [
  { weight: 1, arbitrary: fc.constant(step('ask wallets', (table) => void table.asking())) },
];

const nightOf = (happenings: readonly fc.WeightedArbitrary<Step>[]): fc.Arbitrary<Night> =>
  fc.record({
    settings,
    steps: fc.array(fc.oneof(...happenings), { minLength: 1, maxLength: 150, size: 'max' }),
  });

export const anyNight = nightOf([...ALONE, ...APPROVED, ...ASKED]);

/** For a log in Postgres, which holds nothing that was not approved there. */
export const anyNightAlone = nightOf(ALONE);

/** The table after the night. `look` is called after each step. */
export const play = (
  { settings, steps }: Night,
  look: (table: LiveTable) => void = () => undefined,
): LiveTable => {
  const table = new LiveTable(settings);
  for (const each of steps) {
    each(table);
    look(table);
  }
  return table;
};
