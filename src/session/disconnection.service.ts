/** The pit ends a player's connection, in whatever process it is. */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { Tables } from '../table/tables.service.js';
import { Connections } from './connections.service.js';

interface Asked {
  readonly id: string;
  readonly player: string;
  readonly note: string;
  /**
   * From then on, by the database's time of day, nobody waits for it and nothing is done. A version
   * of before does not say.
   */
  readonly untilMs?: number;
}

const DISCONNECT: BulletinKind<Asked> = { name: 'disconnect' };
const DISCONNECTED: BulletinKind<Pick<Asked, 'id'>> = { name: 'disconnected' };
/** The process that holds the connection answers in milliseconds. */
const WITHIN_MS = 1_000;

@Injectable()
export class Disconnection {
  readonly #asked = new Map<string, () => void>();

  constructor(
    @Inject(Connections) private readonly connections: Pick<Connections, 'disconnect'>,
    @Inject(Bulletins) private readonly bulletins: Pick<Bulletins, 'on' | 'post'>,
    @Inject(Tables) private readonly tables: Pick<Tables, 'studioMs'>,
  ) {
    bulletins.on(DISCONNECT, ({ id, player, note, untilMs = Infinity }) => {
      if (tables.studioMs > untilMs) return;
      if (connections.disconnect(player, note)) void bulletins.post(DISCONNECTED, { id });
    });
    bulletins.on(DISCONNECTED, ({ id }) => this.#asked.get(id)?.());
  }

  /**
   * False where no process has said in time that it has ended the player's connection. It may have
   * done so all the same, so whoever keeps a record of it writes that first.
   */
  async disconnect(player: string, note: string): Promise<boolean> {
    if (this.connections.disconnect(player, note)) return true;
    const id = randomUUID();
    const answered = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), WITHIN_MS);
      this.#asked.set(id, () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
    const untilMs = this.tables.studioMs + WITHIN_MS;
    const isAsked = await this.bulletins.post(DISCONNECT, { id, player, note, untilMs });
    const isDone = isAsked && (await answered);
    this.#asked.delete(id);
    return isDone;
  }
}
