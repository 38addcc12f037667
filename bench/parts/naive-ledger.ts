/**
 * What a naive ledger writes when a round is settled: every bet as a row with its outcome and what
 * it paid, and every movement of money as two legs, one for each account. The movements are the
 * stake of each bet from the player to the house, and the payout of each bet that won from the
 * house to the player. It is written in the cheapest way there is: by COPY, in one transaction,
 * into tables with a primary key and no other index, check or trigger.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { copyIn } from './copy-in.js';

const TABLES = `
create table naive_bets (
  game_number bigint not null, player_id bigint not null, bet_id uuid not null, spot spot not null, mode mode not null,
  stake bigint not null, paid bigint not null, status text not null, seq bigint not null,
  primary key (game_number, player_id, bet_id)
);
create table naive_legs (
  id bigint primary key, bet_id uuid not null, account_id bigint not null, amount bigint not null, kind text not null
)`;

const HOUSE = 0;
const STAKE = 100;

export class NaiveLedger {
  #game = 0;
  #leg = 0;

  private constructor(
    private readonly client: pg.ClientBase,
    private readonly playerIds: readonly string[],
  ) {}

  static async open(client: pg.ClientBase, playerIds: readonly string[]): Promise<NaiveLedger> {
    await client.query(TABLES);
    return new NaiveLedger(client, playerIds);
  }

  /**
   * Writes a round in which each player made one bet and the first `winners` of them won. Returns
   * ms.
   */
  async settle(winners: number): Promise<number> {
    this.#game += 1;
    const bets: string[] = [];
    const legs: string[] = [];
    const move = (betId: string, from: string | number, to: string | number, amount: number) => {
      const kind = amount === STAKE ? 'stake' : 'payout';
      legs.push(`${(this.#leg += 1)}\t${betId}\t${from}\t${-amount}\t${kind}\n`);
      legs.push(`${(this.#leg += 1)}\t${betId}\t${to}\t${amount}\t${kind}\n`);
    };
    for (const [index, playerId] of this.playerIds.entries()) {
      const betId = randomUUID();
      const paid = index < winners ? 2 * STAKE : 0;
      const status = paid > 0 ? 'won' : 'lost';
      bets.push(
        `${this.#game}\t${playerId}\t${betId}\tpunto\tzero_commission\t${STAKE}\t${paid}\t${status}\t1\n`,
      );
      move(betId, playerId, HOUSE, STAKE);
      if (paid > 0) move(betId, HOUSE, playerId, paid);
    }
    const rows = { bets: Buffer.from(bets.join('')), legs: Buffer.from(legs.join('')) };

    const start = performance.now();
    await this.client.query('begin');
    await copyIn(this.client, 'copy naive_bets from stdin', rows.bets);
    await copyIn(this.client, 'copy naive_legs from stdin', rows.legs);
    await this.client.query('commit');
    return performance.now() - start;
  }
}
