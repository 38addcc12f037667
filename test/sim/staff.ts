/**
 * The staff of a simulation: a dealer who deals from a shuffled shoe and sometimes errs, and a
 * shift manager who puts it right and sometimes gives an order.
 */
import { fullShoe } from '../../src/cards/shoe.js';
import type { Shoe } from '../../src/cards/shoe.js';
import { type TableCopy, copyOf } from '../../src/client/table-copy.js';
import { SPOTS } from '../../src/punto-banco/spot.js';
import type { LoneCommand } from '../../src/round/command.js';
import { FIXES } from '../../src/round/correction.js';
import { type TableSnapshot } from '../../src/round/snapshot.js';
import { type DealerMove, nextMove } from '../../src/simulator/dealer-move.js';
import type { Chance } from './chance.js';
import type { Request } from './memory-approvals.js';
import type { Network } from './network.js';
import type { Studio } from './studio.js';

interface StaffParts {
  readonly network: Network;
  readonly chance: Chance;
  readonly studios: () => readonly Studio[];
  readonly playerIds: readonly string[];
  /** What a round is said to have come to in truth, in notation. */
  readonly coupOf: (game: string, chance: Chance) => string | undefined;
}

type Asking = Omit<Request, 'table' | 'requestedBy'>;

const DEALER = 'Dora';
const MANAGER = 'Sven';
/** Another shift manager, who asks and does not approve. */
const SECOND = 'Mira';
/** In so many looks of a hundred a payment is tried again, or somebody is paid by hand. */
const RETRIES = 30;
const BY_HAND = 10;
/** In so many looks of a hundred the dealer does not wait for the wallets. */
const IMPATIENT = 8;
/** What may still be corrected. */
const GAMES_KEPT = 8;

export class Staff {
  readonly #shoes = new Map<number, Shoe>();
  readonly #games: string[] = [];
  /** The round that was corrected last. */
  #corrected: string | undefined;
  #leftOut = 0;
  /** Where the table was last. */
  #last: Studio | undefined;
  /** Whether anybody still errs, or gives orders. */
  isCalm = false;

  constructor(
    private readonly table: string,
    private readonly parts: StaffParts,
  ) {
    void this.#deal();
    void this.#manage();
  }

  async #deal(): Promise<void> {
    for (;;) {
      // Somebody talks to the dealer.
      if (!this.isCalm && this.parts.chance.percent(4)) await this.#wait(500, 4_000);
      await this.#wait(20, 90);
      const seen = await this.#look();
      if (seen === undefined) continue;
      const { snapshot, studio } = seen;
      const move = nextMove(this.#taken(copyOf(snapshot, true)), this, this.#leftOut);
      const command = move && this.#commandOf(move);
      if (command === undefined) {
        await this.#wait(100, 450);
        continue;
      }
      const { network, chance } = this.parts;
      const reply = await network.ask(studio, () => studio.perform(this.table, command));
      const isTaken = reply !== 'no_answer' && reply.ok;
      if (isTaken && 'scan' in reply && reply.scan?.kind === 'refused') this.#leftOut += 1;
      if (isTaken && chance.percent(this.isCalm ? 0 : 2)) {
        // The scanner sends once more what it sent.
        await network.ask(studio, () => studio.perform(this.table, command));
      }
    }
  }

  /** Sometimes a card is dealt though wallets are still being asked: it is to be refused. */
  #taken(copy: TableCopy): TableCopy {
    const isWaiting = copy.phase === 'accepting_bets' && !this.isCalm;
    const isImpatient = isWaiting && this.parts.chance.percent(IMPATIENT);
    return isImpatient ? { ...copy, phase: 'bets_closed' } : copy;
  }

  async #manage(): Promise<void> {
    const { network, chance } = this.parts;
    for (;;) {
      await this.#wait(100, 900);
      const seen = await this.#look();
      if (seen === undefined) continue;
      const { snapshot, studio } = seen;
      const command = this.#order(snapshot);
      if (command !== undefined) {
        await network.ask(studio, () => studio.perform(this.table, command));
      }
      this.#remember(snapshot);
      await this.#seeToPayment(snapshot, studio);
      if (!this.isCalm && chance.percent(7)) {
        const game =
          this.#games[this.#games.length - 1 - chance.below(chance.pick([1, GAMES_KEPT]))];
        // Some change their minds at once.
        const times = chance.percent(30) ? 3 : 1;
        for (let time = 0; game !== undefined && time < times; time += 1) {
          const asking = this.#anyFix(game);
          if (asking === undefined) continue;
          this.#corrected = game;
          await this.#agree(studio, asking);
        }
      }
      if (!this.isCalm && chance.percent(1)) {
        await network.ask(studio, () =>
          studio.perform(this.table, { kind: 'change_settings', settings: { betMs: 1_500 } }),
        );
      }
    }
  }

  /** The last rounds of the table. */
  #remember({ round }: TableSnapshot): void {
    if (round === null || this.#games.at(-1) === round.game) return;
    this.#games.push(round.game);
    if (this.#games.length > GAMES_KEPT) this.#games.shift();
  }

  /**
   * A payment that takes long is tried again, and whoever's account does not take it is paid by
   * hand. So is somebody else now and then, while the round is not paid.
   */
  async #seeToPayment({ phase, round }: TableSnapshot, studio: Studio): Promise<void> {
    const { network, chance, playerIds } = this.parts;
    if (this.isCalm) return;
    const isUnpaid = round !== null && (phase === 'resulted' || phase === 'void');
    const game = isUnpaid ? round.game : chance.percent(RETRIES) ? this.#corrected : undefined;
    if (game === undefined) return;
    if (chance.percent(BY_HAND)) {
      await this.#agree(studio, { kind: 'hand_pay', game, player: chance.pick(playerIds) });
    }
    const named = await network.ask(studio, () => studio.payNow(this.table, game));
    if (named === 'no_answer' || 'refusal' in named) return;
    for (const player of named) {
      if (chance.percent(70)) await this.#agree(studio, { kind: 'hand_pay', game, player });
    }
  }

  /** What is to be done to a round: anything that two persons may agree on. */
  #anyFix(game: string): Asking | undefined {
    const { chance, coupOf, playerIds } = this.parts;
    const kind = chance.pick(FIXES);
    const coup = kind === 'resettle' ? coupOf(game, chance) : null;
    if (coup === undefined) return undefined;
    return { kind, game, coup, player: kind === 'refund' ? chance.pick(playerIds) : null };
  }

  /** One shift manager asks for what needs two, and the other agrees a moment later. */
  async #agree(studio: Studio, asking: Asking): Promise<void> {
    const { network, chance } = this.parts;
    const request: Request = { ...asking, table: this.table, requestedBy: SECOND };
    const id = await network.ask(studio, () => studio.ask(request));
    if (typeof id !== 'string' || id === 'no_answer') return;
    await this.#wait(1, chance.pick([5, 700]));
    const by = chance.percent(95) ? MANAGER : SECOND;
    const where = this.#last ?? studio;
    await network.ask(where, () => where.approve(id, by));
  }

  #order({ phase, closedSpots, shoe }: TableSnapshot): LoneCommand | undefined {
    const { chance } = this.parts;
    if (phase === 'suspended') return { kind: 'resume', by: MANAGER };
    if (phase === 'closed' && shoe !== null) return { kind: 'open_table', dealer: DEALER };
    const [closed] = closedSpots;
    if (closed !== undefined && (this.isCalm || chance.percent(30))) {
      return { kind: 'open_spot', spot: closed, by: MANAGER };
    }
    if (this.isCalm || !chance.percent(8)) return undefined;
    return chance.pick<LoneCommand>([
      { kind: 'close_spot', spot: chance.pick(SPOTS), by: MANAGER },
      { kind: 'suspend', reason: 'a look', by: MANAGER },
      { kind: 'call_closing', by: MANAGER },
      { kind: 'call_manager', by: DEALER },
      { kind: 'relieve_dealer', dealer: DEALER },
    ]);
  }

  #commandOf(move: DealerMove): LoneCommand | undefined {
    const { chance } = this.parts;
    const errs = !this.isCalm && chance.percent(1);
    switch (move.kind) {
      case 'open_table':
        return { kind: 'open_table', dealer: DEALER };
      case 'relieve':
        return { kind: 'relieve_dealer', dealer: DEALER };
      case 'change_shoe':
        return { kind: 'start_shoe_change', by: DEALER };
      case 'shuffle':
        return { kind: 'shuffle_cards', how: 'machine', by: DEALER };
      case 'cut':
        return { kind: 'cut_shoe', by: DEALER };
      case 'show':
        return { kind: 'show_card', by: DEALER };
      case 'confirm':
        return { kind: 'confirm_coup', by: DEALER };
      case 'bring_cards':
        return { kind: 'bring_cards', cards: move.cards, by: DEALER };
      case 'open_betting':
        return { kind: 'open_betting', by: DEALER };
      case 'burn':
        return { kind: 'burn', code: move.code, scanSeq: move.scanSeq };
      case 'scan':
        return { kind: 'scan', code: errs ? 'smudged' : move.code, scanSeq: move.scanSeq };
    }
  }

  isWanted(): boolean {
    return true;
  }

  shoe(ordinal: number, decks: number): Shoe {
    const known = this.#shoes.get(ordinal);
    if (known !== undefined) return known;
    const cards = this.parts.chance.shuffled(fullShoe(decks));
    const cutAt = Math.floor(cards.length * 0.8);
    const made = { cards, cutAt, drawn: 0 };
    this.#shoes.clear();
    this.#leftOut = 0;
    this.#shoes.set(ordinal, made);
    return made;
  }

  /** The table as its pages show it, from whichever studio runs it. */
  async #look(): Promise<
    { readonly snapshot: TableSnapshot; readonly studio: Studio } | undefined
  > {
    const { network, chance, studios } = this.parts;
    const all = chance.shuffled(studios());
    const at = all.findIndex((studio) => studio === this.#last);
    if (at > 0) all.unshift(...all.splice(at, 1));
    for (const studio of all) {
      const snapshot = await network.ask(studio, () => studio.look(this.table));
      if (snapshot !== 'no_answer' && snapshot !== undefined && 'phase' in snapshot) {
        this.#last = studio;
        return { snapshot, studio };
      }
    }
    return undefined;
  }

  #wait(leastMs: number, mostMs: number): Promise<void> {
    const { network, chance } = this.parts;
    return new Promise((resolve) => {
      network.timeline.after(chance.between(leastMs, mostMs), resolve);
    });
  }
}
