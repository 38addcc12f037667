/**
 * A round as an operator may know it: what was dealt, by which rules, what it was for the
 * operator's own players, and the proof that the log has it so.
 */
import type pg from 'pg';
import { readRoundOfOperator } from '../history/played-rounds.js';
import { printedPaytable } from '../lobby/printed-paytable.js';
import { assert } from '../money/assert.js';
import { statement } from '../platform/statement.js';
import { type Transaction, atOneMoment } from '../platform/transaction.js';
import {
  type OperatorRound,
  type OperatorRoundQuery,
  ROUND_PLAYERS_MOST,
} from '../protocol/operator-rounds.js';
import { type OwnKey, proveChain } from '../report/chain-proof.js';
import { readCorrections } from '../report/corrections.js';
import { readRoundLog } from '../report/round-log.js';

const ROUND = statement({
  inputs: { game: 'bigint' },
  text: `
select r.game_number as game, r.table_id as table, t.settings ->> 'name' as "tableName",
       t.settings ->> 'currency' as currency, r.shoe_ordinal as shoe, r.round_in_shoe as "roundInShoe",
       r.paytable, r.status, r.coup, r.opened_seq as "openedSeq", r.ended_seq as "endedSeq",
       r.opened_at as "openedAt", r.ended_at as "endedAt"
  from rounds r join tables t on t.id = r.table_id where r.game_number = :game`,
});

interface RoundRow extends Pick<
  OperatorRound,
  'game' | 'table' | 'tableName' | 'currency' | 'shoe' | 'roundInShoe' | 'status' | 'coup'
> {
  readonly paytable: string;
  readonly openedSeq: string;
  readonly endedSeq: string | null;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
}

/**
 * As it is at one moment, since it is signed as one. Undefined where no player of the operator bet
 * in it. `own`: the key that the studio signs its anchors by.
 */
export const readOperatorRound = (
  pool: pg.Pool,
  operator: string,
  game: string,
  query: OperatorRoundQuery,
  own: OwnKey,
): Promise<OperatorRound | undefined> =>
  atOneMoment(pool, (reads) => readFrom(reads, operator, game, query, own));

const readFrom = async (
  reads: Transaction,
  operator: string,
  game: string,
  { player, after = '0' }: OperatorRoundQuery,
  own: OwnKey,
): Promise<OperatorRound | undefined> => {
  const asked = { player, after, limit: ROUND_PLAYERS_MOST };
  const { rounds, next } = await readRoundOfOperator(reads, operator, game, asked);
  if (rounds.length === 0) return undefined;
  const { rows } = await reads.query<RoundRow>(ROUND({ game }));
  const round = rows[0];
  assert(round !== undefined, 'who bets, bets in a round');
  const { table, tableName, currency, shoe, roundInShoe, status, coup, openedAt, endedAt } = round;
  const rules = printedPaytable(round.paytable);
  assert(rules !== undefined, 'a round is played by a paytable that is kept');
  const corrections = (await readCorrections(reads, [game])).get(game) ?? [];
  const shown = new Set(rounds.map(({ playerId }) => playerId));
  return {
    ...{ game, table, tableName, currency, shoe, roundInShoe, status, coup },
    openedAtMs: openedAt.getTime(),
    endedAtMs: endedAt?.getTime() ?? null,
    corrections: corrections
      .filter((each) => each.player === null || shown.has(each.player))
      .map(({ correction, fix, coup, atMs, finishedSeq }) => ({
        ...{ correction, fix, coup, atMs },
        done: finishedSeq !== null,
      })),
    rules,
    players: rounds.map(
      ({
        player: ref,
        playerId,
        mode,
        stakes,
        paid,
        byHand,
        correction,
        bets,
        commands,
        ...its
      }) => ({
        ...{ player: ref, playerId, mode, stakes, paid, byHand, correction, bets, commands },
        ...(its.currency !== currency && { currency: its.currency }),
      }),
    ),
    next,
    chain: await proveChain(reads, round, await readRoundLog(reads, round), own),
  };
};
