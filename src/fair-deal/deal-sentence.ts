/** What the check of a proof has found, in a plain sentence. */
import { makeCards } from '../cards/notation.js';
import { type ProofFault, checkProof } from '../chance/check-proof.js';

interface Found {
  readonly holds: boolean;
  readonly sentence: string;
}

/** `text` is that of the file, or undefined where it could not be read. */
export const dealSentence = (text: string | undefined): Found => {
  if (text === undefined) return { holds: false, sentence: 'The file cannot be read.' };
  const check = checkProof(parsed(text));
  if (!check.ok) {
    const at = check.at === undefined ? '' : ` (number ${check.at})`;
    return { holds: false, sentence: `${SENTENCES[check.fault]} [${check.fault}]${at}` };
  }
  const { game, hand, status, commitment, cards, taken, paid } = check;
  const money = {
    over: `, and paid by the rules: ${taken} taken, ${paid} paid, in minor units.`,
    void: `. It is void: its stakes, ${taken} in minor units, were returned.`,
  };
  return {
    holds: true,
    sentence:
      `Hand ${hand} of ${game} was dealt from the deck that was committed to${money[status]} Cards in the order of the deck: ${makeCards(cards)}. ` +
      `The commitment that you saw before the stakes must be ${commitment}.`,
  };
};

const SENTENCES: Readonly<Record<ProofFault, string>> = {
  malformed_proof: 'This is not the proof of a hand, or not a whole one.',
  commitment_differs: 'The opening is not the one that was committed to.',
  opening_is_no_deck: 'The opening is not six decks: some cards are missing, others too many.',
  command_is_refused: 'The rules refuse a command of the player.',
  card_differs: 'A card was dealt that is not the deck’s at that place.',
  payment_differs: 'The hand was not paid as the rules say.',
  event_differs: 'Something is said to have happened that does not follow from the commands.',
  hand_is_not_over: 'The end of the hand is missing.',
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
