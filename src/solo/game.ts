/** The solo games, by their names in the database, on the wire and in the files of proofs. */

export const SOLO_GAMES = ['punto_e_banco', 'sette_e_mezzo', 'blackjack'] as const;
export type SoloGame = (typeof SOLO_GAMES)[number];

/** Where an incident of a game names its table: `solo-sette-e-mezzo`. */
export const incidentTableOf = (game: SoloGame): string => `solo-${game.replaceAll('_', '-')}`;

/** Of an incident that names a game so. */
export const gameOfIncident = (table: string): SoloGame | undefined =>
  SOLO_GAMES.find((game) => incidentTableOf(game) === table);
