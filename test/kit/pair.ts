/**
 * Two studios on one database, each on a cable of its own: one runs the table, and the other stands
 * by. Whoever plays asks again until the answer is sure, at whichever of the two runs the table.
 */
import { Cable } from './cable.js';
import { Player, Staff } from './clients.js';
import { isFullSize } from './fault-report.js';
import { type Env, StudioProcess, eventually, pause, tablesRunBy } from './studio.js';
import type { Testbed } from './testbed.js';

/** After this long without an answer a client looks for its table elsewhere. */
const ANSWERED_WITHIN_MS = isFullSize ? 500 : 3_000;
/** To say which tables it runs. Whoever looks for a table does not wait for a frozen process. */
const FOUND_WITHIN_MS = isFullSize ? 100 : 3_000;
/** To connect and to sit down, at a studio that has answered. */
const SEATED_WITHIN_MS = 3_000;
const ASKED_EVERY_MS = 10;

export interface Side {
  studio: StudioProcess;
  readonly cable: Cable;
}

type Reply = { readonly ok: true } | { readonly ok: false; readonly refusal: string };

/** Answers that do not say whether the command stands, or that the table is on its way back. */
const UNSURE: readonly string[] = [
  'internal_error',
  'studio_is_busy',
  'table_is_busy',
  'table_is_moving',
  'unknown_table',
  'not_joined',
];

export class Pair {
  private constructor(
    private readonly testbed: Testbed,
    private readonly env: Env,
    readonly sides: readonly [Side, Side],
  ) {}

  static async start(testbed: Testbed, env: Env = {}): Promise<Pair> {
    const { studioUrl } = testbed.database;
    const start = async (): Promise<Side> => {
      const cable = await Cable.to(studioUrl);
      const studio = await testbed.startProcess({ ...env, DATABASE_URL: cable.through(studioUrl) });
      return { cable, studio };
    };
    const sides = [await start(), await start()] as const;
    Cable.link(sides.map(({ cable }) => cable));
    return new Pair(testbed, env, sides);
  }

  /** A process that was killed is started again, and a cable repaired. */
  async repair(): Promise<void> {
    for (const side of this.sides) {
      side.cable.disarm();
      side.studio.thaw();
      side.cable.cut();
      side.cable.repair();
      if (!side.studio.hasEnded) continue;
      const url = side.cable.through(this.testbed.database.studioUrl);
      side.studio = await this.testbed.startProcess({ ...this.env, DATABASE_URL: url });
    }
    for (const { studio } of this.sides) {
      await eventually('it is ready', () => studio.isReady(), { everyMs: 50 });
    }
  }

  /**
   * Which of the two runs the table now, as far as it says so itself. Both are asked at once.
   */
  runnerOf(table: string): Promise<Side | undefined> {
    const sides = this.sides.filter(({ studio }) => !studio.hasEnded);
    const answers = sides.map(async (side) => {
      if (!(await runs(side, table))) throw new Error('it does not run the table');
      return side;
    });
    return Promise.any(answers).catch(() => undefined);
  }

  async runner(table: string): Promise<Side> {
    return eventually(`${table} is run`, () => this.runnerOf(table), { everyMs: ASKED_EVERY_MS });
  }

  async close(): Promise<void> {
    for (const { studio, cable } of this.sides) {
      studio.thaw();
      await studio.kill();
      cable.close();
    }
  }
}

const runs = async ({ studio }: Side, table: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(FOUND_WITHIN_MS);
  return (await tablesRunBy(studio, signal)).includes(table);
};

/** What comes within the time in which a client waits for it. */
const soon = <T>(answer: Promise<T>, withinMs = ANSWERED_WITHIN_MS): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), pause(withinMs).then(() => undefined)]);

/** Somebody at the table who comes back to it, wherever it is. */
export class Regular<C extends Player | Staff> {
  /** Connections that it had before, with what they heard. */
  readonly #before: C[] = [];

  private constructor(
    private readonly pair: Pair,
    private readonly testbed: Testbed,
    public client: C,
  ) {}

  static of<C extends Player | Staff>(pair: Pair, testbed: Testbed, client: C): Regular<C> {
    return new Regular(pair, testbed, client);
  }

  /**
   * Asks until it is sure what came of it. A refusal that says something is the answer, too: a
   * command may have been done before it was asked again.
   */
  async insist<R extends Reply>(ask: (client: C) => Promise<R>): Promise<R> {
    for (;;) {
      const reply = await soon(ask(this.client));
      if (reply !== undefined && (reply.ok || !UNSURE.includes(reply.refusal))) return reply;
      await this.comeBack();
    }
  }

  /**
   * Waits for a message, and comes back for it where the connection was lost. What came by an
   * earlier connection is not sent again.
   */
  async hears<T>(message: (client: C) => Promise<T>): Promise<T> {
    return eventually('it is heard', async () => {
      await this.comeBack();
      return soon(Promise.any([...this.#before, this.client].map(message)));
    });
  }

  /** Finds the table, and sits down with what has come so far. */
  async comeBack(): Promise<void> {
    await eventually('back at the table', () => this.#isBack(), { everyMs: ASKED_EVERY_MS });
  }

  async #isBack(): Promise<boolean> {
    const { client } = this;
    const { table } = client;
    const side = await this.pair.runnerOf(table);
    if (side === undefined) return false;
    const after = client.lastSeq.get(table);
    const isThere = client.url === side.studio.url && client.socket.connected;
    const next = isThere ? client : this.#another(side.studio.url);
    const sat = await soon(
      (async () => {
        if (!isThere) await this.testbed.connect(next);
        if (next instanceof Staff) return (await next.watch(after), true);
        return (await next.tryJoin(after)).ok;
      })(),
      SEATED_WITHIN_MS,
    );
    if (sat !== true) {
      if (!isThere) next.close();
      return false;
    }
    if (!isThere) {
      client.close();
      this.#before.push(client);
      if (next instanceof Staff && client instanceof Staff) next.scanSeq = client.scanSeq;
      this.client = next;
    }
    return true;
  }

  #another(url: string): C {
    const { client } = this;
    const { token, table } = client;
    return (
      client instanceof Player
        ? new Player(url, token, client.id, table)
        : new Staff(url, token, client.name, table)
    ) as C;
  }
}
