/**
 * A robot dealer. It keeps one table going through the dealer's own connection, scan by scan, and
 * continues from whatever state the table is in.
 */
import { DealerClient, type DealerWatch } from '../client/dealer-client.js';
import { NoAnswer } from '../client/connection.js';
import type { FollowedTable } from '../client/followed-table.js';
import { DEMO_STAFF } from '../protocol/demo.js';
import type { Schedule } from './schedule.js';
import { type DealerMove, type Shoes, isFresh, nextMove } from './dealer-move.js';
import type { Dice } from './dice.js';
import { type Pace, pauseBefore } from './pace.js';
import type { ShoeRack } from './shoe-rack.js';

interface RobotDealerParts {
  readonly client: DealerClient;
  readonly table: string;
  /** Its name, by which the table knows its dealer. */
  readonly name: string;
  readonly rack: ShoeRack;
  readonly schedule: Schedule;
  readonly dice: Dice;
  readonly pace: Pace;
  /** The shift manager's consent to a change of shoe. */
  readonly askForShoeChange: () => Promise<unknown>;
  /** The shift manager has looked, and clears the fault. */
  readonly askToResume: () => Promise<unknown>;
  readonly note: (text: string) => void;
}

/** Somebody who opens a table from the pit is not its dealer. */
const OF_THE_PIT: ReadonlySet<string> = new Set(
  DEMO_STAFF.filter(({ role }) => role !== 'dealer').map(({ id }) => id),
);
/** After a refusal it looks again, but not at once. */
const HESITATION_MS = 1_000;

export class RobotDealer implements Shoes {
  readonly #followed: FollowedTable<DealerWatch>;
  /** A move is being thought over, or was made and is not answered yet. */
  #isBusy = false;
  /**
   * Somebody has opened the table from the pit, and deals nothing. From nobody else does it take
   * over, not even when it comes in again: whoever deals is a person.
   */
  #isLeftToIt = false;
  /** It has seen the table open. */
  #wasOpen = false;
  /** The shoe from which the studio takes no card, although it is new. */
  #unfit: number | undefined;
  /**
   * Cards of a shoe that the studio did not take. Where another seed's shoe was under way, a face
   * may come a ninth time.
   */
  #leftOut = { ordinal: 0, cards: 0 };

  constructor(private readonly parts: RobotDealerParts) {
    const consider = () => this.#consider();
    this.#followed = parts.client.watch(parts.table, {
      message: (message) => {
        if (message.kind === 'table_opened') this.#isLeftToIt = OF_THE_PIT.has(message.dealer);
        else if (message.kind === 'dealer_changed') this.#isLeftToIt = false;
        consider();
      },
      joined: consider,
    });
  }

  shoe(ordinal: number, decks: number) {
    return this.parts.rack.shoe(ordinal, decks);
  }

  isWanted(ordinal: number): boolean {
    return ordinal !== this.#unfit && this.parts.rack.isWanted(ordinal);
  }

  #next(): DealerMove | undefined {
    const { copy } = this.#followed;
    if (copy === undefined) return undefined;
    if (copy.phase !== 'closed') this.#wasOpen = true;
    else if (this.#wasOpen || copy.shoe !== null) {
      // Closed for good. Whoever opens it again deals, unless that is the pit.
      return undefined;
    }
    if (copy.dealer !== null && copy.dealer !== this.parts.name) {
      return this.#isLeftToIt && copy.phase === 'shoe_change' ? { kind: 'relieve' } : undefined;
    }
    const ordinal = copy.shoe?.ordinal ?? 0;
    if (isFresh(copy) && ordinal !== this.#unfit) this.parts.rack.place(ordinal);
    return nextMove(copy, this, this.#leftOut.ordinal === ordinal ? this.#leftOut.cards : 0);
  }

  #consider(hesitationMs = 0): void {
    if (this.#isBusy) return;
    const move = this.#next();
    if (move === undefined) return;
    this.#isBusy = true;
    const { schedule, pace, dice } = this.parts;
    const waitMs = move.kind === 'open_betting' ? move.notBeforeMs - this.#followed.nowMs() : 0;
    schedule.after(Math.max(waitMs, hesitationMs, pauseBefore(move, pace, dice)), () => {
      void this.#make(move.kind);
    });
  }

  /** Makes the move, if it is still the right one. The table may have changed meanwhile. */
  async #make(kind: DealerMove['kind']): Promise<void> {
    const move = this.#next();
    let isTaken = false;
    if (move?.kind === kind && this.parts.client.connection.state === 'connected') {
      isTaken = await this.#perform(move);
    }
    this.#isBusy = false;
    // Lost answers and messages need no care: the same card is sent again under the same number,
    // and counts once.
    if (this.parts.client.connection.state === 'connected') {
      this.#consider(isTaken || move?.kind !== kind ? 0 : HESITATION_MS);
    }
  }

  async #perform(move: DealerMove): Promise<boolean> {
    try {
      const reply = await this.#send(move);
      if (!reply.ok) this.#refused(move, reply.refusal);
      return reply.ok;
    } catch (error) {
      if (error instanceof NoAnswer) return false;
      throw error;
    }
  }

  async #send(move: DealerMove): Promise<{ ok: true } | { ok: false; refusal: string }> {
    const { client, table } = this.parts;
    switch (move.kind) {
      case 'open_table':
        return client.send('table:open', { table });
      case 'relieve':
        return client.send('table:relieve', { table });
      case 'change_shoe':
        await this.parts.askForShoeChange();
        return { ok: true };
      case 'bring_cards':
        return client.send('cards:bring', { table, cards: move.cards });
      case 'shuffle':
        return client.send('shoe:shuffle', { table, how: 'machine' });
      case 'cut':
        return client.send('shoe:cut', { table });
      case 'show':
        return client.send('card:show', { table });
      case 'confirm':
        return client.send('coup:confirm', { table });
      case 'open_betting':
        return client.send('betting:open', { table });
      case 'burn':
        return client.send('shoe:burn', { table, code: move.code, scanSeq: move.scanSeq });
      case 'scan':
        return client.send('card:scan', { table, code: move.code, scanSeq: move.scanSeq });
    }
  }

  #refused(move: DealerMove, refusal: string): void {
    const { note, table } = this.parts;
    note(`the dealer of ${table} was refused ${move.kind}: ${refusal}`);
    const ordinal = this.#followed.copy?.shoe?.ordinal ?? 0;
    if (refusal === 'card_exhausted') {
      const cards = this.#leftOut.ordinal === ordinal ? this.#leftOut.cards : 0;
      this.#leftOut = { ordinal, cards: cards + 1 };
      this.parts.askToResume().catch(() => undefined);
    }
    if (move.kind === 'burn' && refusal === 'shoe_is_not_ready') this.#unfit = ordinal;
    // The robot's copy of the table and the studio's state differ.
    if (refusal !== 'card_exhausted') this.#followed.startOver();
  }
}
