/**
 * What an event sends to single players: their own result of a round that has ended, or what a
 * correction changed.
 */
import type pg from 'pg';
import { sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { inSlices } from '../platform/in-slices.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import { dealCoup } from '../punto-banco/coup.js';
import { paytable } from '../punto-banco/paytable.js';
import { settle } from '../punto-banco/settle.js';
import type { TableEvent } from '../round/event.js';
import { type RoundState, type TableState, phaseBeneath } from '../round/state.js';
import type { PlayerSeat } from './seat.js';
import type { OwnCorrection, TableStore, VoidStakes } from './store.js';

export type OwnMessage =
  | { readonly playerId: string; readonly result: PlayerResult }
  | { readonly playerId: string; readonly correction: PlayerCorrection };

/**
 * The messages that follow from `event`, with the balances that Postgres has now. A result is
 * worked out from the seats of the round in hand. For an earlier round there is none.
 */
export const ownMessages = async (
  store: Pick<TableStore, 'balances' | 'corrections' | 'voidStakes'>,
  { table, round }: TableState,
  event: TableEvent,
  seats: { playing(): readonly PlayerSeat[] },
): Promise<readonly OwnMessage[]> => {
  if (event.kind === 'correction_paid') {
    return corrections(store, table, event.game, event.correction);
  }
  if (event.kind === 'stakes_taken') {
    return event.voided === 0 ? [] : notTaken(store, table, event.game);
  }
  if (!endsRound(event) || round?.game !== event.game) return [];
  const outcome = event.kind === 'round_settled' ? 'settled' : 'refunded';
  return results(store, table, round, outcome, seats.playing());
};

/** Whether everybody with stakes in a round has a result from here on. */
export const endsRound = (
  event: TableEvent,
): event is Extract<TableEvent, { kind: 'round_settled' | 'round_refunded' }> =>
  event.kind === 'round_settled' || event.kind === 'round_refunded';

/**
 * The results of a round that had ended when the table came back, whoever published them, and after
 * them what corrections have made of them since. Of one in hand, those whose stakes were not taken.
 */
export const endedResults = async (
  store: Pick<TableStore, 'balances' | 'corrections' | 'voidStakes'>,
  state: TableState,
  seats: { playing(): readonly PlayerSeat[] },
): Promise<readonly OwnMessage[]> => {
  const { table, round, refunded } = state;
  const phase = phaseBeneath(state);
  if (round === null) return [];
  const voided = round.acceptedByMs === undefined ? [] : await notTaken(store, table, round.game);
  const isRefunded = phase === 'void' && refunded;
  if (phase !== 'settled' && !isRefunded) return voided;
  const outcome = isRefunded ? 'refunded' : 'settled';
  const own = await results(store, table, round, outcome, seats.playing());
  const corrected = own.length === 0 ? [] : await corrections(store, table, round.game);
  return [...voided, ...own, ...corrected];
};

/** Of one correction, or the last of each player's. */
const corrections = async (
  store: Pick<TableStore, 'corrections'>,
  table: string,
  game: string,
  correction?: number,
): Promise<readonly OwnMessage[]> => {
  const corrected = await store.corrections(game, correction);
  return corrected.map(({ player_id: playerId, ...own }) => ({
    playerId,
    correction: { table, game, ...own },
  }));
};

const results = async (
  store: Pick<TableStore, 'balances'>,
  table: string,
  round: RoundState,
  outcome: PlayerResult['outcome'],
  seats: readonly PlayerSeat[],
): Promise<readonly OwnMessage[]> => {
  if (seats.length === 0) return [];
  const balances = await store.balances(seats.map(({ accountId }) => accountId));
  const betsOf = outcome === 'settled' ? settledBets(round) : returnedBets;
  return inSlices(seats, (seat) => {
    const bets = betsOf(seat);
    return {
      playerId: seat.playerId,
      result: {
        table,
        game: round.game,
        outcome,
        stakes: sum(bets.map(({ stake }) => stake)).toString(),
        paid: sum(bets.map(({ paid }) => paid)).toString(),
        bets: bets.map(({ spot, stake, paid }) => ({
          spot,
          stake: stake.toString(),
          paid: paid.toString(),
        })),
        balance: balances.get(seat.accountId) ?? '0',
      },
    };
  });
};

const settledBets = (round: RoundState) => {
  const coup = dealCoup(round.cards);
  const rates = paytable(round.paytable);
  assert(coup !== undefined && rates !== undefined, 'a settled round has a coup and a paytable');
  return ({ slip }: PlayerSeat) => {
    const { bets } = settle(coup, slip.stakes, slip.mode, rates);
    return [...bets].map(([spot, { stake, paid }]) => ({ spot, stake, paid }));
  };
};

const returnedBets = ({ slip }: PlayerSeat) =>
  [...slip.stakes].map(([spot, stake]) => ({ spot, stake, paid: stake }));

/** The balances of accounts now, by account. */
export const readBalances = async (
  pool: Pick<pg.Pool, 'query'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ id: string; balance: string }>(
    'select id, balance from accounts where id = any($1::bigint[])',
    [accountIds],
  );
  return new Map(rows.map(({ id, balance }) => [id, balance]));
};

const notTaken = async (
  store: Pick<TableStore, 'voidStakes'>,
  table: string,
  game: string,
): Promise<readonly OwnMessage[]> =>
  (await store.voidStakes(game)).map(({ playerId, bets, balance, reason }) => {
    const stakes = sum(bets.map(({ stake }) => BigInt(stake))).toString();
    return {
      playerId,
      result: {
        ...{ table, game, outcome: 'not_taken', reason, stakes, paid: stakes, balance },
        bets: bets.map(({ spot, stake }) => ({ spot, stake, paid: stake })),
      },
    };
  });

/**
 * The players whose wallets did not give the stakes, with what was on the spots, and why. The limit
 * has each movement looked up by its player: of a round that was just played Postgres expects one,
 * and would compare all of them with all bets.
 */
export const readVoidStakes = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
): Promise<readonly VoidStakes[]> => {
  const { rows } = await pool.query<VoidStakes>(
    `select b.player_id as "playerId", min(b.balance_after) as balance,
            json_agg(json_build_object('spot', b.spot, 'stake', (-b.amount)::text) order by b.line) as bets,
            coalesce(min(m.refusal) filter (where m.status = 'refused'), 'no_answer') as reason
       from bets b cross join lateral (
         select status, refusal from wallet_movements
          where game_number = $1 and player_id = b.player_id and kind = 'debit' limit 1) as m
      where b.game_number = $1 and b.kind::text = 'void' group by b.player_id order by b.player_id`,
    [game],
  );
  return rows;
};

/**
 * What a correction changed, player by player, or the last that changed anything for each. Players
 * for whom nothing changed are not among them.
 */
export const readCorrections = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
  correction?: number,
): Promise<readonly OwnCorrection[]> => {
  const { rows } = await pool.query<OwnCorrection>(
    `select distinct on (p.player_id) p.player_id, c.fix, p.was, p.paid, p.shortfall, a.balance
       from correction_payouts p join corrections c using (game_number, ordinal)
       join accounts a on a.player_id = p.player_id and a.kind = 'session'
      where p.game_number = $1 and p.ordinal = coalesce($2, p.ordinal)
      order by p.player_id, p.ordinal desc`,
    [game, correction ?? null],
  );
  return rows;
};
