/** The solo games, by the names that the database, the wire and the files of proofs have for them. */

export const SOLO_GAMES = ['punto_e_banco', 'sette_e_mezzo', 'blackjack'] as const;
export type SoloGame = (typeof SOLO_GAMES)[number];
