/**
 * What a client noted of each hand: the commitment that it was shown before the stakes, and the
 * seed or cut that it sent with them. Whatever the studio says of the hand later is compared. What
 * was sent with an order that was never answered may not have arrived, and the hand been dealt
 * elsewhere with another: it counts only where the hand was dealt by that order.
 */

/** Outlives the client, as `localStorage` does. */
export interface NoteStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, text: string) => void;
}

/** What the studio says of a hand. */
interface SaidOfHand {
  readonly hand: string;
  readonly commitment: string;
  readonly seed: string | null;
  readonly cut: number | null;
  /** The id of the order that dealt it, where that is said. */
  readonly order?: string | undefined;
}

/** `hand`: the answer is about another one than was asked for. */
export type DealPart = 'hand' | 'commitment' | 'seed' | 'cut';

export interface DealComparison {
  /** What was noted: nothing, the commitment alone, or also what was sent with the stakes. */
  readonly noted: 'nothing' | 'commitment' | 'both';
  /** What the studio says otherwise than it was noted. */
  readonly differs: readonly DealPart[];
}

interface Note {
  readonly commitment: string;
  readonly given?: string | number;
  /** The id of the order that it was sent with. One that is answered has none any more. */
  readonly order?: string;
}

const KEY = 'sabot.solo.noted';
/** The oldest are forgotten. */
const KEPT = 500;

export class DealNotes {
  #notes = new Map<string, Note>();
  /** Those that the storage has not taken, being full. They are kept as long as the object. */
  readonly #unkept = new Map<string, Note>();
  /** The hands that this object was shown itself, and not only one before it. */
  readonly #shownHere = new Set<string>();

  /** Without a storage they are kept as long as the object. */
  constructor(private readonly storage?: NoteStorage) {}

  /**
   * A hand that waits for its stakes is shown with this commitment. False where another one was
   * shown for it before. The later one counts for stakes that come now.
   */
  shown(hand: string, commitment: string): boolean {
    this.#read();
    const known = this.#notes.get(hand);
    if (known?.commitment === commitment) {
      this.#shownHere.add(hand);
      return true;
    }
    // What an older page noted is no fault: a studio that was set up anew counts from the start,
    // and a seed that comes now is in no order that was fixed before.
    const isFault = known !== undefined && this.#shownHere.has(hand);
    this.#shownHere.add(hand);
    this.#keep(hand, { commitment });
    return !isFault;
  }

  /** Sent with the stakes, by the order of this id: the seed, or the cut. */
  given(hand: string, given: string | number, order: string): void {
    this.#read();
    const known = this.#notes.get(hand);
    if (known !== undefined) this.#keep(hand, { commitment: known.commitment, given, order });
  }

  /** The order stands: what was sent with it is what the hand was dealt with. */
  answered(hand: string, order: string): void {
    this.#read();
    const known = this.#notes.get(hand);
    if (known?.given === undefined || known.order !== order) return;
    this.#keep(hand, { commitment: known.commitment, given: known.given });
  }

  /** The stakes were not taken, so that the hand may be dealt with others. */
  withdrawn(hand: string): void {
    this.#read();
    const known = this.#notes.get(hand);
    if (known?.given !== undefined) this.#keep(hand, { commitment: known.commitment });
  }

  compare({ hand, commitment, seed, cut, order }: SaidOfHand): DealComparison {
    this.#read();
    const known = this.#notes.get(hand);
    if (known === undefined) return { noted: 'nothing', differs: [] };
    const differs: DealPart[] = known.commitment === commitment ? [] : ['commitment'];
    const { given } = known;
    if (given === undefined) return { noted: 'commitment', differs };
    const part = typeof given === 'string' ? 'seed' : 'cut';
    if (given === { seed, cut }[part]) return { noted: 'both', differs };
    const isOfAnotherOrder = known.order !== undefined && known.order !== order;
    if (isOfAnotherOrder) return { noted: 'commitment', differs };
    return { noted: 'both', differs: [...differs, part] };
  }

  /** Anew each time: another tab may have noted something meanwhile. */
  #read(): void {
    if (this.storage === undefined) return;
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) ?? '[]') as [string, Note][];
      this.#notes = new Map(kept);
    } catch {
      this.#notes = new Map();
    }
    for (const [hand, note] of this.#unkept) this.#notes.set(hand, note);
  }

  #keep(hand: string, note: Note): void {
    this.#notes.delete(hand);
    this.#notes.set(hand, note);
    this.#unkept.set(hand, note);
    for (const [oldest] of this.#notes) {
      if (this.#notes.size <= KEPT) break;
      this.#notes.delete(oldest);
      this.#unkept.delete(oldest);
      this.#shownHere.delete(oldest);
    }
    try {
      this.storage?.setItem(KEY, JSON.stringify([...this.#notes]));
      this.#unkept.clear();
    } catch {
      // The stakes stand or fall whether it can be kept or not. The next note tries again.
    }
  }
}
