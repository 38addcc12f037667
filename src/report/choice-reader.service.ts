/**
 * What the choices of a hand have cost, for whoever looks at one. It is worked out in the thread
 * that makes reports, one hand after the other, so that no table waits for it. A person may have
 * two under way, as when they turn to the next hand, and the queue is bounded. Whoever looks is
 * shown the hand and its proof in any case.
 */
import { Injectable } from '@nestjs/common';
import { InjectPinoLogger, type PinoLogger } from 'nestjs-pino';
import type { FinishedHand, HandChoices } from '../history/hand-choices.js';
import { OwnThread } from './own-thread.js';
import { UNFOLLOWED } from './prepared.js';

export const HANDS_EACH = 2;
/** Each takes a second at worst. Beyond those there are too many to be answered in good time. */
export const HANDS_MAX = 20;

@Injectable()
export class ChoiceReader {
  /** How many each person has under way. */
  readonly #asking = new Map<string, number>();
  #hands = 0;
  /** Resolves when the last of those that wait is worked out. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly thread: OwnThread,
    @InjectPinoLogger('reports') private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  /**
   * Null for whoever has two hands under way, where too many wait, and where the thread could not
   * do it.
   */
  async read(asker: string, { game, events }: FinishedHand): Promise<HandChoices | null> {
    if (game === 'punto_e_banco') return []; // There is nothing to choose in it.
    const own = this.#asking.get(asker) ?? 0;
    if (own >= HANDS_EACH || this.#hands >= HANDS_MAX) return null;
    this.#asking.set(asker, own + 1);
    this.#hands += 1;
    try {
      const made = this.#last.then(() =>
        this.thread.make({ kind: 'choices', game, events }, UNFOLLOWED),
      );
      this.#last = made.catch(() => undefined);
      const bytes = await made;
      return JSON.parse(Buffer.from(bytes).toString()) as HandChoices; // as makeReport wrote it
    } catch (error) {
      this.logger.warn({ err: error }, 'what the choices of a hand have cost was not worked out');
      return null;
    } finally {
      this.#hands -= 1;
      const left = this.#asking.get(asker)! - 1;
      if (left === 0) this.#asking.delete(asker);
      else this.#asking.set(asker, left);
    }
  }
}
