/** The solo games, by their names in the database, on the wire and in the files of proofs. */

export const SOLO_GAMES = ['punto_e_banco', 'sette_e_mezzo', 'blackjack'] as const;
export type SoloGame = (typeof SOLO_GAMES)[number];
