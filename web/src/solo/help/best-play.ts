/**
 * The exact returns of the solo games and their best play, as they are printed. They were counted
 * by the functions that `npm run returns` prints, and a test counts them again.
 */
export const EXACT_RETURNS = {
  punto_e_banco: {
    punto: '98.7136275',
    banco: '98.9882517',
    egalite: '93.6154145',
    punto_pair: '94.1176471',
    banco_pair: '94.1176471',
  },
  sette_e_mezzo: { best: '99.8273828' },
  blackjack: { table: '99.4303', cards: '99.4339', insurance: '92.6045' },
} as const;

interface PlayRow {
  /** What the row is for: a card of the bank, or the player’s hand. */
  readonly name: string;
  /** One choice a column. */
  readonly cells: string;
}

/** By the bank’s card, for ½ to 7 points of the player. */
export const SETTE_E_MEZZO_PLAY: readonly PlayRow[] = [
  { name: 'Js', cells: 'C C C C C C C S* C S S S S S' },
  { name: 'As', cells: '! C C C C C* C S S* S S S S S' },
  { name: '2s', cells: '! ! ! C C S S S S S S S S S' },
  { name: '3s', cells: '! ! ! ! ! S S S S S S S S S' },
  { name: '4s', cells: '! ! ! ! ! ! ! S S S S S S S' },
  { name: '5s', cells: '! ! ! ! ! ! ! ! ! S* S S S S' },
  { name: '6s', cells: '! ! ! ! ! ! ! ! ! ! ! S S S' },
  { name: '7s', cells: '! ! ! ! ! ! ! ! ! ! ! ! ! S*' },
  { name: 'Kd', cells: 'C C C C C C C C C C C C C S' },
];

/** By the player’s hand, against 2 to 10 and the ace of the bank. */
export const BLACKJACK_PLAY: readonly PlayRow[] = [
  { name: '20', cells: 'S S S S S S S S S S' },
  { name: '19', cells: 'S S S S S S S S S S' },
  { name: '18', cells: 'S S S S S S S S S S' },
  { name: '17', cells: 'S S S S S S S S S S' },
  { name: '16', cells: 'S S S S S C C C C C' },
  { name: '15', cells: 'S S S S S C C C C C' },
  { name: '14', cells: 'S S S S S C C C C C' },
  { name: '13', cells: 'S S S S S C C C C C' },
  { name: '12', cells: 'C C S S S C C C C C' },
  { name: '11', cells: 'D D D D D D D D C C' },
  { name: '10', cells: 'D D D D D D D D C C' },
  { name: '9', cells: 'C D D D D C C C C C' },
  { name: '8', cells: 'C C C C C C C C C C' },
  { name: '7', cells: 'C C C C C C C C C C' },
  { name: '6', cells: 'C C C C C C C C C C' },
  { name: '5', cells: 'C C C C C C C C C C' },
  { name: 'A+9', cells: 'S S S S S S S S S S' },
  { name: 'A+8', cells: 'S S S S S S S S S S' },
  { name: 'A+7', cells: 'S DS DS DS DS S S C C C' },
  { name: 'A+6', cells: 'C D D D D C C C C C' },
  { name: 'A+5', cells: 'C C D D D C C C C C' },
  { name: 'A+4', cells: 'C C D D D C C C C C' },
  { name: 'A+3', cells: 'C C C D D C C C C C' },
  { name: 'A+2', cells: 'C C C D D C C C C C' },
  { name: 'A+A', cells: 'P P P P P P P P P –' },
  { name: '2+2', cells: 'P P P P P P – – – –' },
  { name: '3+3', cells: 'P P P P P P – – – –' },
  { name: '4+4', cells: '– – – P P – – – – –' },
  { name: '5+5', cells: '– – – – – – – – – –' },
  { name: '6+6', cells: 'P P P P P – – – – –' },
  { name: '7+7', cells: 'P P P P P P – – – –' },
  { name: '8+8', cells: 'P P P P P P P P – –' },
  { name: '9+9', cells: 'P P P P P – P P – –' },
  { name: '10+10', cells: '– – – – – – – – – –' },
];
