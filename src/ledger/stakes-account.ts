/** In which of a round's accounts the stakes of a player are. */

/**
 * As SQL: the account of the stakes in the player's currency where it is a further one of the
 * table, and otherwise that in the table's own. `player` is a number of a player, and `round` a row
 * of rounds.
 */
export const stakesAccountOf = (player: string, round: string): string =>
  `coalesce((select held.id from players staker join accounts held on held.currency = staker.currency
              where staker.id = ${player} and held.id = any(${round}.further_stakes_account_ids)), ${round}.stakes_account_id)`;
