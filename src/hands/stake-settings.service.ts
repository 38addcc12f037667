/**
 * What may be staked in the solo games, as the studio has set it. Every process keeps it, and reads
 * it again when another has changed it. It binds the hands that are dealt from then on.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { inTransaction } from '../platform/transaction.js';
import { isSameSetting } from '../round/same-settings.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import {
  DEFAULT_STAKES,
  type PlainStakes,
  type StakesNow,
  type StakesOf,
  makeStakes,
  parseStakes,
} from '../protocol/stakes.js';
import { type StakesRefusal, storedStakes } from '../protocol/solo-stakes.js';
import { Audit } from '../staff/audit.service.js';

/** Where no notice comes. */
const LOOK_MS = 5_000;

/** Who changes them, and why. `was`: what the change was made of; left out: whatever there is. */
interface Order {
  readonly by: string;
  readonly reason: string;
  readonly was?: PlainStakes | undefined;
}

/** A game whose own cannot be read has those that it began with, so that they are set again. */
export const shownStakes = (game: SoloGame, now: StakesNow): PlainStakes =>
  makeStakes(game, now[game] ?? DEFAULT_STAKES[game]);

@Injectable()
export class StakeSettings {
  #known: StakesNow | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
    poller: Poller,
  ) {
    poller.poll({
      name: 'stakes',
      everyMs: LOOK_MS,
      wokenBy: 'stakes',
      look: async () => void (await this.#read(this.pool)),
    });
  }

  async now(): Promise<StakesNow> {
    return this.#known ?? this.#read(this.pool);
  }

  /**
   * Changes them, with a line of the audit in the same transaction. Refused where the game cannot
   * be played on them, or they are not what the change was made of: then nothing changes.
   */
  async change(
    game: SoloGame,
    plain: PlainStakes,
    { by, reason, was }: Order,
  ): Promise<StakesRefusal | undefined> {
    const stakes = parseStakes(game, plain);
    if (stakes === undefined) return 'stakes_are_unsound';
    const refusal = await inTransaction(this.pool, async (tx) => {
      // Of two at once, the later one’s line begins with what the earlier one has set.
      await tx.query('lock table solo_stakes in share row exclusive mode');
      const now = await readStakes(tx);
      if (was !== undefined && !isSameSetting(was, shownStakes(game, now))) {
        return 'settings_moved_on';
      }
      const held = now[game];
      // What cannot be read is not said to have been anything.
      const before = held === undefined ? {} : makeStakes(game, held);
      const after = makeStakes(game, stakes);
      await tx.query(
        `insert into solo_stakes (game, stakes) values ($1, $2)
         on conflict (game) do update set stakes = excluded.stakes`,
        [game, JSON.stringify(after)],
      );
      await this.audit.record(tx, {
        ...{ by, reason, before, after },
        operation: 'stakes:change',
        subject: game,
      });
      return undefined;
    });
    // Also where another process has changed them, so that whoever is refused reads them anew.
    await this.#read(this.pool);
    return refusal;
  }

  async #read(pool: Pick<pg.Pool, 'query'>): Promise<StakesNow> {
    this.#known = await readStakes(pool);
    return this.#known;
  }
}

const readStakes = async (client: Pick<pg.Pool, 'query'>): Promise<StakesNow> => {
  const { rows } = await client.query<{ game: SoloGame; stakes: unknown }>(
    'select game, stakes from solo_stakes',
  );
  const set = new Map(rows.map(({ game, stakes }) => [game, stakes]));
  const of = <Game extends SoloGame>(game: Game): StakesOf<Game> | undefined => {
    if (!set.has(game)) return DEFAULT_STAKES[game];
    const stored = storedStakes.safeParse(set.get(game));
    return stored.success ? parseStakes(game, stored.data) : undefined;
  };
  const [punto_e_banco, sette_e_mezzo, blackjack] = SOLO_GAMES;
  return {
    punto_e_banco: of(punto_e_banco),
    sette_e_mezzo: of(sette_e_mezzo),
    blackjack: of(blackjack),
  };
};
