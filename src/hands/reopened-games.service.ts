/**
 * Closes the incident of a closed game once the game is open again: the generator works, its stakes
 * can be read, and this process can deal each of the hands that could not be dealt, or they were
 * voided.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import type { Ending } from '../protocol/incident.js';
import { SOLO_GAMES, type SoloGame, incidentTableOf } from '../solo/game.js';
import { ClosedGames } from './closed-games.service.js';
import { SOLO_ROOMS } from './games.js';
import { Openings } from './openings.service.js';
import { StakeSettings } from './stake-settings.service.js';

const EVERY_MS = 2_000;
const ENDING: Ending = 'game_is_open';

/** A hand that could not be dealt, where it still waits to be. */
interface WaitingHand {
  readonly player: string;
  readonly rules: string;
  readonly commitment: string;
  readonly sealed: Buffer;
  readonly isOfBefore: boolean;
}

@Injectable()
export class ReopenedGames {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly openings: Openings,
    private readonly closedGames: ClosedGames,
    @Inject(StakeSettings) private readonly stakes: Pick<StakeSettings, 'now'>,
    poller: Poller,
  ) {
    poller.poll({ name: 'closed games', everyMs: EVERY_MS, look: () => this.look() });
  }

  async look(): Promise<void> {
    const open = await readClosedGames(this.pool);
    for (const game of SOLO_GAMES) {
      const id = open.get(incidentTableOf(game));
      if (id === undefined) this.closedGames.forget(game);
      else if (await this.#isOpen(id, game)) await closeIncident(this.pool, id);
    }
  }

  async #isOpen(incident: string, game: SoloGame): Promise<boolean> {
    if ((await this.stakes.now())[game] === undefined) return false;
    const hands = await readWaiting(this.pool, incident);
    return (
      hands.every(
        ({ player, rules, isOfBefore, ...sealed }) =>
          !isOfBefore &&
          SOLO_ROOMS[game].knows(rules) &&
          this.openings.unsealed(player, game, sealed) !== undefined,
      ) && this.openings.make('', game) !== undefined
    );
  }
}

/** The open incidents of closed games, by the games. */
const readClosedGames = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ table: string; id: string }>(
    `select table_id as "table", incident_id as id from open_incidents where kind = 'game_closed'`,
  );
  return new Map(rows.map(({ table, id }) => [table, id]));
};

const readWaiting = async (
  pool: Pick<pg.Pool, 'query'>,
  incident: string,
): Promise<readonly WaitingHand[]> => {
  const { rows } = await pool.query<WaitingHand>(
    `select h.player_id as player, h.rules, encode(h.commitment, 'hex') as commitment, h.sealed,
            h.hand_number <= last_hand_before() as "isOfBefore"
       from unnest(hands_of_incident($1)) as hand_number join solo_hands h using (hand_number)
      where h.status = 'in_play' or (h.status = 'committed' and h.hand_number > last_hand_before())`,
    [incident],
  );
  return rows;
};

/** Nothing, where somebody has closed it meanwhile. */
const closeIncident = async (pool: Pick<pg.Pool, 'query'>, id: string): Promise<void> => {
  await pool.query(
    `insert into incident_notes (incident_id, kind, by, text)
     select incident_id, 'closed', 'studio', $2 from open_incidents where incident_id = $1
     on conflict do nothing`,
    [id, ENDING],
  );
};
