/** A round as one player played it: what was bet, command by command, and what each spot paid. */
import type { BetKind } from '../ledger/bet-line.js';
import { type Amount, amount, sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import type { Fix } from '../round/correction.js';
import type { PlayedRound } from '../protocol/http.js';
import { parseCoup } from '../punto-banco/notation.js';
import { paytable } from '../punto-banco/paytable.js';
import { settle } from '../punto-banco/settle.js';
import type { Mode, Spot } from '../punto-banco/spot.js';

export interface PlayedRoundRow {
  readonly game: string;
  readonly table_id: string;
  readonly table_name: string;
  readonly currency: string;
  readonly opened_ms: string;
  readonly status: PlayedRound['status'];
  /** As it was decided, or as it was last corrected. */
  readonly coup: string | null;
  readonly paytable: string;
  /**
   * What the ledger paid at the round's end, and what is paid after its last correction. Null where
   * nothing came back.
   */
  readonly paid_first: string | null;
  readonly paid: string | null;
  /** Two persons ordered that what came back at the round's end is paid outside the studio. */
  readonly by_hand: boolean;
  /** The last correction that is paid and concerns this player too. */
  readonly fix: Fix | null;
}

export interface LineRow {
  readonly game: string;
  readonly bet_id: string;
  readonly kind: BetKind;
  readonly spot: Spot;
  readonly mode: Mode;
  readonly amount: string;
  readonly balance_after: string;
}

/** `lines` are the player's in this round, at least one, in the order of the log. */
export const playedRound = (round: PlayedRoundRow, lines: readonly LineRow[]): PlayedRound => {
  const { game, table_id, table_name, currency, opened_ms, status, coup, fix, paid_first } = round;
  const mode = lines.at(-1)?.mode;
  assert(mode !== undefined, 'a round that was played has a command');
  const stakes = stakesOf(lines);
  const paid = paidOn(round, stakes, mode);
  const total = paid && sum(paid.values());
  assert(
    total === undefined || total === BigInt(round.paid ?? 0),
    `round ${game} paid what its coup says`,
  );
  return {
    table: table_id,
    tableName: table_name,
    currency,
    game,
    openedAtMs: Number(opened_ms),
    status,
    coup,
    stakes: sum(stakes.values()).toString(),
    paid: total?.toString() ?? null,
    byHand: round.by_hand,
    correction: fix && { fix, was: paid_first ?? '0' },
    mode,
    bets: [...stakes].map(([spot, stake]) => ({
      spot,
      stake: stake.toString(),
      paid: paid?.get(spot)?.toString() ?? null,
    })),
    commands: commandsOf(lines),
  };
};

const stakesOf = (lines: readonly LineRow[]): ReadonlyMap<Spot, Amount> => {
  const stakes = new Map<Spot, Amount>();
  for (const { spot, amount: change } of lines) {
    stakes.set(spot, amount((stakes.get(spot) ?? 0n) + BigInt(change)));
  }
  return new Map([...stakes].filter(([, stake]) => stake !== 0n));
};

/** Undefined until the round has ended. */
const paidOn = (
  round: PlayedRoundRow,
  stakes: ReadonlyMap<Spot, Amount>,
  mode: Mode,
): ReadonlyMap<Spot, Amount> | undefined => {
  const { status, fix } = round;
  if (status !== 'refunded' && status !== 'settled') return undefined;
  const isReturned = fix === null ? status === 'refunded' : fix !== 'resettle';
  if (isReturned) return stakes;
  const coup = parseCoup(round.coup ?? '');
  const rates = paytable(round.paytable);
  assert(coup !== undefined && rates !== undefined, 'a settled round has a coup and a paytable');
  const { bets } = settle(coup, stakes, mode, rates);
  return new Map([...bets].map(([spot, { paid }]) => [spot, paid]));
};

const commandsOf = (lines: readonly LineRow[]): PlayedRound['commands'] => {
  const commands = new Map<string, PlayedRound['commands'][number]>();
  for (const { bet_id, kind, spot, amount: change, balance_after } of lines) {
    const known = commands.get(bet_id) ?? {
      betId: bet_id,
      kind,
      change: {},
      balance: balance_after,
    };
    commands.set(bet_id, known);
    // A change of mode moves stakes from one mode to the other. Nothing changes on a spot.
    if (kind !== 'mode') known.change[spot] = change;
  }
  return [...commands.values()];
};
