/**
 * Bulletins: what a process says to all others besides the events of its tables. Of some only the
 * latest counts, and the rest is read in Postgres by whoever comes back, so that none is waited
 * for. Each has a number, by which nobody takes it twice.
 */
import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SaidNumbers } from './said-numbers.js';
import { type StreamEntry, FROM_NOW_ON, Streams } from './streams.service.js';

/** A kind of bulletin, by its name, and what it says: plain JSON. */
export interface BulletinKind<Body> {
  readonly name: string;
  /** Only for its type. */
  readonly body?: Body;
}

type Reader = (body: unknown, process: string) => void;

const STREAM = 'bulletins';
/** A process that has missed more than this does without. */
const KEPT = { entries: 1_000, ms: 60_000 };

@Injectable()
export class Bulletins implements OnApplicationBootstrap {
  readonly #process = randomUUID();
  readonly #readers = new Map<string, Reader>();
  readonly #said = new SaidNumbers();
  #last = 0;

  constructor(private readonly streams: Streams) {}

  onApplicationBootstrap(): void {
    this.streams.follow(STREAM, FROM_NOW_ON, (entry) => this.#take(entry));
  }

  /** `read` gets those of other processes, and which process each is of. */
  on<Body>({ name }: BulletinKind<Body>, read: (body: Body, process: string) => void): void {
    this.#readers.set(name, read as Reader);
  }

  /** Resolves with whether it went out, and never rejects. */
  async post<Body>({ name }: BulletinKind<Body>, body: Body): Promise<boolean> {
    const number = String((this.#last += 1));
    const entry = { process: this.#process, number, name, body: JSON.stringify(body) };
    return (await this.streams.add(STREAM, '*', entry, KEPT)) === 'added';
  }

  #take({ process = '', number, name = '', body = 'null' }: StreamEntry): void {
    if (process === this.#process) return;
    // A version of before gives none.
    if (number !== undefined && !this.#said.isNew(process, Number(number))) return;
    this.#readers.get(name)?.(JSON.parse(body), process);
  }
}
