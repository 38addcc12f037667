import { describe, expect, it } from 'vitest';
import { SOLO_GAMES, incidentTableOf } from '../../../../src/solo/game.js';
import { soloGameOf } from './solo-game-of.js';

describe('an incident', () => {
  it.each(SOLO_GAMES)('of %s is known for it', (game) => {
    expect(soloGameOf({ kind: 'game_closed', table: incidentTableOf(game) })).toBe(game);
  });

  it('of a table is of no game, however the table is called', () => {
    expect(soloGameOf({ kind: 'suspended', table: 'solo-blackjack' })).toBeUndefined();
    expect(soloGameOf({ kind: 'game_closed', table: 'solo-dice' })).toBeUndefined();
  });
});
