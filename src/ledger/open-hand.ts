/**
 * The first hand of a player in a solo game, or since a restore, and the account that holds the
 * stakes of all games.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

const OPEN = statement({
  inputs: {
    player: 'bigint',
    game: 'solo_game',
    rules: 'text',
    commitment: 'bytea',
    sealed: 'bytea',
  },
  text: `
with account as (
  insert into accounts (name, kind, player_id) values ('player:' || :player || ':hands', 'hands', :player)
  on conflict (name) do nothing
)
insert into solo_hands (player_id, game, rules, commitment, sealed)
select :player, :game, :rules, :commitment, :sealed from take_back_hand(:player, :game)
on conflict do nothing`,
});

/**
 * Does nothing where the player has a hand of the game that is not over. One of before a restore
 * that nobody has staked on is taken back first.
 */
export const openHand = async (
  pool: Pick<pg.Pool, 'query'>,
  player: string,
  game: string,
  hand: { readonly rules: string; readonly commitment: Buffer; readonly sealed: Buffer },
): Promise<void> => {
  await pool.query(OPEN({ player, game, ...hand }));
};
