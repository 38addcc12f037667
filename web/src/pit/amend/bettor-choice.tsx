/**
 * Whose bets are refunded, or who is paid by hand: one of those who bet in the round, the highest
 * stake first.
 */
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { useRightWords } from './words.js';
import tones from '../look/tones.module.css';

interface Props {
  readonly game: string;
  readonly label: string;
  /** Empty: none is chosen yet. */
  readonly player: string;
  readonly onChoose: (player: string) => void;
}

export const BettorChoice = ({ game, label, player, onChoose }: Props) => {
  const { t, own, money } = useRightWords();
  const { reads } = usePit();
  const { value, fault, again } = useRead(reads.round(game));
  if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
  const bettors = value === undefined ? [] : bettorsOf(value);
  if (value !== undefined && bettors.length === 0)
    return <p className={tones.dim}>{t('noBets')}</p>;
  return (
    <label>
      <span>{label}</span>
      <select
        name="player"
        required
        value={player}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="" disabled>
          {own('amend.choose')}
        </option>
        {bettors.map(({ id, name, stake, currency = value!.currency }) => (
          <option key={id} value={id}>
            {`${name} · ${t('playerNo', { number: id })} · ${money(stake, currency)}`}
          </option>
        ))}
      </select>
    </label>
  );
};

interface Bettor {
  readonly id: string;
  readonly name: string;
  readonly stake: bigint;
  /** A further one of the table. Undefined: its own. */
  readonly currency: string | undefined;
}

const bettorsOf = ({ closingStakes }: RoundReport): readonly Bettor[] => {
  const all = new Map<string, Bettor>();
  for (const { player: id, name, stake, currency } of closingStakes) {
    all.set(id, { id, name, currency, stake: (all.get(id)?.stake ?? 0n) + BigInt(stake) });
  }
  return [...all.values()].sort((one, other) => (one.stake < other.stake ? 1 : -1));
};
