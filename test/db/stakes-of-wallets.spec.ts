/**
 * The stakes of wallets that are asked for each round, in Postgres: what is asked at the close,
 * what is void of it, and what the database refuses whoever writes it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  readStakeVerdicts,
  takeVoidStakesOff,
  voidUndecided,
} from '../../src/ledger/stakes-of-wallets.js';
import { makeUpAnchorKey } from '../../src/audit/anchor-key.js';
import { correctChunk } from '../../src/ledger/correct-chunk.js';
import { openAdvance } from '../../src/ledger/open-advance.js';
import { post } from '../../src/ledger/post.js';
import { readRound } from '../../src/history/played-rounds.js';
import { amount } from '../../src/money/amount.js';
import { OUTSIDE, advanceAccount } from '../../src/money/chart-of-accounts.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { makeCoup } from '../../src/punto-banco/notation.js';
import { reconcile } from '../../src/reconcile/reconcile.js';
import { readRoundReport } from '../../src/report/round-report.js';
import { correctRoundChunk, readCorrected } from '../../src/settlement/correct-round.js';
import type { BetContent } from '../../src/table/seat.js';
import { coup } from '../kit/any-coup.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { CHUNKS, RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const OWN = makeUpAnchorKey();
const PLACE: BetContent = { kind: 'place', spot: 'punto', amount: amount(500) };
const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const TIE: BetContent = { kind: 'place', spot: 'egalite', amount: amount(100) };

let database: TestDatabase;
let table: RunningTable;
let players: readonly CreditedPlayer[];

/** What the studio itself may not change. */
const asOwner = (text: string, values: readonly unknown[] = []) =>
  asSuperuser(database, (client) => client.query(text, [...values]));

beforeAll(async () => {
  database = await createDatabase();
  await asOwner(
    `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
  );
});
afterAll(() => database.drop());

beforeEach(async () => {
  table = await RunningTable.open(database);
  players = await openPlayers(database.pool, [1_000, 1_000]);
});
afterEach(() => table.stop());

const beOfAcme = ({ id }: CreditedPlayer) =>
  asOwner(`update players set operator_id = 'acme' where id = $1`, [id]);

const debits = async () => {
  const { rows } = await database.pool.query<Record<string, string>>(
    `select player_id as player, amount, status, movement_id from wallet_movements where game_number = $1 order by id`,
    [table.game],
  );
  return rows;
};

const cards = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from table_events where kind = 'card_dealt' and event_game_number = $1`,
    [table.game],
  );
  return rows[0]!.n;
};

const scan = () => {
  const scanSeq = (table.state.lastScan?.scanSeq ?? 0) + 1;
  return table.table.perform({ kind: 'scan', code: '9H', scanSeq });
};

describe('a round with stakes of such a wallet', () => {
  beforeEach(async () => {
    await beOfAcme(players[0]!);
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    await table.openBets();
    await table.bet(players[0]!.id, PLACE);
    await table.bet(players[0]!.id, TIE);
    await table.bet(players[1]!.id, PLACE);
    await table.closeBets();
  });

  it('is closed with one debit of all that a player has staked', async () => {
    const [one] = players;
    expect(table.state.phase).toBe('accepting_bets');
    expect(await debits()).toEqual([
      {
        ...{ player: one!.id, amount: '600', status: 'due' },
        movement_id: `round.${table.game}.${one!.id}.debit`,
      },
    ]);
    expect(await readStakeVerdicts(database.pool, table.game)).toMatchObject({
      ...{ due: 1, taken: 0, voided: 0, change: '0' },
    });
  });

  it('is dealt no card before they are decided, whatever the table believes', async () => {
    const { game } = table;
    const finish = { kind: 'finish_acceptance', game, taken: 1, voided: 0 } as const;
    await table.do({ ...finish, change: '0', digest: '' });
    expect(await scan()).toMatchObject({ ok: false });
    expect(await cards()).toBe(0);
  });

  it('takes off all that is void, and goes on', async () => {
    const { game } = table;
    await voidUndecided(database.pool, game);
    const { due, ...verdicts } = await readStakeVerdicts(database.pool, game);
    expect({ due, ...verdicts }).toMatchObject({ due: 0, taken: 0, voided: 1, change: '-600' });
    const reply = await table.table.perform(
      { kind: 'finish_acceptance', game, ...verdicts },
      (_, after) => [takeVoidStakesOff({ game, table: after.table, seq: after.seq })],
    );
    expect(reply).toMatchObject({ ok: true });
    expect(table.state.round).toMatchObject({ stakes: '500' });
    expect(table.results).toMatchObject([
      { playerId: players[0]!.id, result: { outcome: 'not_taken', paid: '600', balance: '1000' } },
    ]);
    expect((await table.seat(players[0]!.id)).slip.stakes.size).toBe(0);
    await table.reopen();
    expect((await table.seat(players[0]!.id)).slip.stakes.size).toBe(0);
    expect((await table.seat(players[1]!.id)).slip.stakes.size).toBe(1);
    expect(await scan()).toMatchObject({ ok: true });
  });

  it('takes off nothing else, whoever writes it: not a part, and not what another player has', async () => {
    const { game } = table;
    await voidUndecided(database.pool, game);
    const { due, ...verdicts } = await readStakeVerdicts(database.pool, game);
    expect(due).toBe(0);
    const [one, other] = players;
    for (const [player, spot, stake] of [
      [one, 'egalite', -100],
      [other, 'punto', -500],
    ] as const) {
      const taken = table.table.perform(
        { kind: 'finish_acceptance', game, ...verdicts },
        (_, { seq }) => [
          {
            text: `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
                 select player_id, $1, 0, spot, mode, 'void', $2, game_number, $3, 1000 from bets
                  where game_number = $4 and player_id = $5 and spot = $6`,
            values: [randomUUID(), stake, seq, game, player!.id, spot],
          },
        ],
      );
      await expect(taken).rejects.toMatchObject({ cause: { code: 'SB082' } });
    }
    expect(table.state.phase).toBe('accepting_bets');
  });

  it('keeps what lies: nothing leaves the spots without the event that says so', async () => {
    const { rows } = await database.pool.query<{ seq: string }>(
      'select max(seq) as seq from bets where game_number = $1',
      [table.game],
    );
    const take = database.pool.query(
      `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
       values ($1, $2, 0, 'punto', 'zero_commission', 'void', -500, $3, $4, 1000)`,
      [players[1]!.id, randomUUID(), table.game, rows[0]!.seq],
    );
    await expect(take).rejects.toMatchObject({ code: 'SB082' });
  });
});

describe('a correction of such a round', () => {
  it('does not end before the wallets are asked for what it changed', async () => {
    const [one] = players;
    await beOfAcme(one!);
    await table.table.join(one!.id);
    const game = await table.openBets();
    await table.bet(one!.id, PLACE);
    await table.closeBets();
    const debit = `round.${game}.${one!.id}.debit`;
    await inTransaction(database.pool, async (tx) => {
      await openAdvance(tx, one!.id);
      await tx.query(
        `update wallet_movements set status = 'done', ended_at = studio_clock(),
                kid = 'acme-1', signed = 'signed', signature = '\\x00', body = '\\x00'
          where movement_id = $1`,
        [debit],
      );
      const destination = advanceAccount(one!.id);
      const postings = [{ source: OUTSIDE, destination, amount: amount(500) }] as const;
      await post(tx, { key: `wallet:acme:${debit}`, kind: 'deposit', postings });
    });
    const { due, ...verdicts } = await readStakeVerdicts(database.pool, game);
    expect({ due, ...verdicts }).toMatchObject({ due: 0, taken: 1, voided: 0 });
    await table.do({ kind: 'finish_acceptance', game, ...verdicts });
    await table.deal(PUNTO_WINS);
    table.isPaying = false;
    await table.correct(game, 'void');
    const part = { game, ordinal: 1, chunks: CHUNKS };
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      await correctChunk(database.pool, { ...part, chunk }, { fix: 'void' });
    }
    expect(await readCorrected(database.pool, game, 1), 'the wallet knows nothing').toBe(undefined);
    const end = `update corrections set finished_seq = ordered_seq + 1 where game_number = $1`;
    await expect(asOwner(end, [game])).rejects.toMatchObject({ code: 'SB083' });
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      await correctRoundChunk(database.pool, { game, correction: 1, chunk });
    }
    expect((await debits()).map(({ movement_id: id, amount: sum }) => [id, sum])).toContainEqual([
      `round.${game}.${one!.id}.adjust.1`,
      '-500',
    ]);
    const { stakes, paid, shortfall } = (await readCorrected(database.pool, game, 1))!;
    const sums = { stakes: `${stakes}`, paid: `${paid}`, shortfall: `${shortfall}` };
    await table.do({ kind: 'finish_correction', game, correction: 1, ...sums });
  });
});

describe('a round that was void before its wallets had given the stakes', () => {
  const asked = async (): Promise<void> => {
    await table.closeBets();
    // The wallets have had their time, and the pit may void the round.
    table.forward(60_000);
  };

  const history = async ({ id }: CreditedPlayer, game: string) => {
    const { stakes, paid, status, correction } = (await readRound(database.pool, id, game))!;
    return { stakes, paid, status, correction: correction?.fix };
  };

  const faults = async (): Promise<readonly string[]> => {
    const client = await database.pool.connect();
    try {
      const proofs = await reconcile(client);
      return proofs.flatMap(({ says, first }) => (/^Every correction/.test(says) ? first : []));
    } finally {
      client.release();
    }
  };

  it.each([
    ['while they were asked', asked],
    ['before they were asked', () => Promise.resolve()],
  ])('%s settles none of them when it is resettled', async (_, toVoid) => {
    const [one, other] = players;
    await beOfAcme(one!);
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    const game = await table.openBets();
    await table.bet(one!.id, PLACE);
    await table.bet(other!.id, PLACE);
    await toVoid();
    await table.voidRound();
    await table.correct(game, 'resettle', { coup: makeCoup(PUNTO_WINS) });
    const all = await balances(database.pool);
    const has = players.map(({ id }) => Number(all.get(`player:${id}:session`)));
    expect(has, 'what was not taken wins nothing').toEqual([1_000, 1_500]);
    expect((await debits()).filter(({ status }) => status === 'due')).toEqual([]);
    const wallets = await database.pool.query(
      `select from wallet_movements where game_number = $1 and kind <> 'debit'`,
      [game],
    );
    expect(wallets.rowCount, 'nothing is asked of the wallet').toBe(0);
    expect(await history(one!, game)).toEqual({
      ...{ stakes: '500', paid: '500', status: 'refunded', correction: undefined },
    });
    expect(await history(other!, game)).toMatchObject({ paid: '1000', correction: 'resettle' });
    const { closingStakes } = (await readRoundReport(database.pool, game, OWN))!;
    expect(closingStakes.map(({ paid }) => paid)).toEqual(['500', '1000']);
    expect(await faults()).toEqual([]);
  });

  it('is corrected to nothing else in the database, whoever writes it', async () => {
    const [one] = players;
    await beOfAcme(one!);
    await table.table.join(one!.id);
    const game = await table.openBets();
    await table.bet(one!.id, PLACE);
    await asked();
    await table.voidRound();
    table.isPaying = false;
    await table.correct(game, 'resettle', { coup: makeCoup(PUNTO_WINS) });
    const settled = database.pool.query(
      `with part as (
         insert into correction_chunks (game_number, ordinal, chunk, stakes, was, paid, shortfall, players)
         values ($1, 1, $2, 500, 500, 1000, 0, 1))
       insert into correction_payouts (game_number, ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered)
       values ($1, 1, $3, 500, 1000, 0, 0, 0, 0)`,
      [game, Number(one!.id) % CHUNKS, one!.id],
    );
    await expect(settled).rejects.toMatchObject({ code: 'SB085' });
    await table.correctNow(game, 1);
    await table.paid();
    expect((await balances(database.pool)).get(`player:${one!.id}:session`)).toBe(1_000n);
  });
});

describe('a close', () => {
  it('without the debits is refused', async () => {
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    await table.openBets();
    await table.bet(players[0]!.id, PLACE);
    // As a process of the version before would have it, which asks no wallet.
    await beOfAcme(players[0]!);
    await expect(table.closeBets()).rejects.toThrow('tick was refused');
    const { rows } = await database.pool.query('select status from rounds where game_number = $1', [
      table.game,
    ]);
    expect(rows).toEqual([{ status: 'betting' }]);
  });
});
