/** What a road says to those who do not see it: the counts, and the last six. */
import type { TFunction } from 'i18next';
import { parseBead } from '../../../src/roads/bead.js';
import type { Ask } from '../../../src/roads/ask.js';
import { DERIVED_ROADS } from '../../../src/roads/derived-road.js';
import type { RoadName } from '../../../src/roads/scoreboard.js';
import type { DrawnShoe } from './shoe-board.js';

const LAST = 6;

export const roadInWords = (
  t: TFunction,
  road: RoadName,
  { beads, roads, statistics }: DrawnShoe,
): string => {
  const name = t(`roads.name.${road}`);
  if (roads[road].length === 0) return t('roads.said.empty', { road: name });
  if (road === 'beadPlate' || road === 'bigRoad') {
    const { coups, punto, banco, egalite } = statistics;
    const last = newestFirst(beads).map((text) => {
      const outcome = parseBead(text)?.outcome;
      return outcome === undefined ? text : t(`roads.outcome.${outcome}`);
    });
    return t('roads.said.wins', {
      road: name,
      count: coups,
      punto,
      banco,
      egalite,
      last: last.join(', '),
    });
  }
  const cells = roads[road];
  const red = cells.filter(({ colour }) => colour === 'red').length;
  const last = newestFirst(cells).map(({ colour }) => t(`roads.colour.${colour}`));
  return t('roads.said.derived', {
    road: name,
    red,
    blue: cells.length - red,
    last: last.join(', '),
  });
};

export const askInWords = (t: TFunction, ask: Ask): string => {
  const marks = DERIVED_ROADS.flatMap((road) => {
    const colour = ask[road]?.colour;
    return colour === undefined
      ? []
      : [`${t(`roads.name.${road}`)} ${t(`roads.colour.${colour}`)}`];
  });
  return marks.length === 0 ? t('roads.ask.none') : marks.join(', ');
};

const newestFirst = <T>(all: readonly T[]): readonly T[] => all.slice(-LAST).reverse();
