/** The crowd: robot players who come in a few at a time and spread over the tables. */
import { PlayerClient } from '../client/player-client.js';
import { type RobotContext, comeBack, keepSigningIn, renewal } from './robot-sign-in.js';
import type { Report } from './report.js';
import { RobotPlayer } from './robot-player.js';
import type { Tally } from './tally.js';

/** How many sign in at the same time. */
const DOORS = 6;

interface CrowdParts {
  readonly context: RobotContext;
  readonly report: Report;
  readonly tally: Tally;
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

  async #seat(number: number): Promise<void> {
    const { context, report, tally, tables } = this.parts;
    const name = `robot-${number}`;
    const login = { role: 'player', name } as const;
    const token = await keepSigningIn(context, login);
    if (context.signal.aborted) return;
    const client = new PlayerClient(context.url, token, { renewToken: renewal(context, login) });
    this.#clients.push(client);
    comeBack(context, name, client.connection);
    new RobotPlayer({
      name,
      client,
      table: `pb-${((number - 1) % tables) + 1}`,
      schedule: context.schedule,
      tally,
      result: (who, result) => report.result(who, result),
      note: context.note,
    });
  }
}
