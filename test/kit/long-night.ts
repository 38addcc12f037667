/** Rounds without end, fast, from a shoe that is shuffled the same every time. */
import { type Card } from '../../src/cards/card.js';
import { fullShoe } from '../../src/cards/shoe.js';
import { shuffle } from '../../src/cards/shuffle.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import type { Staff } from './clients.js';

/** Eight decks without the card that every shoe of the tests burns. */
export const shuffled = (seed: string): readonly Card[] => {
  const cards = [...shuffle(fullShoe(8), hashStream(seed))];
  cards.splice(cards.indexOf('3h'), 1);
  return cards;
};

/** Opens, closes and deals this many rounds. `during` is called while the bets of each are open. */
export const playRounds = async (
  dealer: Staff,
  rounds: number,
  shoe: Iterator<Card>,
  during: (game: string, round: number) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  for (let round = 1; round <= rounds; round += 1) {
    const { game, seq } = await dealer.openBetting();
    await during(game, round);
    await dealer.betsClosed(seq);
    await dealer.dealFrom(shoe);
    await dealer.next('round_settled', { after: seq });
  }
};
