import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proof } from '../../src/reconcile/proof.js';
import { isInOrder, makeReport, proveBooks, reconcile } from '../../src/reconcile/reconcile.js';
import { catchUp, readLastDue } from '../../src/report/kept-takings.js';
import { amount } from '../../src/money/amount.js';
import { makeCoup } from '../../src/punto-banco/notation.js';
import { MODES, SPOTS } from '../../src/punto-banco/spot.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { payRoundChunk } from '../../src/settlement/pay-round.js';
import type { BetContent } from '../../src/table/seat.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { coup } from '../kit/any-coup.js';
import { approved } from '../kit/approvals.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { RunningTable } from '../kit/running-table.js';
import { SignedOrders } from '../kit/signed-orders.js';
import { asSuperuser } from '../kit/superuser.js';
import { rewriteFrom } from '../kit/written-log.js';

const BALANCES = 'Every balance is the sum of its postings.';
const ZERO = 'All balances sum to zero.';
const NO_DEBT =
  'Nobody owes but the house, the outside, the shortfalls and the advances, and shortfalls are never above zero.';
const POSTINGS = 'Every posting has its entry and its two accounts, and moves an amount.';
const ENTRIES =
  'Every entry has its postings, between accounts that its kind may move money between.';
const OWN =
  'Every deposit and withdrawal is an opening or a movement of its player, and what a player brings to the tables or takes back is her own.';
const ADVANCES =
  'Every account of what was advanced is of a player whose wallet is asked for each stake.';
const REVERSALS = 'No entry takes another one back.';
const BELONGS =
  'Every entry of bets belongs to a batch in the log, every payment to a part of a round that was paid.';
const CORRECTING =
  'Every entry of a correction belongs to a part of one that was paid, every other recovery to a deposit or a cash-out.';
/** Of solo hands: nobody has played one here. They are tried in test/e2e/solo-proofs.spec.ts. */
const TIPS =
  'Every tip has moved what it says from its player to the dealers, and nothing else has.';
const TIPS_OF_WALLETS =
  'Every tip of who plays by a wallet is in the journal of the wallet, and no other is.';
const HANDS = [
  'Every entry of solo hands belongs to a batch in their log, and moves for each player what its steps take and pay.',
  'Every batch of steps of solo hands that moves money has its entry.',
  'Every hand has taken and paid what its steps say, and pays once, at its end.',
  'Every void hand was voided by two persons, in time, and has moved what it took and did not pay.',
  'Every hand that is over or void has ended when its log says, within ten minutes, and no other has.',
  'Every account of hands holds the stakes of its player’s hands in play.',
];
const MOVED = 'Every movement of an operator has moved what it says.';
const ORDERED =
  'Every correction in the log has its row, and every row of a correction was ordered by the log.';
const BY_HAND =
  'Every payment by hand was ordered in the log, and is what its round, or correction, paid.';
/** In test/db/archives.spec.ts. */
const PERIODS = [
  'Every sealed period is what its key signed, after the one before it.',
  'What archived periods moved comes to the balances that were sealed at their end.',
];
const FOUR_EYES =
  'What needs four eyes has an approval of two persons, in time, used once and for this alone.';
const ONE_CURRENCY = 'No posting moves money between two currencies.';
const OPENED = 'Every round that the log opened has its row.';
const IN_ROUND = 'Every bet belongs to a round.';
/** In test/e2e/operator-players.spec.ts, operator-wallets.spec.ts and seamless-wallets.spec.ts. */
const OF_OPERATORS = [
  'Every key of an operator is one that the staff’s log gave it.',
  MOVED,
  'Every movement of an operator is one that it has signed.',
  'Every movement of a wallet has moved what it says.',
  'Every verdict of a wallet is one that its operator signed, or two persons settled it.',
  'Every stake that a wallet gave is closed by what is due.',
];
const LOG = 'Every table’s log is complete: numbered, chained, in order.';
const READ = 'Every event is of a kind and a version that are known here.';
const ROUNDS = 'Every round is what the log says of it.';
const CLOSE = 'Every bet stands before the close of its round.';
const BATCHES = 'Every batch of bets in the log has the bets that are recorded.';
const POSTED = 'Every bet moved its stake, every payment its money.';
const STAKES =
  'What is staked on a round is in its account of stakes, and nothing once it has ended.';
const PAID = 'Every round that ended is paid once, as the rules say.';
const CORRECTED =
  'Every correction leaves each player with what the rules say, and no more than that moved.';

const KEPT = 'What is kept of a round that ended, for reports, is what its log and its bets say.';

const COUPS = [
  'P 9h Kd . B 2c Ks', // Punto, a natural
  'P 2h Kd 4s . B 7c Ks', // Banco
  'P Kh Td 2s . B 6c Kc', // Banco with six
  'P 7h Kd . B 7c Ks', // Egalité
].map(coup);

let database: TestDatabase;
/**
 * Rounds: `paid` was settled with Banco winning, `refunded` was void, `resulted` is half paid,
 * `betting` is open, `corrected` was settled anew, then void.
 */
let games: Record<'paid' | 'refunded' | 'resulted' | 'betting' | 'corrected', string>;
let table: string;

const given = async (at: RunningTable, id: string, ...contents: readonly BetContent[]) => {
  for (const content of contents) await at.bet(id, content);
};

const place = (spot: (typeof SPOTS)[number], minorUnits: number): BetContent => ({
  kind: 'place',
  spot,
  amount: amount(minorUnits),
});

beforeAll(async () => {
  database = await createDatabase();
  games = await playAnEvening();
});
afterAll(() => database.drop());

/** Everything that a studio does with money. */
const playAnEvening = async (): Promise<typeof games> => {
  const { pool } = database;
  const settings = {
    ...{ betMs: 3_600_000, lastBetsMs: 0, pauseMs: 0, opensItself: false },
    oppositeBets: 'allow' as const,
    chips: ['1'],
    limits: Object.fromEntries(
      SPOTS.map((spot) => [spot, { min: '1', max: '100000' }]),
    ) as typeof DEFAULT_SETTINGS.limits,
  };
  const tables = [
    await RunningTable.open(database, settings),
    await RunningTable.open(database, settings),
  ] as const;
  const players = await openPlayers(
    pool,
    Array.from({ length: 9 }, () => 50_000),
    5_000,
  );
  for (const at of tables) {
    await Promise.all(players.map(({ id }) => at.table.join(id)));
    for (const [round, dealt] of COUPS.entries()) {
      await at.openBets();
      await Promise.all(
        players.map(({ id }, index) =>
          given(
            at,
            id,
            place(SPOTS[(index + round) % 9]!, 33 + index),
            place('banco', 101 + round),
            { kind: 'mode', mode: MODES[(index + round) % 2]! },
            { kind: 'repeat' },
            { kind: 'double' },
            { kind: 'undo' },
            place('super_6', 7),
            place('egalite', 60_000), // more than there is
          ),
        ),
      );
      if (round === 2) await at.reopen();
      if (round === 2) await Promise.all(players.map(({ id }) => at.table.join(id)));
      await at.playRound(dealt);
    }
    await at.openBets();
    await at.playRound(COUPS[0]!); // nobody bet
  }
  const [one, other] = tables;
  await one.openBets();
  const refunded = one.game;
  await Promise.all(players.map(({ id }) => one.bet(id, place('punto', 70))));
  await one.voidRound();

  const sessions = new Sessions(
    pool,
    pool,
    new LedgerWallet(pool, { shortfallRecovery: 'cash_out' }),
  );
  await sessions.cashOut(players[0]!.id, randomUUID());
  await sessions.buyIn(players[0]!.id, amount(5_000), randomUUID());
  const orders = await SignedOrders.open(database);
  await orders.move('deposit', players[1]!.id, 5);
  await orders.move('withdrawal', players[1]!.id, 5);

  const corrected = await correctARound(other, sessions, orders);

  await one.openBets();
  const resulted = one.game;
  await Promise.all(players.map(({ id }) => one.bet(id, place('banco', 70))));
  one.isPaying = false;
  await one.playRound(COUPS[1]!);
  await payRoundChunk(pool, { game: resulted, chunk: 1, chunks: 3 });
  await other.openBets();
  const betting = other.game;
  await Promise.all(players.map(({ id }) => other.bet(id, place('punto', 70))));
  await one.stop();
  await other.stop();
  await dealWithoutScanner();
  table = one.lease.table;
  const { rows } = await pool.query<{ game: string }>(
    `select game_number as game from rounds where table_id = $1 and coup = 'P 2h Kd 4s . B 7c Ks' and status = 'settled'`,
    [table],
  );
  return { paid: rows[0]!.game, refunded, resulted, betting, corrected };
};

/** Twice, and one has spent the winnings, owes them, and pays a part of it back. */
const correctARound = async (
  at: RunningTable,
  sessions: Sessions,
  orders: SignedOrders,
): Promise<string> => {
  const { pool } = database;
  const [poor, rich] = await openPlayers(pool, [600, 5_000]);
  await at.openBets();
  const { game } = at;
  for (const { id } of [poor!, rich!]) await at.table.join(id);
  await at.bet(poor!.id, place('punto', 600));
  await at.bet(rich!.id, place('banco', 500));
  await at.playRound(COUPS[0]!);
  await at.openBets();
  await at.bet(poor!.id, place('punto', 1_200));
  await at.playRound(COUPS[1]!);
  await at.correct(game, 'resettle', { coup: makeCoup(COUPS[3]!) });
  await at.correct(game, 'resettle', { coup: makeCoup(COUPS[1]!) });
  await at.correct(game, 'void');
  await orders.move('deposit', poor!.id, 300);
  await sessions.buyIn(poor!.id, amount(300), randomUUID());
  await sessions.cashOut(poor!.id, randomUUID());
  return game;
};

const failed = (proofs: readonly Proof[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    proofs.filter(({ wrong }) => wrong > 0).map(({ says, first }) => [says, first]),
  );

/** A shoe whose burn card and cut card no scanner read. */
const dealWithoutScanner = async (): Promise<void> => {
  const at = await LoggedTable.open(database);
  await at.do({ kind: 'open_table', dealer: 'Dora' });
  await at.do({ kind: 'bring_cards', cards: `box-${randomUUID()}`, by: 'Dora' });
  await at.do({ kind: 'new_shoe' });
  const shoe = 1;
  const there = { table: at.lease.table };
  const burn = { ...there, kind: 'burn_card', subject: { card: '9h' } } as const;
  const eyes = await approved(database.pool, burn);
  await at.do({ kind: 'enter_burn', shoe, card: '9h', ...eyes });
  await at.do({ kind: 'open_betting' });
  const { game } = at;
  const others = await approved(database.pool, { ...there, kind: 'cut_card' });
  await at.do({ kind: 'enter_cut_card', shoe, game, ...others });
  await at.close();
};

/**
 * What the proofs say of the books after `damage`, which is rolled back again. No trigger and no
 * right prevents it.
 */
const after = (damage: string) =>
  asSuperuser(database, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    await client.query('alter table accounts drop constraint accounts_never_below_zero');
    await client.query('alter table rounds drop constraint rounds_not_betting_are_closed');
    await client.query(damage);
    const proofs = await proveBooks(client);
    await client.query('rollback');
    return failed(proofs);
  });

describe('books in order', () => {
  it('pass every proof, each of which has looked at something', async () => {
    const client = await database.pool.connect();
    await catchUp(client, await readLastDue(client, 100), () => undefined);
    const proofs = await reconcile(client);
    // From here on they are due again, so that each damage is found by the proof that it is for.
    await client.query(
      'insert into rounds_due (game_number) select game_number from round_takings',
    );
    client.release();
    expect(failed(proofs)).toEqual({});
    expect(isInOrder(proofs)).toBe(true);
    expect(proofs.map(({ says }) => says)).toEqual([
      BALANCES,
      ZERO,
      NO_DEBT,
      POSTINGS,
      ONE_CURRENCY,
      ENTRIES,
      OWN,
      ADVANCES,
      REVERSALS,
      BELONGS,
      CORRECTING,
      TIPS,
      TIPS_OF_WALLETS,
      ...HANDS,
      ORDERED,
      FOUR_EYES,
      BY_HAND,
      OPENED,
      IN_ROUND,
      ...PERIODS,
      ...OF_OPERATORS,
      LOG,
      READ,
      ROUNDS,
      CLOSE,
      BATCHES,
      POSTED,
      STAKES,
      PAID,
      CORRECTED,
      KEPT,
    ]);
    for (const { says, looked } of proofs) {
      // A payment by hand, a tip and what was advanced are exceptions, with tests of their own.
      const ofOthers = [
        BY_HAND,
        ADVANCES,
        TIPS,
        TIPS_OF_WALLETS,
        ...PERIODS,
        ...HANDS,
        ...OF_OPERATORS,
      ];
      if (!ofOthers.includes(says)) expect(looked, says).toBeGreaterThan(0);
    }
    const { rows } = await database.pool.query<{ ended: number; modes: number; noted: number }>(
      `select (select count(*)::int from rounds where ended_seq is not null) as ended,
              (select count(*)::int from bets where kind = 'mode') as modes,
              (select count(*)::int from payouts) as noted`,
    );
    expect(rows[0]!.ended).toBe(13);
    expect(rows[0]!.modes).toBeGreaterThan(20);
    expect(rows[0]!.noted).toBeGreaterThan(40);
  });

  it('are those of an empty studio', async () => {
    const empty = await createDatabase();
    const client = await empty.pool.connect();
    expect(failed(await reconcile(client))).toEqual({});
    client.release();
    await empty.drop();
  });

  it('are reported in a line for each proof', async () => {
    const client = await database.pool.connect();
    const proofs = await reconcile(client);
    client.release();
    const lines = makeReport(proofs).split('\n');
    expect(lines).toHaveLength(proofs.length + 2);
    expect(lines[0]).toMatch(
      /^ {2}ok {5}Every balance is the sum of its postings\. \(\d+ accounts\)$/,
    );
    expect(lines.at(-1)).toBe('The books are in order.');
  });
});

describe('damage', () => {
  const where = (round: keyof typeof games) => `game_number = ${games[round]}`;
  const entry = (kind: string) => `(select max(id) from entries where kind = '${kind}')`;
  const player = `(select min(player_id) from bets)`;
  const session = `(select id from accounts where player_id = ${player} and kind = 'session')`;
  const richest = `(select id from accounts where player_id = (select max(player_id) from bets) and kind = 'session')`;
  const event = (kind: string) =>
    `table_id = '${table}' and seq = (select max(seq) from table_events where table_id = '${table}' and kind = '${kind}')`;
  const says = (pattern: RegExp) =>
    expect.arrayContaining([expect.stringMatching(pattern)]) as unknown;

  type Damage = readonly [what: string, sql: () => string, found: () => Record<string, unknown>];

  const DAMAGES: readonly Damage[] = [
    [
      'a changed balance',
      () => `update accounts set balance = balance + 5 where id = ${session}`,
      () => ({
        [BALANCES]: says(/^player:\d+:session holds \d+, its postings make \d+$/),
        [ZERO]: ['together they hold 5'],
      }),
    ],
    [
      'money moved from one player to another without a posting',
      () => `update accounts set balance = balance + case when id = ${session} then 5 else -5 end
              where kind = 'session' and id in (${session}, (select max(id) from accounts where kind = 'session'))`,
      () => ({ [BALANCES]: says(/^player:\d+:session holds/) }),
    ],
    [
      'a debt',
      () => `
        insert into entries (id, key, kind) values (900000, 'cash-out:' || ${player} || ':x', 'cash_out');
        insert into postings values (900000, 1, ${session}, (select id from accounts where player_id = ${player} and kind = 'game'), 900000);
        update accounts set balance = balance + case kind when 'game' then 900000 else -900000 end where player_id = ${player}`,
      () => ({ [NO_DEBT]: says(/^player:\d+:session holds -\d+$/) }),
    ],
    [
      'a deleted posting of a deposit',
      () =>
        `delete from postings where entry_id = (select min(id) from entries where kind = 'deposit')`,
      () => ({
        [BALANCES]: says(/^player:\d+:game holds/),
        [ZERO]: says(/^together they hold \d+$/),
        [ENTRIES]: says(/^entry deposit:\d+:opening moves nothing$/),
      }),
    ],
    [
      'a deleted posting of a bet',
      () =>
        `delete from postings where entry_id = ${entry('bets')} and line = (select min(line) from postings where entry_id = ${entry('bets')})`,
      () => ({
        [BALANCES]: says(/^player:\d+:session holds/),
        [POSTED]: says(
          /^entry bets:t-\w+:\d+: 70 from account \d+ to \d+ was placed and not posted$/,
        ),
      }),
    ],
    [
      'a deleted entry',
      () => `delete from entries where id = ${entry('withdrawal')}`,
      () => ({
        [POSTINGS]: says(/^posting \d+\.1, 5 from account \d+ to \d+$/),
        [MOVED]: says(/^movement [\w-]+ of house moved null$/),
      }),
    ],
    [
      'a posting to an account that is not there',
      () =>
        `update postings set destination_id = 999999 where entry_id = (select min(id) from entries where kind = 'deposit')`,
      () => ({
        [BALANCES]: says(/^player:\d+:game holds/),
        [POSTINGS]: says(/to 999999$/),
      }),
    ],
    [
      'an entry that moves money where its kind may not',
      () => `
        insert into entries (id, key, kind) values (900000, 'x', 'buy_in');
        insert into postings values (900000, 1, (select id from accounts where name = 'house'), ${session}, 7);
        update accounts set balance = balance + case name when 'house' then -7 else 7 end where name = 'house' or id = ${session}`,
      () => ({
        [ENTRIES]: says(/^entry x \(buy_in\) moves 7 from house to player:\d+:session$/),
        [OWN]: says(/^entry x \(buy_in\) moves 7 from house to player:\d+:session$/),
      }),
    ],
    [
      'an entry of bets of an event that took none',
      () => `
        with last as (
          select seq + 1 as seq, epoch, at_ms, hash from table_events where table_id = '${table}' order by seq desc limit 1
        )
        insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
        select '${table}', seq, epoch, at_ms, 'stakes_taken', payload, table_event_hash(hash, '${table}', seq, epoch, at_ms, 'stakes_taken', payload)
          from last, (select '{"kind":"stakes_taken","version":1,"game":"1","taken":1,"voided":0,"change":"0","digest":""}' as payload) as body;
        insert into entries (id, key, kind) select 900000, 'bets:${table}:' || max(seq), 'bets' from table_events where table_id = '${table}';
        insert into postings values (900000, 1, ${session}, (select stakes_account_id from rounds where ${where('betting')}), 7);
        insert into postings values (900000, 2, (select stakes_account_id from rounds where ${where('betting')}), ${richest}, 7);
        update accounts set balance = balance + case id when ${session} then -7 else 7 end where id in (${session}, ${richest})`,
      () => ({ [BELONGS]: says(/^entry bets:t-\w+:\d+ \(bets\) belongs to nothing$/) }),
    ],
    [
      'a bet with another amount',
      () =>
        `update bets set amount = amount + 100 where ${where('paid')} and player_id = ${player} and kind = 'repeat' and spot = 'banco'`,
      () => ({
        [BATCHES]: says(
          new RegExp(`^round ${games.paid}, event \\d+: its digest is not that of its bets$`),
        ),
        [POSTED]: says(
          /^entry bets:t-\w+:\d+: \d+ from account \d+ to \d+ was placed and not posted$/,
        ),
        [PAID]: says(new RegExp(`^round ${games.paid}: player \\d+ was paid \\d+, not \\d+$`)),
      }),
    ],
    [
      'a bet on another spot',
      () =>
        `update bets set spot = 'punto' where ${where('paid')} and player_id = ${player} and kind = 'repeat' and spot = 'banco'`,
      () => ({
        [BATCHES]: says(/its digest is not that of its bets$/),
        [PAID]: says(/was paid \d+, not \d+$/),
      }),
    ],
    [
      'a bet on another spot, with a function that makes the digest of what was there',
      () => `
        create table kept as select * from bets;
        create or replace function bet_digest_text(player_id bigint, bet_id uuid, kind bet_kind, spots spot[], modes mode[], amounts bigint[])
        returns text language sql stable as $$
          select concat_ws(' ', $1, $2, $3, array_agg(k.spot order by k.line), array_agg(k.mode order by k.line), array_agg(k.amount order by k.line))
            from kept k where k.player_id = $1 and k.bet_id = $2
        $$;
        update bets set spot = 'punto' where ${where('paid')} and player_id = ${player} and kind = 'repeat' and spot = 'banco'`,
      () => ({
        [BATCHES]: says(/its digest is not that of its bets$/),
        [PAID]: says(/was paid \d+, not \d+$/),
      }),
    ],
    [
      'a deleted posting of a deposit, with a function that takes it for archived',
      () => `
        create or replace function moves_within_periods(p_id bigint, p_kind entry_kind, p_key text, p_until bigint)
        returns boolean language sql stable as $$ select true $$;
        delete from postings where entry_id = (select min(id) from entries where kind = 'deposit')`,
      () => ({
        [BALANCES]: says(/^player:\d+:game holds/),
        [ZERO]: says(/^together they hold \d+$/),
        [ENTRIES]: says(/^entry deposit:\d+:opening moves nothing$/),
      }),
    ],
    [
      'a bet in another mode',
      () =>
        `update bets set mode = case mode when 'normal' then 'zero_commission' else 'normal' end::mode
          where ${where('paid')} and player_id = ${player} and kind = 'repeat' and spot = 'banco'`,
      () => ({
        [BATCHES]: says(/its digest is not that of its bets$/),
        [PAID]: says(/^round \d+: player \d+ has a stake on \w+ in mode \w+$/),
      }),
    ],
    [
      'more clawed back than was staked',
      () =>
        `update bets set amount = -5000 where ${where('paid')} and player_id = ${player} and kind = 'undo' and spot = 'banco'`,
      () => ({
        [BATCHES]: says(/they placed -?\d+, it says -?\d+$/),
        [POSTED]: says(/was placed and not posted$/),
        [STAKES]: says(/^round \d+: player \d+ has -\d+ on banco \(\w+\)$/),
        [PAID]: says(/was paid \d+, not \d+$/),
      }),
    ],
    [
      'a bet of another player',
      () =>
        `update bets set player_id = (select max(player_id) from bets) where ${where('betting')} and player_id = ${player}`,
      () => ({
        [BATCHES]: says(/its digest is not that of its bets$/),
        [POSTED]: says(/was placed and not posted$/),
      }),
    ],
    [
      'a deleted bet',
      () => `delete from bets where ${where('betting')} and player_id = ${player}`,
      () => ({
        [BATCHES]: says(/(bets are recorded, it says|none of its \d+ bets is recorded)/),
        [POSTED]: says(/was posted and not placed$/),
        [STAKES]: says(
          new RegExp(`^round ${games.betting}: its account of stakes holds 630, not 560$`),
        ),
      }),
    ],
    [
      'a bet slipped in',
      () => `insert into bets select player_id, gen_random_uuid(), 0, spot, mode, kind, 1000, game_number, seq, balance_after
               from bets where ${where('refunded')} limit 1`,
      () => ({
        [BATCHES]: says(/bets are recorded, it says/),
        [POSTED]: says(/1000 from account \d+ to \d+ was placed and not posted$/),
        [PAID]: says(/was paid 70, not 1070$/),
      }),
    ],
    [
      'a bet moved behind the close',
      () =>
        `update bets set seq = (select closed_seq + 1 from rounds where ${where('paid')}) where ${where('paid')} and player_id = ${player} and kind = 'repeat'`,
      () => ({
        [CLOSE]: says(
          new RegExp(
            `^round ${games.paid}: 1 bets by event \\d+, opened by event \\d+ and closed by \\d+$`,
          ),
        ),
        [BATCHES]: says(/1 bets by event \d+, which records none$/),
        [POSTED]: says(/was placed and not posted$/),
      }),
    ],
    [
      'a bet in a round that is not there',
      () => `delete from rounds where ${where('paid')}`,
      () => ({
        [OPENED]: says(/^the round that event \d+ of table t-\w+ opened$/),
        [IN_ROUND]: says(
          new RegExp(`^bet .* of player \\d+ in round ${games.paid}, which is not there$`),
        ),
        [KEPT]: [`takings of round ${games.paid}, which was never opened`],
      }),
    ],
    [
      'an edited card',
      () =>
        `update table_events set payload = replace(payload, '"card":"', '"card":"9') where ${event('card_dealt')}`,
      () => ({
        [LOG]: says(
          new RegExp(`^event \\d+ of table ${table}: its hash is not that of its content`),
        ),
      }),
    ],
    [
      'an edited batch in the log',
      () =>
        `update table_events set payload = regexp_replace(payload, '"change":"-?\\d+"', '"change":"9"') where ${event('bets_accepted')}`,
      () => ({
        [LOG]: says(/its hash is not that of its content/),
        [BATCHES]: says(/they placed -?\d+, it says 9$/),
      }),
    ],
    [
      'an invalid payload',
      () => `update table_events set payload = 'nonsense' where ${event('bets_accepted')}`,
      () => ({
        [LOG]: says(/its hash is not that of its content/),
        [BATCHES]: says(/bets by event \d+, which records none$/),
      }),
    ],
    [
      'an event whose hash was made to fit',
      () => `update table_events e set payload = '{"kind":"table_closed"}', kind = 'table_closed',
               hash = table_event_hash((select hash from table_events where table_id = e.table_id and seq = e.seq - 1), e.table_id, e.seq, e.epoch, e.at_ms, 'table_closed', '{"kind":"table_closed"}')
              where ${event('card_dealt')}`,
      // The next event was chained to what it was.
      () => ({ [LOG]: says(new RegExp(`^event \\d+ of table ${table}: its hash`)) }),
    ],
    [
      'a missing event',
      () => `delete from table_events where ${event('card_dealt')}`,
      () => ({ [LOG]: says(/^event \d+ of table t-\w+: event \d+ is missing before it$/) }),
    ],
    [
      'an epoch that falls',
      () => `update table_events set epoch = 0 where ${event('card_dealt')}`,
      () => ({ [LOG]: says(/its epoch is lower than the one before$/) }),
    ],
    [
      'a doubled payout',
      () =>
        `update payouts set paid = paid * 2 where ${where('paid')} and player_id = (select min(player_id) from payouts where ${where('paid')})`,
      () => ({
        [POSTED]: says(/is owed and not posted$/),
        [PAID]: says(new RegExp(`^round ${games.paid}: player \\d+ was paid \\d+, not \\d+$`)),
      }),
    ],
    [
      'a payout posted twice',
      () => `
        insert into postings select entry_id, line + 1000, source_id, destination_id, amount from postings p
         where entry_id = ${entry('refund')} and line = 1;
        update accounts set balance = balance + case when id = p.source_id then -p.amount else p.amount end
          from postings p where p.entry_id = ${entry('refund')} and p.line = 1 and accounts.id in (p.source_id, p.destination_id)`,
      () => ({
        [NO_DEBT]: says(/^round:\d+:stakes holds -70$/),
        [POSTED]: says(/: 70 from account \d+ to \d+ is posted and not owed$/),
        [STAKES]: says(
          new RegExp(`^round ${games.refunded}: its account of stakes holds -70, not 0$`),
        ),
      }),
    ],
    [
      'a payment of its own making',
      () => `
        insert into entries (id, key, kind) values (900000, 'round:${'1'}:settle:0', 'settlement');
        insert into postings values (900000, 1, (select id from accounts where name = 'house'), (select stakes_account_id from rounds where ${where('betting')}), 7);
        insert into postings values (900000, 2, (select stakes_account_id from rounds where ${where('betting')}), ${session}, 7);
        update accounts set balance = balance + case name when 'house' then -7 else 7 end where name = 'house' or id = ${session}`,
      () => ({ [BELONGS]: ['entry round:1:settle:0 (settlement) belongs to nothing'] }),
    ],
    [
      'a payout that is missing',
      () => `delete from payouts where ${where('refunded')} and player_id = ${player}`,
      () => ({
        [POSTED]: says(/is posted and not owed$/),
        [PAID]: says(/was paid 0, not 70$/),
      }),
    ],
    [
      'a part of a round that was never paid',
      () => `delete from settlement_chunks where ${where('refunded')} and chunk = 1`,
      () => ({
        [BELONGS]: says(/^entry round:\d+:void:1 \(refund\) belongs to nothing$/),
        [PAID]: says(/has ended with 1 of 2 parts paid$/),
      }),
    ],
    [
      'a part of a round that says it paid more',
      () => `update settlement_chunks set paid = paid + 1 where ${where('resulted')}`,
      () => ({
        [POSTED]: says(/is posted and not owed$/),
        [PAID]: says(new RegExp(`^round ${games.resulted}, part 1 of 3: paid is \\d+, not \\d+$`)),
      }),
    ],
    [
      'another coup in the row of a round',
      () => `update rounds set coup = 'P 9h Kd . B 2c Ks' where ${where('paid')}`,
      () => ({
        [ROUNDS]: [
          `round ${games.paid}: coup is P 9h Kd . B 2c Ks, the log says P 2h Kd 4s . B 7c Ks`,
        ],
        [PAID]: says(/was paid \d+, not \d+$/),
      }),
    ],
    [
      'a coup that no cards make',
      () => `update rounds set coup = 'P 9h' where ${where('paid')}`,
      () => ({ [ROUNDS]: says(/coup is P 9h, the log says/), [PAID]: says(/its coup P 9h/) }),
    ],
    [
      'a correction that says it paid more',
      () =>
        `update correction_payouts set paid = paid + 1, shortfall = shortfall + 1
          where ${where('corrected')} and ordinal = 2 and player_id = (select min(player_id) from correction_payouts)`,
      () => ({
        [POSTED]: says(/^entry round:\d+:correction:2:pay:\d+: 1 from .* is owed and not posted$/),
        [CORRECTED]: says(/, correction 2: player \d+ went from 600 to 1, not 600 to 0$/),
      }),
    ],
    [
      'a payment of a correction posted twice',
      () => `
        insert into postings select entry_id, line + 1000, source_id, destination_id, amount from postings p
         where entry_id = ${entry('correction')} and line = 1;
        update accounts set balance = balance + case when id = p.source_id then -p.amount else p.amount end
          from postings p where p.entry_id = ${entry('correction')} and p.line = 1 and accounts.id in (p.source_id, p.destination_id)`,
      () => ({
        [POSTED]: says(
          /^entry round:\d+:correction:3:pay:\d+: \d+ from .* is posted and not owed$/,
        ),
      }),
    ],
    [
      'a shortfall that is missing',
      () => `update accounts set balance = balance + 5 where kind = 'shortfall'`,
      () => ({
        [BALANCES]: says(/^player:\d+:shortfall holds -\d+, its postings make -\d+$/),
        [ZERO]: ['together they hold 5'],
      }),
    ],
    [
      'a correction to another coup than the log ordered',
      () =>
        `update corrections set coup = 'P Kh Td 2s . B 6c Kc' where ${where('corrected')} and ordinal = 1`,
      () => ({
        [CORRECTED]: says(
          new RegExp(`^round ${games.corrected}, correction 1: it is not what the log ordered$`),
        ),
      }),
    ],
    [
      'a correction that nobody finished',
      () => `delete from correction_chunks where ${where('corrected')} and ordinal = 3`,
      () => ({
        [CORRECTING]: says(
          /^entry round:\d+:correction:3:pay:0 \(correction\) belongs to nothing$/,
        ),
        [POSTED]: says(/is owed and not posted$/),
        [CORRECTED]: says(/, correction 3 has ended with 0 of \d+ parts$/),
      }),
    ],
    [
      'a correction that is missing',
      () => `delete from corrections where ${where('corrected')} and ordinal = 3`,
      () => ({
        [ORDERED]: says(/^event \d+ of table t-\w+ corrects a round, and no correction is there$/),
        [POSTED]: says(/is posted and not owed$/),
        [CORRECTED]: says(/: correction 3 does not exist$/),
      }),
    ],
    [
      'a void that nobody approved',
      () =>
        `delete from approval_uses where approval_id in (select id from approvals where ${where('refunded')})`,
      () => ({
        [FOUR_EYES]: says(
          /^event \d+ of table t-\w+ stands under approval \d+, which does not hold$/,
        ),
      }),
    ],
    [
      'an approval given by who asked for it',
      () =>
        `update approval_decisions set decided_by = 'Dora' where approval_id in (select approval_id from corrections)`,
      () => ({ [FOUR_EYES]: says(/stands under approval \d+, which does not hold$/) }),
    ],
    [
      'an approval that was used too late',
      () => `update approval_uses set used_at = used_at + interval '16 minutes'`,
      () => ({ [FOUR_EYES]: says(/stands under approval \d+, which does not hold$/) }),
    ],
    [
      'a burn card by hand that nobody approved',
      () =>
        `delete from approval_uses where approval_id in (select id from approvals where kind = 'burn_card')`,
      () => ({ [FOUR_EYES]: says(/stands under approval \d+, which does not hold$/) }),
    ],
    [
      'a cut card by hand under the approval of a burn card',
      () =>
        `update approvals set kind = 'burn_card', subject = '{"card": "9h"}' where kind = 'cut_card'`,
      () => ({ [FOUR_EYES]: says(/stands under approval \d+, which does not hold$/) }),
    ],
    [
      'a round that was ended with stakes on its spots',
      () =>
        `update rounds set status = 'settled', ended_seq = 99999, ended_at = now() where ${where('resulted')}`,
      () => ({
        [ROUNDS]: says(/status is settled, the log says resulted$/),
        [STAKES]: says(/its account of stakes holds \d+, not 0$/),
        [PAID]: says(/has ended with 1 of 3 parts paid$/),
        [KEPT]: [`round ${games.resulted}: it has no takings`],
      }),
    ],
    [
      'a round that was opened again',
      () => `update rounds set status = 'betting', closed_seq = null where ${where('resulted')}`,
      () => ({
        [ROUNDS]: says(/closed_seq is null, the log says \d+$/),
        [PAID]: says(/is betting, and was paid all the same$/),
      }),
    ],
  ];

  it.each(DAMAGES)('is found and named: %s', async (_, sql, found) => {
    expect(await after(sql())).toEqual(found());
  });

  it('that is much is counted, and its first rows are named', async () => {
    await asSuperuser(database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query('update bets set amount = amount + 1');
      const proofs = await proveBooks(client);
      await client.query('rollback');
      const report = makeReport(proofs);
      expect(report).toMatch(
        /^ {2}WRONG {2}Every batch of bets .* \(\d+ times; \d+ batches of bets\)$/m,
      );
      expect(report).toMatch(/^ {11}… and \d+ more$/m);
      expect(report).toMatch(/\nThe books are NOT in order: \d of \d+ proofs failed\.$/);
      // A line for each proof, and the first rows of the few that failed.
      expect(report.split('\n').length).toBeLessThan(proofs.length + 29);
    });
  });
});

describe('an event of a later version', () => {
  /** The last event of the kind becomes one of version 9, and every hash fits. */
  const asLater = (kind: string) =>
    asSuperuser(database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      const { rows } = await client.query<{ table: string; seq: string; payload: string }>(
        `select table_id as table, seq, payload from table_events where kind = $1
          order by table_id = $2 desc, seq desc limit 1`,
        [kind, table],
      );
      const { table: of, seq, payload } = rows[0]!;
      const later = { ...(JSON.parse(payload) as object), version: 9 };
      await rewriteFrom(of, Number(seq), JSON.stringify(later))(client);
      const proofs = await proveBooks(client);
      await client.query('rollback');
      const what = `event ${seq} of table ${of}: written by a later version of the studio (${kind})`;
      return { what, failures: failed(proofs) };
    });

  it.each(['bets_accepted', 'coup_decided', 'round_settled', 'round_corrected', 'correction_paid'])(
    'is named, and no money is called wrong for it: %s',
    async (kind) => {
      const { what, failures } = await asLater(kind);
      expect(failures).toEqual({ [READ]: [what] });
    },
  );

  it('of a kind that is still to come is named as well', async () => {
    await asSuperuser(database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query(
        `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
         select 'later', 1, 1, 1, kind, payload, table_event_hash('', 'later', 1, 1, 1, kind, payload)
           from (select 'coffee_served' as kind, '{"kind":"coffee_served"}' as payload) as event`,
      );
      const proofs = await proveBooks(client);
      await client.query('rollback');
      expect(failed(proofs)).toEqual({
        [READ]: [
          'event 1 of table later: written by a later version of the studio (coffee_served)',
        ],
      });
    });
  });
});

describe('npm run reconcile', () => {
  const run = (url: string): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/run.mjs', 'reconcile'], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let out = '';
      child.stdout.on('data', (text: Buffer) => (out += text.toString()));
      child.on('close', (code) => resolve({ code, out }));
    });

  it('says that the books are in order, or exits with 1 and names what is not', async () => {
    const first = await run(database.url);
    expect(first.out).toMatch(/^ {2}ok {5}Every balance/);
    expect(first.out).toMatch(/The books are in order\.\n$/);
    expect(first.code).toBe(0);
    await asSuperuser(database, async (client: pg.Client) => {
      const one = `(select min(id) from accounts where kind = 'game')`;
      await client.query(`update accounts set balance = balance + 5 where id = ${one}`);
      const second = await run(database.url);
      await client.query(`update accounts set balance = balance - 5 where id = ${one}`);
      expect(second.out).toMatch(/^ {11}player:\d+:game holds \d+, its postings make \d+$/m);
      expect(second.out).toMatch(/The books are NOT in order: 2 of \d+ proofs failed\.\n$/);
      expect(second.code).toBe(1);
    });
  });
});
