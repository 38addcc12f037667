/**
 * A player's client for the solo games, on the line of their `PlayerClient`: the session and its
 * credit are there, the hands here.
 */
import type { SchemaFields, ReplyOf, RequestOf } from '../protocol/command.js';
import type {
  DealtHand,
  Played,
  SOLO_MESSAGES,
  SoloCommandName,
  SoloCommands,
} from '../protocol/solo.js';
import type { SoloGame } from '../solo/game.js';
import { untilAnswered } from './betting.js';
import { type ConnectionBeside, NoAnswer } from './connection.js';
import { DealNotes, type DealPart } from './deal-notes.js';
import type { PlayerClient } from './player-client.js';

type Bodies = typeof SOLO_MESSAGES;
/** What the studio sends of the solo games unasked. */
export type SoloMessages = { [Name in keyof Bodies]: SchemaFields<Bodies[Name]['body']> };

/** The commands of a hand: all but those that only ask. */
export type HandCommandName = Exclude<SoloCommandName, 'hand:open' | 'hand:find'>;

/** What the studio says of a hand is not what was noted of it before the stakes. */
export interface DealDiffers {
  readonly hand: string;
  readonly parts: readonly DealPart[];
}

/**
 * A coup is one command. In the other games a choice may be pending, which is worth waiting for.
 */
const COUP_WITHIN_MS = 15_000;
const CHOICE_WITHIN_MS = 120_000;

export class SoloClient {
  readonly #connection: ConnectionBeside<SoloCommands, SoloMessages>;
  readonly #whenDiffers = new Set<(differs: DealDiffers) => void>();

  /** Every answer is compared with `notes`, which may be those of a client before this one. */
  constructor(
    player: PlayerClient,
    private readonly notes: DealNotes = new DealNotes(),
  ) {
    this.#connection = player.connection.beside<SoloCommands, SoloMessages>('/solo');
    this.#connection.on('hand:changed', ({ hand }) => this.#compare(hand));
  }

  /** The hand in play, or the next one. It is asked for until it is answered, as `play` is. */
  async open(game: SoloGame): Promise<ReplyOf<SoloCommands['hand:open']>> {
    const send = () => this.#connection.send('hand:open', { game });
    const reply = await this.#until(COUP_WITHIN_MS, send);
    if (reply.ok) this.#compare(reply.hand);
    return reply;
  }

  /**
   * Plays a command of a hand. Whatever happens to the connection, it stands at most once. Rejects
   * with `NoAnswer` when nothing could be learned for 2 minutes, or 15 s of a coup.
   */
  async play<Name extends HandCommandName>(
    name: Name,
    request: Omit<RequestOf<SoloCommands[Name]>, 'id'>,
    id: string = crypto.randomUUID(),
  ): Promise<ReplyOf<SoloCommands[Name]>> {
    const withinMs = name === 'punto-e-banco:deal' ? COUP_WITHIN_MS : CHOICE_WITHIN_MS;
    const asked = { ...request, id } as RequestOf<SoloCommands[Name]>;
    const given = partOf(request);
    if (given !== undefined) this.notes.given(request.hand, given, id);
    const reply: ReplyOf<SoloCommands[Name]> = await this.#until(withinMs, () =>
      this.#connection.send(name, asked),
    );
    if (reply.ok) this.#answered(reply, id, request.hand);
    else if (given !== undefined) this.notes.withdrawn(request.hand);
    return reply;
  }

  /**
   * What became of a command that `play` got no answer to: its answer, or null where it does not
   * stand and never will. `at` is what it was meant for. Rejects with `NoAnswer` after 15 s.
   */
  async find(id: string, at?: { readonly hand: string; readonly step: number }) {
    const send = () => this.#connection.send('hand:find', { id });
    const reply = await this.#until(COUP_WITHIN_MS, send);
    if (!reply.ok) throw new NoAnswer(`hand:find: ${reply.refusal}`);
    if (reply.found !== null) this.#answered(reply.found, id, at?.hand);
    else if (at?.step === 0) this.notes.withdrawn(at.hand);
    return reply.found;
  }

  /** A hand went on without its player. Returns a function that removes the listener. */
  onChanged(listener: (changed: SoloMessages['hand:changed']) => void): () => void {
    return this.#connection.on('hand:changed', listener);
  }

  /**
   * The studio says something else of a hand than was noted before the stakes: another commitment,
   * seed or cut, or it answers with another hand. Returns a function that removes the listener.
   */
  onDiffers(listener: (differs: DealDiffers) => void): () => void {
    this.#whenDiffers.add(listener);
    return () => this.#whenDiffers.delete(listener);
  }

  #answered({ hand, next }: Played, order: string, asked?: string): void {
    this.notes.answered(asked ?? hand.hand, order);
    if (asked !== undefined && hand.hand !== asked) this.#differs(asked, ['hand']);
    else this.#compare(hand);
    if (next !== null) this.#shown(next);
  }

  #compare(said: DealtHand): void {
    if (said.events.length === 0) return this.#shown(said);
    this.#differs(said.hand, this.notes.compare(said).differs);
  }

  #shown({ hand, commitment }: { readonly hand: string; readonly commitment: string }): void {
    if (!this.notes.shown(hand, commitment)) this.#differs(hand, ['commitment']);
  }

  #differs(hand: string, parts: readonly DealPart[]): void {
    if (parts.length === 0) return;
    for (const listener of this.#whenDiffers) listener({ hand, parts });
  }

  #until<Reply extends { readonly ok: true } | { readonly ok: false; readonly refusal: string }>(
    withinMs: number,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    return untilAnswered({ joined: () => this.#connection.connected(), send, withinMs });
  }
}

/** What the player gives to the deck, of a command that deals it. */
const partOf = (request: object): string | number | undefined => {
  if ('seed' in request && typeof request.seed === 'string') return request.seed;
  return 'cut' in request && typeof request.cut === 'number' ? request.cut : undefined;
};
