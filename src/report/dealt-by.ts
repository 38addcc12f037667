/**
 * To whose dealing something that happened at a table belongs: that of the round in hand, or of the
 * last one before.
 */

interface DealtRound {
  readonly game: string;
  readonly table_id: string;
  readonly opened_ms: string;
  readonly dealer: string | null;
}

interface Spell {
  readonly openedAtMs: number;
  readonly dealer: string | null;
}

export class DealtBy {
  readonly #ofGame = new Map<string, string | null>();
  readonly #ofTable = new Map<string, Spell[]>();

  /** Rounds of a table in their order. */
  add(rounds: readonly DealtRound[]): void {
    for (const { game, table_id, opened_ms, dealer } of rounds) {
      this.#ofGame.set(game, dealer);
      const spells = this.#ofTable.get(table_id) ?? [];
      this.#ofTable.set(table_id, spells);
      if (spells.at(-1)?.dealer !== dealer) spells.push({ openedAtMs: Number(opened_ms), dealer });
    }
  }

  /**
   * Null: nobody, or at no table. What came before the first round belongs to the dealer of that
   * round.
   */
  dealerOf(at: {
    readonly table: string | null;
    readonly game?: string | null;
    readonly atMs: number;
  }): string | null {
    const known = this.#ofGame.get(at.game ?? '');
    if (known !== undefined) return known;
    const spells = this.#ofTable.get(at.table ?? '') ?? [];
    const spell = spells.findLast(({ openedAtMs }) => openedAtMs <= at.atMs) ?? spells[0];
    return spell?.dealer ?? null;
  }
}
