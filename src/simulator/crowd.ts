/**
 * The crowd: robot players who come in a few at a time and spread over the tables. At a table of
 * several currencies a part of them holds another than the table's own.
 */
import { PlayerClient } from '../client/player-client.js';
import {
  type RobotContext,
  comeBack,
  keepReadingFurther,
  keepSigningIn,
  renewal,
} from './robot-sign-in.js';
import type { Report } from './report.js';
import { RobotPlayer } from './robot-player.js';
import type { RobotTally } from './tally.js';

/** How many sign in at the same time. */
const DOORS = 6;
/** Of so many robots of a table, one holds a further currency of it. */
const FURTHER_OF = 3;

interface CrowdParts {
  readonly context: RobotContext;
  readonly report: Report;
  readonly tally: RobotTally;
  readonly players: number;
  readonly tables: number;
}

export class Crowd {
  readonly #clients: PlayerClient[] = [];

  constructor(private readonly parts: CrowdParts) {}

  get seated(): number {
    return this.#clients.filter(({ connection }) => connection.state === 'connected').length;
  }

  /** Resolves when all have come in. */
  async comeIn(): Promise<void> {
    let next = 1;
    const door = async () => {
      while (next <= this.parts.players) {
        const number = next;
        next += 1;
        await this.#seat(number);
      }
    };
    await Promise.all(Array.from({ length: DOORS }, door));
  }

  leave(): void {
    for (const client of this.#clients) client.close();
  }

  async #seat(number: number): Promise<void> {
    const { context, report, tally, tables } = this.parts;
    const table = `pb-${((number - 1) % tables) + 1}`;
    const currency = await this.#further(table, Math.floor((number - 1) / tables));
    const name = currency === undefined ? `robot-${number}` : `robot-${number} ${currency}`;
    const login = { role: 'player', name, ...(currency !== undefined && { currency }) } as const;
    const token = await keepSigningIn(context, login);
    if (context.signal.aborted) return;
    const client = new PlayerClient(context.url, token, { renewToken: renewal(context, login) });
    this.#clients.push(client);
    comeBack(context, name, client.connection);
    new RobotPlayer({
      name,
      client,
      table,
      schedule: context.schedule,
      tally,
      result: (who, result) => report.result(who, result),
      note: context.note,
    });
  }

  /** Of the table's robots, by `index`. Undefined: the table's own currency. */
  async #further(table: string, index: number): Promise<string | undefined> {
    const turn = Math.floor(index / FURTHER_OF);
    if (index % FURTHER_OF !== 1) return undefined;
    const further = await keepReadingFurther(this.parts.context, table);
    return further[turn % further.length];
  }
}
