/** What a request would do, in numbers, before anything is done. */
import type pg from 'pg';
import type { ApprovalSubject, Preview } from '../protocol/approval.js';
import { previewCorrection } from '../settlement/preview-correction.js';

type Reads = Pick<pg.Pool, 'query'>;

/** Null where no money moves: cards. */
export const previewOf = async (
  pool: Reads,
  { kind, game, coup, player }: ApprovalSubject,
): Promise<Preview | null> => {
  if (game === undefined || kind === 'card' || kind === 'card_correction') return null;
  if (kind === 'burn_card' || kind === 'cut_card') return null;
  return (await previewCorrection(pool, { game, fix: kind, coup, player })) ?? null;
};

/** Who owes, and how much. */
export const readShortfalls = async (
  pool: Reads,
): Promise<
  readonly { readonly player: string; readonly name: string; readonly owed: string }[]
> => {
  const { rows } = await pool.query<{ player: string; name: string; owed: string }>(
    `select p.id as player, p.name, -a.balance as owed
       from accounts a join players p on p.id = a.player_id
      where a.kind = 'shortfall' and a.balance < 0 order by a.balance, p.id`,
  );
  return rows;
};
