/** A table as the lobby shows it. */
import { assert } from '../money/assert.js';
import type { LobbyCard } from '../protocol/lobby.js';
import { parseBead } from '../roads/bead.js';
import { type GoodRoad, goodRoads } from '../roads/good-road.js';
import { furtherOf, settingsIn } from '../round/currencies.js';
import { groupsOn, limitsOf } from '../round/limits-of.js';
import type { TableSettings } from '../round/settings.js';
import type { Phase, TableState } from '../round/state.js';

export interface ShownCard {
  readonly card: LobbyCard;
  /** The beads of the shoe, in notation. */
  readonly beads: readonly string[];
}

/** A table that runs. */
interface RunningTable {
  readonly state: TableState;
  /** Who sit there and are connected. */
  readonly players: number;
}

/**
 * `settings` are those of a table that this process does not follow. Any other has its own.
 */
export const showTable = (
  id: string,
  settings: TableSettings,
  table: RunningTable | undefined,
): ShownCard => {
  if (table === undefined) {
    return { card: { ...ELSEWHERE, table: id, ...plate(settings) }, beads: NO_BEADS };
  }
  const { state, players } = table;
  const { phase, dealer, round, shoe } = state;
  const beads = shoe?.beads ?? NO_BEADS;
  const card: LobbyCard = {
    table: id,
    ...plate(state.settings),
    phase,
    dealer,
    closesAtMs: OPEN.has(phase) && round !== null ? round.closesAtMs : null,
    players,
    shoe: shoe?.ordinal ?? null,
    goodRoads: [...goodRoadsOf(beads)],
  };
  return { card, beads };
};

const NO_BEADS: readonly string[] = [];
const ELSEWHERE = {
  phase: null,
  dealer: null,
  closesAtMs: null,
  players: null,
  shoe: null,
  goodRoads: [],
};

/** What is printed on the table. */
const plate = (settings: TableSettings) => {
  const { name, currency } = settings;
  const limits = plateLimits(settings, null);
  const groups = groupsOf(settings).map((each) => [each, plateLimits(settings, each)] as const);
  if (groups.length === 0) return { name, currency, ...limits };
  return { name, currency, ...limits, groups: Object.fromEntries(groups) };
};

/** What a player of the group may stake on Punto or on Banco, in each currency of the table. */
export const plateLimits = (
  settings: TableSettings,
  group: string | null,
): Pick<LobbyCard, 'min' | 'max' | 'further'> => {
  const own = limitsOf(settings, group).punto;
  const further = furtherOf(settings);
  if (further.length === 0) return { ...own };
  const limits = further.map((each) => [each, limitsOf(settingsIn(settings, each), group).punto]);
  return { ...own, further: Object.fromEntries(limits) as NonNullable<LobbyCard['further']> };
};

/** In the order of their names: the same card is the same text in every process. */
const groupsOf = (settings: TableSettings): readonly string[] => {
  const inEach = [settings, ...Object.values(settings.further ?? {})];
  return [...new Set(inEach.flatMap((each) => groupsOn(each, 'punto')))].sort();
};

const OPEN: ReadonlySet<Phase> = new Set<Phase>(['betting', 'last_bets']);

/** A state's list of beads is never changed, only replaced. So each list is judged once. */
const JUDGED = new WeakMap<readonly string[], readonly GoodRoad[]>();

const goodRoadsOf = (beads: readonly string[]): readonly GoodRoad[] => {
  const judged = JUDGED.get(beads) ?? goodRoads(beads.map(beadOf));
  JUDGED.set(beads, judged);
  return judged;
};

const beadOf = (notation: string) => {
  const bead = parseBead(notation);
  assert(bead !== undefined, 'the log holds beads in notation');
  return bead;
};
