import { randomUUID } from 'node:crypto';
import { amount } from '../src/money/amount.js';
import type { BetReply } from '../src/table/bet-desk.js';
import { comparePairs, report, rounded, seeded } from './kit.js';
import { openPlayers, startDatabase } from './parts/database.js';
import { openTable, seat } from './parts/live-table.js';
import { directPayer } from './parts/payer.js';
import { findPgbench, pgbench } from './parts/pgbench.js';

const PLAYERS = 4_000;
const BETS_EACH = Number(process.env.BETS_EACH ?? 50);
const BETS = PLAYERS * BETS_EACH;
const BATCH = 500;

const program = findPgbench();
const database = await startDatabase();
const random = seeded(7);
let told = 0;
let refunded = () => {};
const house = await openTable(database, {
  publisher: { toTable: () => void (told += 1), toPlayer: () => void (told += 1) },
  payer: directPayer(database.pool, (command) => void house.perform(command).then(() => refunded())),
});
const { table } = house;
const players = await openPlayers(database.admin, PLAYERS, 10_000_000_000n);
await seat(table, players);

const LIMIT = `
create table limit_accounts (like accounts including all);
alter table limit_accounts set (fillfactor = 50);
create table limit_bets (like bets including all);
create table limit_postings (like postings including all);
create sequence limit_entries;
insert into limit_accounts (id, name, kind, player_id, balance)
select i, 'limit:' || i, 'session', i, 10000000000 from generate_series(1, ${PLAYERS}) as i;
`;
await database.admin.query(LIMIT);
await database.admin.query('vacuum analyze');

const SCRIPT = `\\set at random(0, ${PLAYERS - 1})
with entry as materialized (
  select nextval('limit_entries') as id
), command as materialized (
  select 1 + (:at + 7 * i) % ${PLAYERS} as account_id, i as line, 100::bigint as total, gen_random_uuid() as bet_id
    from generate_series(0, ${BATCH - 1}) as i
), held as (
  update limit_accounts a set balance = a.balance - c.total from command c
   where a.id = c.account_id and a.balance >= c.total
  returning a.player_id, a.id as account_id, c.line, c.total, c.bet_id, a.balance
), laid as (
  insert into limit_bets (player_id, bet_id, spot, mode, kind, amount, game_number, seq, balance_after, noted)
  select player_id, bet_id, 'banco', 'zero_commission', 'place', total, 1000000000, 1, balance, null from held
)
insert into limit_postings (entry_id, line, source_id, destination_id, amount)
select entry.id, held.line, held.account_id, 0, held.total from held, entry;
`;

const latencies: number[] = [];
const shuffled = players
  .map((id) => ({ id, key: random() }))
  .sort((a, b) => a.key - b.key)
  .map(({ id }) => id);

const candidate = async () => {
  const game = await house.openRound();
  const start = performance.now();
  const seq = table.state.seq;
  await Promise.all(
    shuffled.map(async (playerId, index) => {
      const content = {
        kind: 'place' as const,
        spot: index % 2 === 0 ? ('punto' as const) : ('banco' as const),
        amount: amount(100),
      };
      for (let bet = 0; bet < BETS_EACH; bet += 1) {
        const sent = performance.now();
        const reply: BetReply = await table.bet({ playerId, betId: randomUUID(), game, content });
        if (!reply.ok) throw new Error(reply.refusal);
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const us = ((performance.now() - start) * 1000) / BETS;
  console.error('candidate', 1e6 / us, 'batches', table.state.seq - seq);
  const ended = new Promise<void>((resolve) => { refunded = resolve; });
  await house.perform({ kind: 'void_round', game, reason: 'bench', requestedBy: 'a', approvedBy: 'b' });
  await ended;
  return us;
};
const baseline = async () => {
  const us = 1e6 / (await pgbench(program, database.url, SCRIPT, BETS / BATCH)) / BATCH;
  console.error('baseline', 1e6 / us);
  return us;
};
void report;void rounded;
console.error(await comparePairs({ baseline, candidate }, { pairs: 3, warmUps: 1 }));
await house.stop();
await database.stop();
