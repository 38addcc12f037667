/**
 * The drawing of the floor: the first table in full, with its cards and roads, and the others in a
 * line each.
 */
import { dealCoup } from '../punto-banco/coup.js';
import { totalOf } from '../punto-banco/hand.js';
import type { Outcome, Side } from '../punto-banco/outcome.js';
import { drawBeadPlate, drawBigRoad, drawDerivedRoad } from '../roads/draw.js';
import { sharesOf } from '../roads/statistics.js';
import type { Card } from '../cards/card.js';
import { hands } from './event-line.js';
import type { Floor, FloorTable } from './floor.js';
import {
  type TerminalColour,
  type TerminalStyle,
  beside,
  clipped,
  padded,
} from './terminal-style.js';
import { moneyText } from './money-text.js';

interface Paper {
  readonly columns: number;
  readonly rows: number;
  readonly styled: TerminalStyle;
}

/**
 * At most `rows` lines, none wider than `columns`. Where there are few rows, other tables and the
 * derived roads are left out first.
 */
export const drawFloor = (floor: Floor, paper: Paper): string[] => {
  const { styled, columns, rows } = paper;
  const [first, ...others] = floor.tables;
  const top = [
    headLine(floor, styled),
    '',
    ...(first === undefined ? ['waiting for the tables …'] : drawTable(first, styled)),
  ];
  const roads = first === undefined ? [] : drawRoads(first, paper);
  const foot = ['', ...footLines(floor, styled)];
  const room = Math.max(0, rows - top.length - foot.length);
  const rest = otherTables(others, Math.max(OTHERS_MIN, room - roads.length), styled);
  const forRoads = Math.max(0, room - rest.length);
  const shown = roads.slice(0, Math.floor(forRoads / ROAD_ROWS) * ROAD_ROWS);
  return [...top, ...shown, ...rest, ...foot].slice(0, rows).map((line) => clipped(line, columns));
};

/** Lines for the other tables, however short the screen is: a blank one and three more. */
const OTHERS_MIN = 4;

const otherTables = (
  tables: readonly FloorTable[],
  rows: number,
  styled: TerminalStyle,
): string[] => {
  if (tables.length === 0) return [];
  const fits = tables.length + 1 <= rows;
  const shown = tables.slice(0, fits ? tables.length : rows - 2);
  const hidden = tables.length - shown.length;
  const more = hidden === 0 ? [] : [styled('dim', `… and ${hidden} more tables`)];
  return ['', ...shown.map((table) => tableLine(table, styled)), ...more];
};

/** A blank line, a name and six rows. */
const ROAD_ROWS = 8;

const COLOUR_OF: Readonly<Record<Outcome, TerminalColour>> = {
  punto: 'blue',
  banco: 'red',
  egalite: 'green',
};
const NAME_OF: Readonly<Record<Outcome, string>> = {
  punto: 'PUNTO',
  banco: 'BANCO',
  egalite: 'EGALITÉ',
};

const headLine = ({ url, tables, robots, bets }: Floor, styled: TerminalStyle): string => {
  const lost = tables.filter(({ state }) => state !== 'connected').length;
  const connection =
    lost === 0 ? '' : `  ${styled('yellow', 'the studio is away: trying again …')}`;
  const seated =
    robots.seated === robots.all ? `${robots.all}` : `${robots.seated} of ${robots.all}`;
  return `${styled('bold', 'SABOT')}  ${url}  ${seated} robots  ${bets.stood} bets, ${bets.refused} refused${connection}`;
};

const drawTable = (table: FloorTable, styled: TerminalStyle): string[] => {
  const { copy } = table;
  const { shoe, round } = copy;
  const where = shoe === null ? 'no shoe' : `shoe ${shoe.ordinal}, coup ${shoe.beads.length}`;
  const left = shoe?.cardsLeft === null || shoe === null ? '' : `, ${shoe.cardsLeft} cards left`;
  const cut = shoe?.cutCardOut === true ? styled('yellow', '  the cut card is out') : '';
  const dealer = copy.dealer === null ? 'no dealer' : `dealer ${copy.dealer}`;
  const game = round === null ? '' : `  game ${round.game}`;
  return [
    `${styled('bold', copy.settings.name)} (${copy.table})  ${dealer}  ${where}${left}${game}${cut}`,
    '',
    `  ${padded(styled('bold', phaseText(table)), 30)}${stakesText(table)}`,
    `  ${handText(table, 'punto', styled)}${handText(table, 'banco', styled)}`,
    `  ${resultText(copy.round?.cards ?? [], styled)}`,
    `  ${paymentsText(table)}`,
  ];
};

export const phaseText = ({ copy, nowMs }: FloorTable): string => {
  const { phase, round, opensAtMs, suspended } = copy;
  const seconds = (atMs: number | undefined | null) =>
    Math.max(0, Math.ceil(((atMs ?? nowMs) - nowMs) / 1_000));
  switch (phase) {
    case 'closed':
      return 'CLOSED';
    case 'shoe_change':
      return 'NEW CARDS';
    case 'betting':
      return `PLACE YOUR BETS ${seconds(round?.closesAtMs)}`;
    case 'last_bets':
      return `LAST BETS ${seconds(round?.closesAtMs)}`;
    case 'accepting_bets':
      return `ACCEPTING BETS ${seconds(round?.acceptedByMs)}`;
    case 'bets_closed':
      return 'BETS CLOSED';
    case 'dealing':
      return 'BETS ACCEPTED';
    case 'resulted':
      return 'RESULT';
    case 'settled':
      return `PAID, next bets in ${seconds(opensAtMs)}`;
    case 'void':
      return opensAtMs === null ? 'VOID' : `VOID, next bets in ${seconds(opensAtMs)}`;
    case 'suspended':
      return `SUSPENDED: ${suspended?.reason ?? ''}`;
  }
};

const stakesText = ({ stakes, copy }: FloorTable): string =>
  copy.round === null ? '' : `on the table ${moneyText(stakes)}`;

const handText = ({ copy }: FloorTable, side: Side, styled: TerminalStyle): string => {
  const cards = hands(copy.round?.cards ?? [])[side];
  const total = cards.length === 0 ? '' : styled('bold', String(totalOf(cards)));
  const faces = cards.map((card) => cardText(card, styled)).join(' ');
  return `${styled(COLOUR_OF[side], NAME_OF[side])}  ${padded(faces, 10)} ${padded(total, 6)}`;
};

const cardText = (card: Card, styled: TerminalStyle): string =>
  /[hd]$/.test(card) ? styled('red', card) : card;

const resultText = (cards: readonly Card[], styled: TerminalStyle): string => {
  const coup = dealCoup(cards);
  if (coup === undefined) return '';
  const { outcome, puntoTotal, bancoTotal, naturals, pairs } = coup;
  const wins = outcome === 'egalite' ? NAME_OF.egalite : `${NAME_OF[outcome]} WINS`;
  const natural = naturals.punto || naturals.banco ? '  natural' : '';
  const paired = (['punto', 'banco'] as const)
    .map((side) => (pairs[side] === undefined ? '' : `  ${pairs[side]} ${side} pair`))
    .join('');
  const [winner, loser] = [Math.max(puntoTotal, bancoTotal), Math.min(puntoTotal, bancoTotal)];
  return `${styled(COLOUR_OF[outcome], wins)} ${winner}–${loser}${natural}${paired}`;
};

const PAYMENTS_SHOWN = 5;

const paymentsText = ({ lastEnd, payments }: FloorTable): string => {
  if (lastEnd === undefined) return '';
  const { outcome, stakes, paid } = lastEnd;
  if (outcome === 'refunded') return `the last round is void: ${moneyText(stakes)} went back`;
  const top = payments
    .filter((payment) => payment.paid > 0n)
    .sort((a, b) => (a.paid < b.paid ? 1 : -1))
    .slice(0, PAYMENTS_SHOWN)
    .map((payment) => `${payment.name} ${moneyText(payment.paid)}`);
  const who = top.length === 0 ? '' : `: ${top.join(', ')}`;
  return `paid ${moneyText(paid)} for ${moneyText(stakes)} staked${who}`;
};

const drawRoads = ({ board }: FloorTable, { columns, styled }: Paper): string[] => {
  // A bead takes up to six characters, a win up to five, a derived cell two.
  const half = Math.max(4, Math.floor((columns - 4) / 2));
  const third = Math.max(4, Math.floor((columns - 8) / 3));
  const main = { columns: Math.floor(half / 6) };
  const derived = { columns: Math.floor(third / 2) };
  const block = (name: string, grid: string, width: number) => [
    padded(styled('dim', name), width),
    ...grid.split('\n').map((line) => coloured(line, styled)),
  ];
  return [
    '',
    ...beside(
      [
        block('Bead Plate', drawBeadPlate(board.beadPlate, main), half - 4),
        block('Big Road', drawBigRoad(board.bigRoad, { columns: Math.floor(half / 4) }), 0),
      ],
      4,
    ),
    '',
    ...beside(
      [
        block('Big Eye Boy', drawDerivedRoad(board.bigEyeBoy, derived), third - 4),
        block('Small Road', drawDerivedRoad(board.smallRoad, derived), third - 4),
        block('Cockroach Road', drawDerivedRoad(board.cockroachRoad, derived), 0),
      ],
      4,
    ),
  ];
};

const LETTER_COLOURS: Readonly<Record<string, TerminalColour>> = {
  P: 'blue',
  B: 'red',
  E: 'green',
  r: 'red',
  b: 'blue',
  '.': 'dim',
};

/** Each cell in the colour that its first letter stands for. */
const coloured = (line: string, styled: TerminalStyle): string =>
  line.replace(/\S+/g, (cell) => {
    const colour = LETTER_COLOURS[cell.charAt(0)];
    return colour === undefined ? cell : styled(colour, cell);
  });

/** A table in a line. */
const tableLine = (table: FloorTable, styled: TerminalStyle): string => {
  const { copy, lastEnd } = table;
  const { shoe, round } = copy;
  const { punto, banco } = hands(round?.cards ?? []);
  const hand = (cards: readonly Card[]) => cards.map((card) => cardText(card, styled)).join(' ');
  const cards = punto.length === 0 ? '' : `P ${hand(punto)} . B ${hand(banco)}`;
  const paid =
    lastEnd === undefined ? '' : `paid ${moneyText(lastEnd.paid)} for ${moneyText(lastEnd.stakes)}`;
  return [
    padded(styled('bold', copy.table), 7),
    padded(phaseText(table), 22),
    padded(`shoe ${shoe?.ordinal ?? '–'}, coup ${shoe?.beads.length ?? '–'}`, 18),
    padded(cards, 25),
    paid,
  ].join(' ');
};

const footLines = (floor: Floor, styled: TerminalStyle): string[] => {
  const [first] = floor.tables;
  const counts = first?.board.statistics;
  const shares = counts && sharesOf(counts);
  const share = (tenths: number | undefined) => `${((tenths ?? 0) / 10).toFixed(1)} %`;
  const shoe =
    counts === undefined || shares === undefined
      ? ''
      : `shoe: Punto ${counts.punto} (${share(shares.punto)})  Banco ${counts.banco} (${share(shares.banco)})  Egalité ${counts.egalite} (${share(shares.egalite)})  pairs ${counts.puntoPairs} and ${counts.bancoPairs}  naturals ${counts.naturals}`;
  const refusals =
    floor.bets.refusals === '' ? [] : [styled('dim', `refused: ${floor.bets.refusals}`)];
  const hands = floor.hands === '' ? [] : [styled('dim', `solo hands: ${floor.hands}`)];
  const notes = [...floor.notes, 'Ctrl-C stops. The logins are further up.'];
  return [shoe, ...hands, ...refusals, ...notes.map((note) => styled('dim', note))];
};
