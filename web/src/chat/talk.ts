/**
 * A talk, which is a table’s chat or the player's own thread with support: what was said, what is
 * being written, what was not read yet.
 */
import { createStore } from 'zustand/vanilla';
import { delayAfter } from '../../../src/client/delays.js';
import type { Mute, SupportSettled } from '../../../src/protocol/chat.js';
import type { ReplyOf } from '../../../src/protocol/command.js';
import type { PlayerCommands } from '../../../src/protocol/player.js';
import { LINES_MAX, type ChatLine, caughtUp, withLines } from './chat-line.js';

type Said = ReplyOf<PlayerCommands['chat:say' | 'support:say']>;
/** Why a player's line was not taken. */
type SayRefusal = Extract<Said, { ok: false }>['refusal'];

export interface PublishedTalk {
  readonly lines: readonly ChatLine[];
  readonly muted: Mute | null;
  /** Of support: since when the staff have it settled. */
  readonly settled?: SupportSettled | null;
  /** Whether there may be older ones. */
  readonly hasOlder: boolean;
}

type Answer<Refusal> = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

/** What a talk asks of the studio. Both reject where no answer comes. */
export interface TalkLine<Refusal extends string = SayRefusal> {
  /** Undefined: not now. It is asked again. */
  readonly read: (before: string | undefined) => Promise<PublishedTalk | undefined>;
  readonly say: (key: string, text: string) => Promise<Answer<Refusal>>;
  /** The studio’s clock, ms since 1970. */
  readonly nowMs: () => number;
  /** What is kept of the talk while the page is away. */
  readonly keeps?: TalkKeeps;
}

/** The same words are sent again under the same key: the studio keeps them once. */
interface SentLine {
  readonly key: string;
  readonly text: string;
}

export interface Draft {
  /** What was being written. Empty where nothing was. */
  readonly text: string;
  /** What was sent and not answered. */
  readonly sent?: SentLine | undefined;
}

export interface TalkKeeps {
  readonly draft: () => Draft;
  readonly keepDraft: (draft: Draft) => void;
  /** The last line that was looked at. Undefined where none was. */
  readonly seen: () => string | undefined;
  readonly keepSeen: (line: string) => void;
}

interface TalkView<Refusal extends string> {
  readonly lines: readonly ChatLine[];
  /** Whether the studio has sent what was said. */
  readonly isRead: boolean;
  readonly hasOlder: boolean;
  readonly muted: Mute | null;
  /** It holds as long as its message is the last line. */
  readonly settled: SupportSettled | null;
  readonly draft: string;
  readonly isSending: boolean;
  /** Why the line was not taken. `no_answer`: it may have been. */
  readonly refusal: Refusal | 'no_answer' | undefined;
  /** How many lines of others came while nobody looked. */
  readonly unread: number;
}

export class Talk<Refusal extends string = SayRefusal> {
  readonly store = createStore<TalkView<Refusal>>(() => ({
    lines: [],
    isRead: false,
    hasOlder: false,
    muted: null,
    settled: null,
    draft: '',
    isSending: false,
    refusal: undefined,
    unread: 0,
  }));
  #isWatched = false;
  /** The last line that was looked at, or was there before. Undefined until the first answer. */
  #seen: string | undefined;
  /** Whether it was settled, or opened again, since the newest lines were asked for. */
  #isSettledSince = false;
  #isReadingOlder = false;
  /** What came since the newest lines were asked for: their answer may be of the time before. */
  #heard: Set<string> | undefined;
  /** What was taken off. It may come yet, heard or in an answer that was on its way then. */
  readonly #removed = new Set<string>();
  /** What was sent and not answered. */
  #sent: SentLine | undefined;
  /** Counts the readings asked for. The answer to an earlier one no longer counts. */
  #asked = 0;
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #muteEnds: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly line: TalkLine<Refusal>) {
    if (line.keeps === undefined) return;
    const { text, sent } = line.keeps.draft();
    this.#sent = sent;
    this.store.setState({ draft: text });
  }

  /** Reads the newest lines. It is tried again until they have come. */
  async read(): Promise<void> {
    clearTimeout(this.#again);
    const asked = (this.#asked += 1);
    this.#heard ??= new Set();
    this.#isSettledSince = false;
    const published = await this.#read(undefined);
    if (asked !== this.#asked) return;
    if (published === undefined) {
      this.#failures += 1;
      this.#again = setTimeout(() => void this.read(), delayAfter(this.#failures));
      return;
    }
    this.#failures = 0;
    const heard = this.#heard;
    this.#heard = undefined;
    this.store.setState(({ lines }) => ({
      lines: caughtUp(lines, published.lines, heard),
      isRead: true,
      hasOlder: published.hasOlder,
    }));
    this.mute(published.muted);
    if (!this.#isSettledSince) this.store.setState({ settled: published.settled ?? null });
    this.#countUnread();
  }

  /** Nothing more is asked for. */
  close(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#muteEnds);
    this.#asked += 1;
  }

  /** Reads what was said before the oldest line that is known. */
  async readOlder(): Promise<void> {
    const { lines, hasOlder } = this.store.getState();
    if (this.#isReadingOlder || !hasOlder || lines.length >= LINES_MAX) return;
    this.#isReadingOlder = true;
    const oldest = lines[0]?.id;
    const published = await this.#read(oldest);
    this.#isReadingOlder = false;
    // Where the talk began anew meanwhile, these are not what was said just before it.
    if (published === undefined || this.store.getState().lines[0]?.id !== oldest) return;
    this.store.setState(({ lines: now }) => ({
      lines: withLines(now, published.lines),
      hasOlder: published.hasOlder,
    }));
  }

  hear(line: ChatLine): void {
    if (this.#removed.has(line.id)) return;
    this.#heard?.add(line.id);
    if (this.store.getState().lines.some(({ id }) => id === line.id)) return;
    this.store.setState(({ lines, unread }) => ({
      lines: withLines(lines, [line]),
      unread: this.#isWatched || line.isOwn ? unread : unread + 1,
    }));
    if (this.#isWatched) this.#look();
  }

  settle(settled: SupportSettled | null): void {
    this.#isSettledSince = true;
    this.store.setState({ settled });
  }

  /** The studio’s clock. */
  nowMs(): number {
    return this.line.nowMs();
  }

  remove(id: string): void {
    this.#removed.add(id);
    this.store.setState(({ lines }) => ({ lines: lines.filter((line) => line.id !== id) }));
  }

  /** Null: the player may write. A mute that has expired is asked about. */
  mute(muted: Mute | null): void {
    clearTimeout(this.#muteEnds);
    this.store.setState({ muted });
    if (muted === null || muted.untilMs === null) return;
    const leftMs = Math.max(1_000, muted.untilMs - this.nowMs());
    this.#muteEnds = setTimeout(() => void this.read(), leftMs);
  }

  /** Whether somebody looks at it. Then nothing is unread. */
  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    if (isWatched) this.#look();
  }

  write(draft: string): void {
    this.store.setState({ draft, refusal: undefined });
    this.#keepDraft();
  }

  /** What is refused, or gets no answer, stays written. */
  async say(): Promise<void> {
    const { draft, isSending } = this.store.getState();
    const text = draft.trim();
    if (text === '' || isSending) return;
    const sent = this.#sent?.text === text ? this.#sent : { key: crypto.randomUUID(), text };
    this.#sent = sent;
    this.#keepDraft();
    this.store.setState({ isSending: true, refusal: undefined });
    const reply = await this.line.say(sent.key, text).catch(() => undefined);
    if (reply !== undefined && (reply.ok || reply.refusal !== 'internal_error'))
      this.#sent = undefined;
    this.store.setState(({ draft: draftNow }) => ({
      isSending: false,
      draft: reply?.ok === true && draftNow === draft ? '' : draftNow,
      refusal: reply?.ok === true ? undefined : (reply?.refusal ?? 'no_answer'),
    }));
    this.#keepDraft();
    if (reply?.ok === false && reply.refusal === 'muted') void this.read();
  }

  #keepDraft(): void {
    this.line.keeps?.keepDraft({ text: this.store.getState().draft, sent: this.#sent });
  }

  /** All that is there is looked at. */
  #look(): void {
    const last = this.store.getState().lines.at(-1)?.id;
    this.store.setState({ unread: 0 });
    if (last === undefined) return;
    this.#seen = last;
    this.line.keeps?.keepSeen(last);
  }

  /**
   * Lines of others that came since somebody looked, also while there was no connection. What was
   * said in a table’s chat before the player came is not unread.
   */
  #countUnread(): void {
    if (this.#isWatched) return this.#look();
    const { lines } = this.store.getState();
    const known =
      this.line.keeps === undefined ? lines.at(-1) : lines.findLast((line) => line.isOwn);
    const seen = BigInt((this.#seen ??= this.line.keeps?.seen() ?? known?.id ?? '0'));
    const unread = lines.filter(({ id, isOwn }) => !isOwn && BigInt(id) > seen).length;
    this.store.setState({ unread });
  }

  async #read(before: string | undefined): Promise<PublishedTalk | undefined> {
    const published = await this.line.read(before).catch(() => undefined);
    if (published === undefined) return undefined;
    return { ...published, lines: published.lines.filter(({ id }) => !this.#removed.has(id)) };
  }
}
