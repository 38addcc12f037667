/** The exact return of Sette e Mezzo, its best play, and hands played by it. */
import type { Card } from '../cards/card.js';
import type { Entropy } from '../cards/shuffle.js';
import { shuffle } from '../cards/shuffle.js';
import { amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { percentText } from '../money/fraction.js';
import { setteEMezzoDecisions } from '../sette-e-mezzo/cost.js';
import { type SetteEMezzoCommand, decideSetteEMezzo } from '../sette-e-mezzo/decide.js';
import {
  CURRENT_SETTE_E_MEZZO_PAYTABLE,
  SETTE_E_MEZZO_PAYTABLES,
} from '../sette-e-mezzo/paytable.js';
import { FORTY_CARDS, MATTA } from '../sette-e-mezzo/points.js';
import { DEFAULT_SETTE_E_MEZZO_RULES, houseChoice } from '../sette-e-mezzo/rules.js';
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoEvent,
  evolveSetteEMezzo,
} from '../sette-e-mezzo/state.js';
import { type StrategyCell, strategy } from '../sette-e-mezzo/strategy.js';
import { bestChoice, choiceValues, setteEMezzoReturn } from '../sette-e-mezzo/tree.js';
import { viewSetteEMezzo } from '../sette-e-mezzo/view.js';
import { moved } from '../solo/moved.js';
import { type ReturnsReport, columns } from './report.js';
import { type Sampled, toNumber } from './sample.js';

const PAYTABLE = SETTE_E_MEZZO_PAYTABLES[CURRENT_SETTE_E_MEZZO_PAYTABLE];

export const setteEMezzoReport = (): ReturnsReport => ({
  title: `Sette e Mezzo: 40 cards a hand, paytable ${CURRENT_SETTE_E_MEZZO_PAYTABLE}`,
  lines: [
    ...columns([
      ['exact return, %', 'return'],
      ['best play', percentText(setteEMezzoReturn(PAYTABLE), 7)],
      [
        'as the house plays an abandoned hand',
        percentText(setteEMezzoReturn(PAYTABLE, houseChoice), 7),
      ],
    ]),
    '',
    ...printedStrategy(strategy(PAYTABLE)),
  ],
});

/** In half-points, as far as a player has a choice. */
const POINTS = Array.from({ length: 14 }, (_, index) => index + 1);

const printedStrategy = (cells: readonly StrategyCell[]): readonly string[] => {
  const banks = [...new Set(cells.map(({ bank }) => bank))];
  const cellAt = (bank: Card, points: number): StrategyCell | undefined =>
    cells.find((cell) => cell.bank === bank && cell.halfPoints === points);
  return [
    'Best play. C: card, S: stand, !: a card, as one must; *: not with every hand, see below.',
    '',
    ...columns([
      ['bank', ...POINTS.map(pointsText)],
      ...banks.map((bank) => [
        kindName(bank),
        ...POINTS.map((points) => cellText(cellAt(bank, points))),
      ]),
    ]),
    '',
    ...cells
      .filter(({ unless }) => unless.length > 0)
      .map(
        ({ bank, halfPoints, best, unless }) =>
          `* ${kindName(bank)}, ${pointsText(halfPoints)}: ${best}, unless ` +
          unless.map((cards) => cards.map(kindName).join(' + ')).join(', '),
      ),
  ];
};

const cellText = (cell: StrategyCell | undefined): string => {
  if (cell === undefined) return '';
  if (cell.isForced) return '!';
  return `${cell.best === 'draw' ? 'C' : 'S'}${cell.unless.length > 0 ? '*' : ''}`;
};

const pointsText = (halfPoints: number): string =>
  `${halfPoints < 2 ? '' : Math.floor(halfPoints / 2)}${halfPoints % 2 === 1 ? '½' : ''}`;

const kindName = (card: Card): string => {
  if (card === MATTA) return 'matta';
  return card === 'Js' ? 'figure' : card.charAt(0);
};

/** Plays hands for 1.00 as well as possible, by what the player sees of them. */
export const sampleSetteEMezzo = (entropy: Entropy): readonly Sampled[] => {
  const stake = amount(100);
  const play = (): number => {
    const deck = shuffle(FORTY_CARDS, entropy);
    const events: SetteEMezzoEvent[] = [];
    let hand = NEW_SETTE_E_MEZZO_HAND;
    const send = (command: SetteEMezzoCommand): void => {
      const rules = DEFAULT_SETTE_E_MEZZO_RULES;
      const decision = decideSetteEMezzo(hand, command, { deck, rules });
      assert(decision.ok, 'the best play asks for nothing that is refused');
      events.push(...decision.events);
      hand = decision.events.reduce(evolveSetteEMezzo, hand);
    };
    send({ kind: 'deal', step: 0, stake });
    while (hand.phase !== 'over') {
      const { step, player, bank } = viewSetteEMezzo(hand);
      assert(bank.cards[0] !== undefined, 'a player chooses when the bank has a card');
      const best = bestChoice(choiceValues(player.cards, bank.cards[0], PAYTABLE));
      assert(best !== undefined, 'a hand that is not over waits for a choice');
      send({ kind: best, step });
    }
    const costs = setteEMezzoDecisions(events).every(({ cost }) => cost === 0n);
    assert(costs, 'the best play costs nothing');
    const { taken, paid } = moved(events);
    return 1 + Number(paid - taken) / Number(stake);
  };
  return [{ bet: 'best play', exact: toNumber(setteEMezzoReturn(PAYTABLE)), play }];
};
