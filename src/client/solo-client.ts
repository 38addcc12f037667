/**
 * A player's client for the solo games, on the line of their `PlayerClient`: the session and its
 * credit are there, the hands here.
 */
import { type Fields, type ReplyOf, type RequestOf, isPassing } from '../protocol/command.js';
import type { SOLO_MESSAGES, SoloCommandName, SoloCommands } from '../protocol/solo.js';
import type { SoloGame } from '../solo/game.js';
import { untilAnswered } from './betting.js';
import { type ConnectionBeside, NoAnswer } from './connection.js';
import { delayAfter } from './delays.js';
import type { PlayerClient } from './player-client.js';

type Bodies = typeof SOLO_MESSAGES;
/** What the studio sends of the solo games unasked. */
export type SoloMessages = { [Name in keyof Bodies]: Fields<Bodies[Name]['body']> };

/** The commands of a hand: all but those that only ask. */
export type HandCommandName = Exclude<SoloCommandName, 'hand:open' | 'hand:find'>;

/**
 * A coup is one command. In the other games a choice may be pending, which is worth waiting for.
 */
const COUP_WITHIN_MS = 15_000;
const CHOICE_WITHIN_MS = 120_000;

export class SoloClient {
  readonly #connection: ConnectionBeside<SoloCommands, SoloMessages>;

  constructor(player: PlayerClient) {
    this.#connection = player.connection.beside<SoloCommands, SoloMessages>('/solo');
  }

  /** The hand in play, or the next one. It is asked for until it is answered, as `play` is. */
  open(game: SoloGame): Promise<ReplyOf<SoloCommands['hand:open']>> {
    return this.#until(COUP_WITHIN_MS, () => this.#connection.send('hand:open', { game }));
  }

  /**
   * Plays a command of a hand. Whatever happens to the connection, it stands at most once. Rejects
   * with `NoAnswer` when nothing could be learned for 2 minutes, or 15 s of a coup.
   */
  play<Name extends HandCommandName>(
    name: Name,
    request: Omit<RequestOf<SoloCommands[Name]>, 'id'>,
    id: string = crypto.randomUUID(),
  ): Promise<ReplyOf<SoloCommands[Name]>> {
    const withinMs = name === 'punto-e-banco:deal' ? COUP_WITHIN_MS : CHOICE_WITHIN_MS;
    const asked = { ...request, id } as RequestOf<SoloCommands[Name]>;
    return this.#until(withinMs, () => this.#connection.send(name, asked));
  }

  /**
   * What became of a command that `play` got no answer to: its answer, or null where it does not
   * stand and never will. Rejects with `NoAnswer` after 15 s.
   */
  async find(id: string) {
    const endsAtMs = Date.now() + COUP_WITHIN_MS;
    for (let failures = 1; ; failures += 1) {
      const reply = await this.#connection.send('hand:find', { id });
      if (reply.ok) return reply.found;
      const delayMs = delayAfter(failures);
      if (!isPassing(reply.refusal) || Date.now() + delayMs > endsAtMs) {
        throw new NoAnswer(`hand:find: ${reply.refusal}`);
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  /** A hand went on without its player. Returns a function that removes the listener. */
  onChanged(listener: (changed: SoloMessages['hand:changed']) => void): () => void {
    return this.#connection.on('hand:changed', listener);
  }

  #until<Reply extends { readonly ok: true } | { readonly ok: false; readonly refusal: string }>(
    withinMs: number,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    return untilAnswered({ joined: () => this.#connection.connected(), send, withinMs });
  }
}
