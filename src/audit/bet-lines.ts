/**
 * Every bet command as a JSON line: what the digests of the batches in the logs are made of. An
 * export of the logs has the digests alone.
 */
import type pg from 'pg';
import { rowsOf } from '../platform/cursor.js';

const COMMANDS = `
select r.table_id as "table", b.seq::text, b.game_number::text as game, a.id::text as account, b.player_id::text as player, b.bet_id::text as bet,
       min(b.kind)::text as kind, array_agg(b.spot::text order by b.line) as spots, array_agg(b.mode::text order by b.line) as modes,
       array_agg(b.amount::text order by b.line) as amounts
  from bets b join rounds r using (game_number) join accounts a on a.player_id = b.player_id and a.kind = 'session'
 group by r.table_id, b.seq, b.game_number, a.id, b.player_id, b.bet_id
 order by r.table_id, b.seq, a.id`;

/** Within a transaction. Batch by batch, in the order in which the digest takes them. */
export async function* betLines(client: pg.ClientBase): AsyncGenerator<string> {
  let lines = 0;
  for await (const row of rowsOf(client, COMMANDS)) {
    lines += 1;
    yield `${JSON.stringify({ line: 'bet', ...row })}\n`;
  }
  yield `${JSON.stringify({ line: 'end', lines })}\n`;
}
