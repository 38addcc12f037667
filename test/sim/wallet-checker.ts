/**
 * What must hold of operators' wallets in a simulation (O1, W2, W4): by what the wallet has booked
 * and what the studios have heard of it, and nothing of what they think.
 */
import type { PlayerResult } from '../../src/protocol/player.js';
import type { Book } from '../../src/operator-simulator/book.js';
import type { MemoryDatabase } from './memory-database.js';
import type { HeardVerdict } from './operator-wallet.js';

interface Around {
  readonly guard: (check: () => void) => void;
  readonly hold: (invariant: string, isTrue: boolean, what: () => string) => void;
  readonly count: (what: string) => void;
  readonly database: () => MemoryDatabase;
  /** What a round has paid the player in all, but for what went past the wallet. */
  readonly paid: (game: string, player: string) => bigint;
}

export class WalletChecker {
  #book: Book | undefined;
  #openedWith = 0n;
  /** What the studios have heard, by the movement. */
  readonly #heard = new Map<string, HeardVerdict>();

  constructor(private readonly around: Around) {}

  watch(book: Book, openedWith: bigint): void {
    this.#book = book;
    this.#openedWith = openedWith;
  }

  heard(verdict: HeardVerdict): void {
    const { guard, hold, count } = this.around;
    guard(() => {
      const { movementId, status, total } = verdict;
      const before = this.#heard.get(movementId);
      count(`wallets: heard ${status}`);
      hold(
        'W6',
        (before?.total ?? total) === total,
        () => `${movementId} was asked with two totals`,
      );
      // What is refused may be taken when it is asked for again, unless it is a debit.
      if (before?.status !== 'done') this.#heard.set(movementId, verdict);
    });
  }

  /** O1: what lies when a card comes was given, and the studios have heard that it was. */
  cardDealt(game: string): void {
    if (this.#book === undefined) return;
    const { hold, count, database } = this.around;
    for (const [player, stake] of this.#lying(game)) {
      if (database().wallets.find(player) === undefined || stake === 0n) continue;
      const heard = this.#heard.get(`round.${game}.${player}.debit`);
      count('wallets: stakes that were given before a card');
      const isGiven = heard?.status === 'done' && heard.total === stake;
      hold(
        'O1',
        isGiven,
        () => `${game}: a card came, and nobody heard that ${player} gave ${stake}`,
      );
    }
  }

  /** Whoever reads that the stakes are void had these, gets them back, and has none left. */
  notTaken(player: string, { game, stakes, paid }: PlayerResult): void {
    const { guard, hold, count, database } = this.around;
    guard(() => {
      count('wallets: stakes that were not taken');
      const had = database()
        .betsOfRound(game)
        .filter(({ player_id, kind }) => player_id === player && kind !== 'void')
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const isRight = BigInt(stakes) === had && stakes === paid;
      hold('O1', isRight, () => `${player} was sent ${stakes} for ${had} not taken in ${game}`);
      const left = this.#lying(game).get(player) ?? 0n;
      hold('O1', left === 0n, () => `${player} was sent that none lie, and has ${left} in ${game}`);
    });
  }

  /** In the end each player has what the rounds that the wallet gave stakes for have left. */
  finish(): void {
    const book = this.#book;
    if (book === undefined) return;
    const { hold, database, paid } = this.around;
    const { rounds, wallets } = database();
    hold('W4', !wallets.hasOpen, () => 'a movement has not ended');
    hold('W6', book.alarms === 0, () => 'an id came again with other content');
    for (const [player, has] of book.players) {
      let due = this.#openedWith;
      for (const { game, status } of rounds.all()) {
        const stake = this.#lying(game).get(player) ?? 0n;
        if (stake === 0n || status === 'betting') continue;
        due -= stake;
        if (status === 'settled' || status === 'refunded') due += paid(game, player);
      }
      hold('W4', has === due, () => `the wallet of ${player} has ${has}, and not ${due}`);
    }
  }

  /** By player, what lies in a round. */
  #lying(game: string): ReadonlyMap<string, bigint> {
    const lying = new Map<string, bigint>();
    for (const { player_id, amount } of this.around.database().betsOfRound(game)) {
      lying.set(player_id, (lying.get(player_id) ?? 0n) + BigInt(amount));
    }
    return lying;
  }
}
