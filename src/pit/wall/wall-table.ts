/** A table as the wall shows it, and what its round may cost at worst. */
import type { WallTable } from '../../protocol/wall.js';
import { exposure } from '../../punto-banco/exposure.js';
import { paytable } from '../../punto-banco/paytable.js';
import type { Slip } from '../../punto-banco/slip.js';
import { addStakes, NO_STAKES } from '../../punto-banco/stakes.js';
import { IN_HAND } from '../../round/idle.js';
import { aboutInOwn } from '../../round/currencies.js';
import type { TableSettings } from '../../round/settings.js';
import { type TableState, phaseBeneath, stakesIn } from '../../round/state.js';
import type { Stalled } from '../watch/stall.js';
import type { TableProgress } from '../watch/table-progress.js';

/** What the wall shows besides the table's own state. */
interface Around {
  readonly progress: Pick<TableProgress, 'phaseSinceMs' | 'lastScanAtMs'> | undefined;
  readonly stalled: Stalled | null;
  readonly players: number;
  readonly incidents: number;
  readonly deskIsFollowed: boolean;
  readonly stillUrl: string | null;
}

/** The sum of the stakes, worked out again only when the table's state has changed. */
export interface PlacedStakes {
  /** Stakes of one player on one spot. */
  readonly bets: number;
  readonly exposure: Exposure | null;
}

type Exposure = NonNullable<WallTable['exposure']>;

/** An undefined state: no process runs the table, or this one does not follow it. */
export const showTable = (
  table: string,
  settings: TableSettings,
  state: TableState | undefined,
  placed: PlacedStakes,
  { progress, stalled, players, incidents, deskIsFollowed, stillUrl }: Around,
): WallTable => {
  const { round, suspension, cards, shoe } = state ?? {};
  const lies = state !== undefined && liesStill(state);
  const { name, currency } = state?.settings ?? settings;
  const { streamLostMs } = state?.nextSettings ?? state?.settings ?? settings;
  return {
    table,
    name,
    currency,
    phase: state?.phase ?? null,
    phaseSinceMs: progress?.phaseSinceMs ?? null,
    dealer: state?.dealer ?? null,
    players,
    game: round?.game ?? null,
    roundInShoe: round?.roundInShoe ?? null,
    bets: lies ? placed.bets : 0,
    stakes: lies ? `${aboutInOwn(state.settings, stakesIn(state))}` : '0',
    exposure: state === undefined ? null : placed.exposure,
    ...(lies && byCurrency(state)),
    suspended: suspension ?? null,
    incidents,
    stalled: stalled !== null,
    stall: stalled,
    connection: { dealer: deskIsFollowed, lastScanAtMs: progress?.lastScanAtMs ?? null },
    stillUrl,
    stream: state === undefined || streamLostMs === null ? 'none' : streamOf(state),
    closing: state?.closing ?? false,
    cardsDueAtMs: cards?.dueAtMs ?? null,
    shoe: shoe?.ordinal ?? null,
    beads: [...(shoe?.beads ?? [])],
  };
};

/** Left out where nothing is of a further currency. */
const byCurrency = (state: TableState): Pick<WallTable, 'byCurrency'> => {
  const sums = [...stakesIn(state)];
  const isOfSeveral = sums.some(([of, sum]) => of !== state.settings.currency && sum > 0n);
  return isOfSeveral
    ? { byCurrency: Object.fromEntries(sums.map(([of, sum]) => [of, `${sum}`])) }
    : {};
};

/** Until the round is paid, or its stakes have been returned. */
export const liesStill = (state: TableState): boolean => {
  const phase = phaseBeneath(state);
  return IN_HAND.has(phase) || (phase === 'void' && !state.refunded);
};

const streamOf = ({ streamLost }: TableState): WallTable['stream'] =>
  streamLost ? 'lost' : 'live';

export const placedStakesOf = (state: TableState, slips: readonly Slip[]): PlacedStakes => ({
  bets: slips.reduce((count, { stakes }) => count + stakes.size, 0),
  exposure: worstOf(state, slips),
});

/** Null where there are no stakes still to be played for. */
const worstOf = (state: TableState, slips: readonly Slip[]): Exposure | null => {
  const { round } = state;
  const phase = phaseBeneath(state);
  const rates = round === null ? undefined : paytable(round.paytable);
  if (!IN_HAND.has(phase) || rates === undefined || round?.stakes === '0') return null;
  const placed = { zero_commission: NO_STAKES, normal: NO_STAKES };
  for (const { mode, stakes } of slips) placed[mode] = addStakes(placed[mode], stakes);
  const { punto, banco, egalite } = exposure(placed, rates);
  return { punto: punto.toString(), banco: banco.toString(), egalite: egalite.toString() };
};
