/**
 * Games that are closed to somebody, as incidents for the pit: one a game, whichever process says
 * so, with the hands that cannot be dealt.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type SoloGame, incidentTableOf } from '../solo/game.js';

/** Why a game is closed. */
export const CLOSED_BY = [
  'generator', // the system's generator fails
  'seal', // no key opens what was sealed, or it is not what was committed to
  'rules', // a later version of the studio has opened the hand, on a paytable that this one lacks
  'stakes', // what may be staked in it cannot be read
  'restore', // the hand was begun before a restore: its player may have seen more of it
] as const;
export type ClosedBy = (typeof CLOSED_BY)[number];

/** How many reported hands are remembered, so that none is reported twice. */
const SAID_MAX = 10_000;

const NOTE = statement({
  inputs: { table: 'text', cause: 'text', hand: 'bigint null' },
  text: 'select note_closed_game(:table, :cause, :hand)',
});

@Injectable()
export class ClosedGames {
  readonly #said = new Map<string, Set<string>>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @InjectPinoLogger('hands') private readonly logger: PinoLogger,
  ) {}

  /** Nobody waits for it: if it fails, the next request for the hand reports it again. */
  note(game: SoloGame, cause: ClosedBy, hand?: string): void {
    const said = this.#said.get(game) ?? new Set<string>();
    this.#said.set(game, said);
    const words = hand ?? cause;
    if (said.has(words) || said.size >= SAID_MAX) return;
    said.add(words);
    this.pool.query(NOTE({ table: incidentTableOf(game), cause, hand })).catch((error: unknown) => {
      said.delete(words);
      this.logger.warn({ err: error, game, cause, hand }, 'the incident could not be opened');
    });
  }

  /** Its incident is closed: what is said from now on opens another. */
  forget(game: SoloGame): void {
    this.#said.delete(game);
  }
}
