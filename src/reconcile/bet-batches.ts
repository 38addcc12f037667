/**
 * Batches of bets as their commands make them, with the digest that the log has of each
 * (bet-digest.sql says of what). It is made here and not asked of the database: whoever owns that
 * can replace its functions.
 */
import { createHash } from 'node:crypto';

/** What a player has bet by one command. Of its lines there are commas between. */
export interface BetCommand {
  readonly seq: string;
  readonly player: string;
  /** Of the session. Null where the player has none. */
  readonly account: string | null;
  readonly bet: string;
  readonly kind: string;
  readonly spots: string;
  readonly modes: string;
  readonly amounts: string;
}

export interface BetBatch {
  readonly seq: string;
  /** How many commands it has. */
  readonly bets: string;
  readonly change: string;
  readonly digest: string;
}

/** Of the commands of one round. */
export const batchesOf = (commands: Iterable<BetCommand>): readonly BetBatch[] => {
  const batches = new Map<string, BetCommand[]>();
  for (const command of commands) {
    const batch = batches.get(command.seq);
    if (batch === undefined) batches.set(command.seq, [command]);
    else batch.push(command);
  }
  return [...batches].map(([seq, all]) => ({
    seq,
    bets: `${all.length}`,
    change: `${all.reduce((sum, command) => sum + totalOf(command), 0n)}`,
    digest: createHash('sha256')
      .update(all.toSorted(byAccount).map(textOf).join('\n'))
      .digest('hex'),
  }));
};

/** What has left the player's session by the command. */
export const totalOf = ({ amounts }: Pick<BetCommand, 'amounts'>): bigint =>
  amounts.split(',').reduce((sum, amount) => sum + BigInt(amount), 0n);

const textOf = ({ player, bet, kind, spots, modes, amounts }: BetCommand): string =>
  `${player} ${bet} ${kind} {${spots}} {${modes}} {${amounts}}`;

const byAccount = (one: BetCommand, other: BetCommand): number =>
  BigInt(one.account ?? 0) < BigInt(other.account ?? 0) ? -1 : 1;
