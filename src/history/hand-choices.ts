/**
 * What each choice of a hand has cost against the best play. To work it out may take the better
 * part of a second, so the studio does it in the thread that makes reports.
 */
import { blackjackDecisions } from '../blackjack/cost.js';
import type { WholeHand } from '../protocol/hand-history.js';
import { readEvents } from '../protocol/solo-events.js';
import { setteEMezzoDecisions } from '../sette-e-mezzo/cost.js';
import type { SoloGame } from '../solo/game.js';
import type { PlainObject } from '../solo/plain.js';

export type HandChoices = NonNullable<WholeHand['choices']>;

/** A hand that is over, as it is stored. */
export interface FinishedHand {
  readonly game: SoloGame;
  readonly events: readonly PlainObject[];
}

/** There is nothing to choose in Punto e Banco. */
export const choicesIn = ({ game, events }: FinishedHand): HandChoices => {
  switch (game) {
    case 'punto_e_banco':
      return [];
    case 'sette_e_mezzo':
      return setteEMezzoDecisions(readEvents.sette_e_mezzo(events)).map(written);
    case 'blackjack':
      return blackjackDecisions(readEvents.blackjack(events)).map(written);
  }
};

const written = <T extends { readonly cost: bigint }>(choice: T) => ({
  ...choice,
  cost: choice.cost.toString(),
});
