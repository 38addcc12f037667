/** What has lately happened to the sessions of players who are connected here. */
import type pg from 'pg';
import type { SessionEnd } from '../protocol/session.js';

interface Of {
  readonly id: string;
  readonly playerId: string;
}

export type SessionNoticeRow = Of &
  (
    | { readonly kind: 'warned'; readonly activeAtMs: number; readonly warnedAtMs: number }
    | { readonly kind: 'ended'; readonly reason: SessionEnd; readonly amount: bigint }
  );

/**
 * A cash-out has its own answer. Somebody who came in after the end reads of it on joining.
 * Somebody who has opened another session knows of it.
 */
const NOTICES = `
select s.id, s.player_id, s.closed_reason as reason, s.closed_amount as amount, null::bigint as active_at_ms, null::bigint as warned_at_ms
  from sessions s join connections c using (player_id)
 where s.closed_at > studio_now() - $2::float8 * interval '1 ms' and s.closed_reason <> 'cash_out'
   and s.closed_at > c.since - interval '2 s' and s.player_id = any($1::bigint[])
   and not exists (select from sessions later where later.player_id = s.player_id and later.opened_at >= s.closed_at)
union all
select id, player_id, null, null, (extract(epoch from active_at) * 1000)::bigint, (extract(epoch from warned_at) * 1000)::bigint
  from sessions
 where closed_at is null and warned_at > active_at and warned_at > studio_now() - $2::float8 * interval '1 ms' and player_id = any($1::bigint[])`;

interface Row {
  readonly id: string;
  readonly player_id: string;
  readonly reason: SessionEnd | null;
  readonly amount: string | null;
  readonly active_at_ms: string | null;
  readonly warned_at_ms: string | null;
}

export const readSessionNotices = async (
  pool: Pick<pg.Pool, 'query'>,
  playerIds: readonly string[],
  sinceMs: number,
): Promise<readonly SessionNoticeRow[]> => {
  if (playerIds.length === 0) return [];
  const { rows } = await pool.query<Row>(NOTICES, [playerIds, Math.ceil(sinceMs)]);
  return rows.map((row) => {
    const { id, player_id: playerId, reason } = row;
    if (reason !== null)
      return { kind: 'ended', id, playerId, reason, amount: BigInt(row.amount!) };
    const [activeAtMs, warnedAtMs] = [Number(row.active_at_ms), Number(row.warned_at_ms)];
    return { kind: 'warned', id, playerId, activeAtMs, warnedAtMs };
  });
};
