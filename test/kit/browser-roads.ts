/**
 * The roads as a page draws them, and as the table's log makes them: each cell as
 * `column,row sign`.
 */
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { OUTCOME_LETTERS, type Bead, parseBead } from '../../src/roads/bead.js';
import type { BigRoadCell } from '../../src/roads/big-road.js';
import type { GridPlace } from '../../src/roads/run-layout.js';
import { ROADS, type RoadName } from '../../src/roads/scoreboard.js';
import { recomputeRoads } from './recompute-roads.js';

type RoadCells = Readonly<Record<RoadName, readonly string[]>>;

/** `of` says which cells: those that have come, or, while it is asked, the one that would come. */
export const drawnRoads = (page: Page, of: 'come' | 'asked' = 'come'): Promise<RoadCells> =>
  page.evaluate<RoadCells>(`(() => {
    const flags = (mark, ...names) =>
      names.map(([selector, sign]) => (mark.querySelector(selector) ? sign : '')).join('');
    const pairs = [['[data-mark=punto-pair]', 'p'], ['[data-mark=banco-pair]', 'b']];
    const signs = {
      beadPlate: (mark) =>
        mark.querySelector('text').textContent[0] +
        flags(mark, ['[data-mark=natural]', 'n'], ...pairs),
      bigRoad: (mark) =>
        (mark.querySelector('[data-mark=letter]')?.textContent ?? 'E') +
        (mark.querySelector('[data-mark=tie]')
          ? (mark.querySelector('[data-mark=ties]')?.textContent ?? '1')
          : '') +
        flags(mark, ...pairs),
    };
    const colour = (mark) => (mark.querySelector('[data-colour=red]') ? 'red' : 'blue');
    const cells = (road) =>
      [...document.querySelectorAll('[data-part=roads] [data-road=' + road + '] svg > g')]
        .filter((mark) => ('ghost' in mark.dataset) === ${of === 'asked'})
        .map((mark) => {
          const [, x, y] = /translate\\((\\d+) (\\d+)\\)/.exec(mark.getAttribute('transform'));
          return [x / 10 + 1, y / 10 + 1] + ' ' + (signs[road] ?? colour)(mark);
        });
    return Object.fromEntries(${JSON.stringify(ROADS)}.map((road) => [road, cells(road).sort()]));
  })()`);

/** The coups of the shoe that the table deals now. */
export const beadsOf = async (pool: pg.Pool, table: string): Promise<readonly Bead[]> => {
  const { rows } = await pool.query<{ bead: string }>(
    `select payload::json ->> 'bead' as bead from table_events
      where table_id = $1 and kind = 'coup_decided' and seq > coalesce(
        (select max(seq) from table_events where table_id = $1 and kind = 'shoe_started'), 0)
      order by seq`,
    [table],
  );
  return rows.map(({ bead }) => parseBead(bead)!);
};

/** As the rules place them, by code that the studio does not use. */
export const roadsOf = (beads: readonly Bead[]): RoadCells => {
  const roads = recomputeRoads(beads);
  const cells = <Cell extends GridPlace>(all: readonly Cell[], sign: (cell: Cell) => string) =>
    all.map((cell) => `${cell.column},${cell.row} ${sign(cell)}`).sort();
  const colour = ({ colour }: { readonly colour: string }) => colour;
  return {
    beadPlate: cells(roads.beadPlate, ({ bead }) => bead.replace(/\d/, '')),
    bigRoad: cells(roads.bigRoad, bigRoadSign),
    bigEyeBoy: cells(roads.bigEyeBoy, colour),
    smallRoad: cells(roads.smallRoad, colour),
    cockroachRoad: cells(roads.cockroachRoad, colour),
  };
};

const bigRoadSign = ({ outcome, ties, puntoPair, bancoPair }: BigRoadCell): string =>
  [OUTCOME_LETTERS[outcome], ties || '', puntoPair && 'p', bancoPair && 'b']
    .filter((sign) => sign !== false)
    .join('');

/** The cells that are in `after` and not in `before`. */
export const roadsGained = (before: RoadCells, after: RoadCells): RoadCells =>
  Object.fromEntries(
    ROADS.map((road) => [road, after[road].filter((cell) => !before[road].includes(cell))]),
  ) as unknown as RoadCells;
