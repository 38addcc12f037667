/** The robot players of a load, in processes of their own, and what they have seen together. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Histogram } from './histogram.js';
import type { LastHeard, LoadCounts, LoadReport, LoadStanding, Return } from './load-measures.js';
import type { StudioAddress } from './load-player.js';

export interface LoadSeat {
  readonly token: string;
  readonly table: string;
  /** Its number among all. */
  readonly place: number;
}

export type LoadOrder =
  | {
      readonly does: 'come in';
      readonly seats: readonly LoadSeat[];
      readonly ways: readonly StudioAddress[];
      /** How many are on their way at the same time. */
      readonly atOnce: number;
      readonly stake: string;
      readonly buyIn?: string;
      readonly bets: boolean;
    }
  /** No more bets. */
  | { readonly does: 'rest' }
  /** Writes down in `file` which bets stood and which did not, and goes. */
  | { readonly does: 'end'; readonly file: string };

/** By their own numbers, what became of the bets. */
interface BetsOfLoad {
  readonly stood: readonly string[];
  /** Refused, or found not to stand. */
  readonly not: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('./load-crowd-process.js', import.meta.url));
const COUNTED = [
  ...['messages', 'cards', 'results', 'gaps', 'repeats', 'snapshots', 'stood', 'unanswered'],
  ...['found', 'notFound', 'cuts', 'silent', 'seated', 'unsure', 'inPlay', 'resultsMissed'],
] as readonly (keyof LoadCounts | Exclude<keyof LoadStanding, 'heard'>)[];
/** How long nobody more may come in. */
const STUCK_AFTER_MS = 120_000;

export class LoadCrowd {
  readonly #children: ChildProcess[];
  readonly #last = new Map<ChildProcess, LoadReport>();
  readonly #cards = new Map<string, [number, number]>();
  /** When somebody who had lost the connection sat again, and how long it took. */
  readonly returns: Return[] = [];

  /** The most that sat at the same time, and since when. Somebody waits for more to come in. */
  #most = 0;
  #mostSinceMs = 0;
  #giveUp: ((error: Error) => void) | undefined;

  constructor(
    processes: number,
    program = PROGRAM,
    private readonly stuckAfterMs = STUCK_AFTER_MS,
  ) {
    this.#children = Array.from({ length: processes }, () => fork(program));
    for (const child of this.#children) {
      child.on('message', (said) => this.#take(child, (said as { report: LoadReport }).report));
      process.once('exit', () => child.kill('SIGKILL'));
    }
  }

  get pids(): readonly number[] {
    return this.#children.map(({ pid }) => pid ?? 0);
  }

  /** Resolves when everybody sits. Rejects where nobody more comes in, with what is in the way. */
  async comeIn(
    seats: readonly LoadSeat[],
    order: Omit<LoadOrder & { does: 'come in' }, 'does' | 'seats'>,
  ) {
    const count = this.#children.length;
    this.#mostSinceMs = performance.now();
    const isStuck = new Promise<never>((_, reject) => (this.#giveUp = reject));
    const allSit = this.#all((index) => ({
      does: 'come in',
      seats: seats.filter((_, place) => place % count === index),
      ...order,
    }));
    await Promise.race([allSit, isStuck]);
    this.#giveUp = undefined;
  }

  async rest(): Promise<void> {
    await this.#all(() => ({ does: 'rest' }));
  }

  async end(): Promise<BetsOfLoad> {
    const folder = mkdtempSync(path.join(tmpdir(), 'sabot-load-'));
    const fileOf = (index: number) => path.join(folder, `${index}.json`);
    await this.#all((index) => ({ does: 'end', file: fileOf(index) }));
    const all = this.#children.map(
      (_, index) => JSON.parse(readFileSync(fileOf(index), 'utf8')) as BetsOfLoad,
    );
    rmSync(folder, { recursive: true });
    for (const child of this.#children) child.kill('SIGKILL');
    return { stood: all.flatMap(({ stood }) => stood), not: all.flatMap(({ not }) => not) };
  }

  get counts(): Readonly<Record<(typeof COUNTED)[number], number>> {
    const sum = (name: (typeof COUNTED)[number]): number =>
      [...this.#last.values()].reduce((total, report) => total + report[name], 0);
    return Object.fromEntries(COUNTED.map((name) => [name, sum(name)])) as never;
  }

  get refusals(): Readonly<Record<string, number>> {
    const all: Record<string, number> = {};
    for (const { refusals } of this.#last.values()) {
      for (const [key, count] of Object.entries(refusals)) all[key] = (all[key] ?? 0) + count;
    }
    return all;
  }

  /** What was refused most often, and how often. Undefined where nothing was. */
  get mostRefused(): string | undefined {
    const [most] = Object.entries(this.refusals).toSorted(([, a], [, b]) => b - a);
    return most && `${most[0]} (${most[1]} times)`;
  }

  /** By table, the last message that any player has. */
  get latest(): ReadonlyMap<string, number> {
    const latest = new Map<string, number>();
    for (const [table, seq] of this.#heard) {
      latest.set(table, Math.max(seq, latest.get(table) ?? 0));
    }
    return latest;
  }

  /** How many of those who sit have not heard their table up to those messages. */
  behind(said: ReadonlyMap<string, number>): number {
    return this.#heard
      .filter(([table, seq]) => seq < (said.get(table) ?? 0))
      .reduce((sum, [, , players]) => sum + players, 0);
  }

  get #heard(): readonly LastHeard[] {
    return [...this.#last.values()].flatMap(({ heard }) => heard);
  }

  histogram(name: 'joins' | 'acks' | 'late'): Histogram {
    const all = new Histogram();
    for (const report of this.#last.values()) all.addAll(report[name]);
    return all;
  }

  /** Of each card: from the first client that had it to the last, in whatever process. */
  get spreads(): Histogram {
    const all = new Histogram();
    for (const [firstMs, lastMs] of this.#cards.values()) all.add(lastMs - firstMs);
    return all;
  }

  #lookWhoCameIn(): void {
    const { seated } = this.counts;
    const nowMs = performance.now();
    if (seated > this.#most) {
      this.#most = seated;
      this.#mostSinceMs = nowMs;
    } else if (nowMs - this.#mostSinceMs >= this.stuckAfterMs) {
      const seconds = this.stuckAfterMs / 1_000;
      const why = this.mostRefused ?? 'nothing was refused';
      this.#giveUp?.(new Error(`${seated} sit, and nobody more came in for ${seconds} s: ${why}`));
    }
  }

  #take(child: ChildProcess, report: LoadReport): void {
    this.#last.set(child, report);
    this.#lookWhoCameIn();
    this.returns.push(...report.returns);
    for (const [card, [firstMs, lastMs]] of Object.entries(report.cardTimes)) {
      const times = this.#cards.get(card);
      if (times === undefined) this.#cards.set(card, [firstMs, lastMs]);
      else {
        times[0] = Math.min(times[0], firstMs);
        times[1] = Math.max(times[1], lastMs);
      }
    }
  }

  /** Rejects where a process has ended. */
  async #all(orderOf: (index: number) => LoadOrder): Promise<void> {
    await Promise.all(
      this.#children.map(
        (child, index) =>
          new Promise<void>((resolve, reject) => {
            const order = orderOf(index);
            const isGone = () => reject(new Error('a process of robots ended'));
            const hear = (said: unknown) => {
              if ((said as { done?: string }).done !== order.does) return;
              child.off('message', hear);
              child.off('exit', isGone);
              resolve();
            };
            child.on('message', hear);
            child.once('exit', isGone);
            child.send(order, (error) => {
              if (error !== null) isGone();
            });
          }),
      ),
    );
  }
}
