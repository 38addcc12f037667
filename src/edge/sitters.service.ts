/**
 * How many players sit at each table with a connection, and at which tables the desk has one, to
 * whatever process. Each process says what is its own, again and again, so that one which has ended
 * is forgotten. Who they are is asked for when somebody wants to know.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { Poller } from '../platform/poller.js';
import { within } from '../platform/within.js';
import { Broadcast } from '../table/broadcast.js';
import type { PlayerConnections } from '../table/published.js';
import { Tables } from '../table/tables.service.js';

/** By table. A table without any is left out. */
type Counts = Readonly<Record<string, number>>;

/** The connections of a process. */
interface Own {
  readonly players: Counts;
  /** The tables whose desk has a connection. */
  readonly desks: readonly string[];
}

/** Who of `players` sits at the table, and who else: no more of them than `othersMax`. */
interface Question {
  readonly id: string;
  readonly table: string;
  readonly players: readonly string[];
  readonly othersMax: number;
}

interface Answer {
  /** Of the question. */
  readonly id: string;
  readonly sitters: readonly (readonly [playerId: string, connections: readonly string[]])[];
}

const SITTERS: BulletinKind<Own> = { name: 'sitters' };
const WHO_SITS: BulletinKind<Question> = { name: 'who sits' };
const THESE_SIT: BulletinKind<Answer> = { name: 'these sit' };
/** A process answers in milliseconds. */
const ANSWER_WITHIN_MS = 1_000;
const NOBODY: Own = { players: {}, desks: [] };
const EVERY_MS = 500;
/** Where nothing has changed, it is said again after this, and forgotten some time later. */
const AGAIN_MS = 2_000;
const FORGOTTEN_MS = 3 * AGAIN_MS;

@Injectable()
export class Sitters {
  /** What other processes have said last. */
  readonly #others = new Map<string, Own & { readonly atMs: number }>();
  #said = NOBODY;
  #saidAtMs = 0;
  /** Questions of this process that are not answered by everybody yet. */
  readonly #asked = new Map<string, (answer: Answer, process: string) => void>();

  constructor(
    private readonly tables: Tables,
    private readonly broadcast: Broadcast,
    private readonly bulletins: Bulletins,
    poller: Poller,
  ) {
    bulletins.on(SITTERS, (own, process) => {
      this.#others.set(process, { ...own, atMs: tables.nowMs });
    });
    bulletins.on(WHO_SITS, (question) => this.#answer(question));
    bulletins.on(THESE_SIT, (answer, process) => this.#asked.get(answer.id)?.(answer, process));
    poller.poll({ name: 'sitters', everyMs: EVERY_MS, look: (nowMs) => this.#look(nowMs) });
  }

  /** Players at the table. Those who are connected elsewhere are counted a moment later. */
  at(table: string): number {
    let count = this.tables.publications.of(table)?.connections.size ?? 0;
    for (const { players } of this.#others.values()) count += players[table] ?? 0;
    return count;
  }

  /**
   * The connections to other processes by which these players sit at the table, and up to
   * `othersMax` others of each process. One that does not answer in time is left out.
   */
  async elsewhere(
    table: string,
    players: readonly string[],
    othersMax: number,
  ): Promise<PlayerConnections> {
    const found: PlayerConnections = new Map();
    const awaited = new Set(
      [...this.#others].flatMap(([process, own]) => (own.players[table] ? [process] : [])),
    );
    if (awaited.size === 0) return found;
    const id = randomUUID();
    const answered = new Promise<void>((resolve) => {
      this.#asked.set(id, ({ sitters }, process) => {
        for (const [player, connections] of sitters) found.set(player, connections);
        awaited.delete(process);
        if (awaited.size === 0) resolve();
      });
    });
    const isAsked = await this.bulletins.post(WHO_SITS, { id, table, players, othersMax });
    if (isAsked) await within(ANSWER_WITHIN_MS, answered);
    this.#asked.delete(id);
    return found;
  }

  #answer({ id, table, players, othersMax }: Question): void {
    const here: PlayerConnections = this.tables.publications.of(table)?.connections ?? new Map();
    // Whoever has said that somebody sits there is waited for.
    if (here.size === 0 && this.#said.players[table] === undefined) return;
    const asked = new Set(players.filter((player) => here.has(player)));
    const listed = [...asked];
    for (const player of here.keys()) {
      if (listed.length - asked.size >= othersMax) break;
      if (!asked.has(player)) listed.push(player);
    }
    const sitters = listed.map((player) => [player, here.get(player) ?? []] as const);
    void this.bulletins.post(THESE_SIT, { id, sitters });
  }

  /** Whether anybody is connected at the table's desk. */
  isDeskFollowed(table: string): boolean {
    if (this.broadcast.isFollowed('dealer', table)) return true;
    return [...this.#others.values()].some(({ desks }) => desks.includes(table));
  }

  #look(nowMs: number): void {
    for (const [process, { atMs }] of this.#others) {
      if (nowMs - atMs > FORGOTTEN_MS) this.#others.delete(process);
    }
    const own: Own = {
      players: this.tables.publications.sitters(),
      desks: this.tables.known.flatMap(({ id }) =>
        this.broadcast.isFollowed('dealer', id) ? [id] : [],
      ),
    };
    const isDue = !isDeepStrictEqual(own, NOBODY) && nowMs - this.#saidAtMs >= AGAIN_MS;
    if (isDeepStrictEqual(own, this.#said) && !isDue) return;
    this.#said = own;
    this.#saidAtMs = nowMs;
    void this.bulletins.post(SITTERS, own);
  }
}
