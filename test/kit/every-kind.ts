/**
 * One table at which everything happens once. Every kind of event is in its log, and most refusals
 * of a scan.
 */
import { amount } from '../../src/money/amount.js';
import {
  readStakeVerdicts,
  takeVoidStakesOff,
  voidUndecided,
} from '../../src/ledger/stakes-of-wallets.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { coup } from './any-coup.js';
import { approved } from './approvals.js';
import { openPlayers } from './credit.js';
import type { TestDatabase } from './database.js';
import { RunningTable } from './running-table.js';
import { asSuperuser } from './superuser.js';

const SETTINGS = {
  betMs: 3_600_000,
  lastBetsMs: 600_000,
  pauseMs: 0,
  opensItself: false,
  confirms: 'dealer',
  streamLostMs: 864_000_000,
  cardsMaxMs: 40_000_000,
  scanCodes: { ...DEFAULT_SETTINGS.scanCodes, format: '<deck>-<rank><suit>' },
} as const;

const LONG = coup('P 2h Kd 7s . B Tc Ks Kh');
const NATURAL = coup('P 9h Kd . B Ts Qs');
const DAY_MS = 86_400_000;

/** Plays it, and leaves the table open with a round in hand. */
export const playEveryKind = async (database: TestDatabase): Promise<RunningTable> => {
  const [player] = await openPlayers(database.pool, [5_000_000]);
  const { id } = player!;
  const at = await RunningTable.open(database, SETTINGS);
  await at.do({ kind: 'open_table', dealer: 'Dora' });
  await at.do({ kind: 'relieve_dealer', dealer: 'Dirk' });
  await at.do({ kind: 'bring_cards', cards: 'every kind 1', by: 'Dirk' });
  await at.do({ kind: 'shuffle_cards', how: 'machine', by: 'Dirk' });
  await at.do({ kind: 'cut_shoe', by: 'Dirk' });
  await scan(at, '1-KS', 'burn');
  await at.table.join(id);
  const games: string[] = [];
  const bets = async (): Promise<void> => {
    games.push((await at.do({ kind: 'open_betting', by: 'Dirk' }), at.game));
    await at.bet(id, { kind: 'place', spot: 'punto', amount: amount(10_000) });
    await at.bet(id, { kind: 'place', spot: 'egalite', amount: amount(500) });
  };
  const confirm = async (): Promise<void> => {
    await at.do({ kind: 'confirm_coup', by: 'Dirk' });
    await at.paid();
  };

  // A round in which the pit has much to say, and the scanner makes mistakes.
  await bets();
  await at.do({ kind: 'close_spot', spot: 'banco_pair', by: 'Sven' });
  await at.do({ kind: 'call_manager', by: 'Dirk' });
  await tooEarly(at);
  await at.do({ kind: 'change_settings', settings: { name: 'Punto', decks: 6 }, by: 'Sven' });
  await at.closeBets();
  await scan(at, '1-2H');
  await withdraw(at, 'misread', false);
  await scan(at, '1-2H');
  await at.table.perform({ kind: 'scan', code: '1-2H', scanSeq: nextScan(at) });
  await at.do({ kind: 'resume', by: 'Sven' });
  await scan(at, '1-TC', '1-KD', '1-9S');
  await withdraw(at, 'wrong_order', true);
  await scan(at, '1-QS', '1-7S', '1-KH');
  await confirm();
  await at.do({ kind: 'open_spot', spot: 'banco_pair', by: 'Sven' });

  // A void round, whose stakes go back by hand; the cut card; the stream is lost and comes back.
  await bets();
  await at.do({ kind: 'call_closing', by: 'Sven' });
  await at.do({ kind: 'call_off_closing', by: 'Sven' });
  const returnByHand = async (): Promise<void> => {
    const asked = { kind: 'void', table: at.state.table, game: at.game } as const;
    const persons = await approved(database.pool, asked);
    at.isPaying = false;
    await at.do({ kind: 'void_round', game: at.game, reason: 'misdeal', ...persons });
    await at.orderHandPay(id, '10500');
    await at.payNow();
  };
  await returnByHand();
  await bets();
  await at.closeBets();
  await scan(at, '2-9H', 'CUT', '2-TS', '2-KD', '2-QS');
  await at.do({ kind: 'lose_stream' });
  await at.do({ kind: 'regain_stream' });
  await at.do({ kind: 'resume', by: 'Sven' });
  await confirm();
  await at.correct(games[0]!, 'refund', { player: id });
  await at.correct(games[0]!, 'resettle', { coup: 'P 2h Kd 7d . B Tc Ks Kh' });
  if (at.state.phase !== 'shoe_change') await at.do({ kind: 'start_shoe_change', by: 'Sven' });

  // The next process; another shoe, and a correction of the one before.
  await at.reopen();
  await at.table.join(id);
  await at.do({ kind: 'bring_cards', cards: 'every kind 2', by: 'Dirk' });
  await at.do({ kind: 'new_shoe', by: 'Dirk' });
  await scan(at, '4-AS', 'burn');
  await bets();
  await at.correct(games[2]!, 'void');
  await at.closeBets();
  await scan(at, ...LONG.cards.map((card) => `5-${makeScanCode(card)}`));
  await confirm();
  await at.do({
    kind: 'report_malfunction',
    ...{ malfunction: 'cards_dropped', cards: 4, note: 'a gust of wind', by: 'Dirk' },
  });
  await at.do({ kind: 'resume', by: 'Sven' });
  await at.do({ kind: 'close_table', by: 'Dirk' });

  // The day after: the cards are too old in the middle of a round.
  const changed = { confirms: 'itself', streamLostMs: null, squeezeMs: 3_000 } as const;
  await at.do({ kind: 'change_settings', settings: changed });
  at.forward(DAY_MS);
  await at.do({ kind: 'open_table', dealer: 'Dora' });
  await at.do({ kind: 'bring_cards', cards: 'every kind 3', by: 'Dora' });
  await at.do({ kind: 'new_shoe' });
  await scan(at, '3-3D', 'burn');
  await bets();
  await untakenStakes(at, database);
  await returnByHand();
  for (let round = 0; round < 2; round += 1) {
    await bets();
    await returnByHand();
  }
  await bets();
  at.forward(SETTINGS.cardsMaxMs);
  await at.do({ kind: 'tick' });
  await at.do({ kind: 'tick' });
  await scan(at, ...NATURAL.cards.map((card) => `6-${makeScanCode(card)}`));
  for (let card = 0; card < 4; card += 1) await at.do({ kind: 'show_card', by: 'Dora' });
  await at.paid();
  await at.stop();
  return at;
};

/** Another player has bet, too, by a wallet that does not give the stake in time. */
const untakenStakes = async (at: RunningTable, database: TestDatabase): Promise<void> => {
  const [player] = await openPlayers(database.pool, [1_000]);
  await asSuperuser(database, async (client) => {
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ('every-kind', 'Every Kind', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
    await client.query(`update players set operator_id = 'every-kind' where id = $1`, [player!.id]);
  });
  await at.table.join(player!.id);
  await at.bet(player!.id, { kind: 'place', spot: 'banco', amount: amount(500) });
  await at.closeBets();
  const { game } = at;
  await voidUndecided(database.pool, game);
  const { taken, voided, change, digest } = await readStakeVerdicts(database.pool, game);
  await at.table.perform(
    { kind: 'finish_acceptance', game, taken, voided, change, digest },
    (_, { table, seq }) => [takeVoidStakesOff({ game, table, seq })],
  );
};

const nextScan = ({ state }: RunningTable): number => (state.lastScan?.scanSeq ?? 0) + 1;

/** Codes that are due. Before a shoe is burned, the first of them is the burn card. */
const scan = async (at: RunningTable, ...codes: readonly string[]): Promise<void> => {
  const isBurn = codes.at(-1) === 'burn';
  for (const code of isBurn ? codes.slice(0, -1) : codes) {
    await at.do({ kind: isBurn ? 'burn' : 'scan', code, scanSeq: nextScan(at) });
  }
};

/** A card before the close suspends the table. One more is counted as out, and had not left. */
const tooEarly = async (at: RunningTable): Promise<void> => {
  await at.table.perform({ kind: 'scan', code: '1-4D', scanSeq: nextScan(at) });
  await at.do({ kind: 'count_card', face: null, isOut: true, by: 'Dirk' });
  await at.do({ kind: 'count_card', face: null, isOut: false, by: 'Dirk' });
  await at.do({ kind: 'resume', by: 'Sven' });
};

/** The last card is withdrawn, and the pit has looked. */
const withdraw = async (
  at: RunningTable,
  reason: 'misread' | 'wrong_order',
  setAside: boolean,
): Promise<void> => {
  await at.do({ kind: 'withdraw_card', reason, setAside, by: 'Dirk' });
  if (at.state.phase === 'suspended') await at.do({ kind: 'resume', by: 'Sven' });
};
