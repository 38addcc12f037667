/** Whom a request concerns: what each has got so far, and what each would have after it. */
import type { Concerned as Player } from '../../../../src/protocol/approval.js';
import { makePlace } from '../place.js';
import { useApprovalWords } from './words.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './concerned.module.css';

interface Props {
  readonly players: readonly Player[];
  /** How many there are in all. */
  readonly all: number;
  readonly currency: string;
}

export const Concerned = ({ players, all, currency }: Props) => {
  const { own, money, count } = useApprovalWords();
  if (players.length === 0) return null;
  return (
    <div
      className={styles.concerned}
      tabIndex={0}
      role="group"
      aria-label={own('approval.concerned')}
      data-part="concerned"
    >
      <table className={figures.figures}>
        <thead>
          <tr>
            <th scope="col">{own('approval.player')}</th>
            <th scope="col" className={figures.number}>
              {own('approval.staked')}
            </th>
            <th scope="col" className={figures.number}>
              {own('approval.soFar')}
            </th>
            <th scope="col" className={figures.number}>
              {own('approval.then')}
            </th>
            <th scope="col" className={figures.number}>
              {own('approval.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {players.map(({ player, name, stakes, was, paid, currency: its = currency }) => (
            <tr key={player} data-concerned={player} data-was={was} data-paid={paid}>
              <th scope="row">
                <a href={makePlace('players', player)}>{name}</a>
              </th>
              <td className={figures.number}>{money(stakes, its)}</td>
              <td className={figures.number}>{money(was, its)}</td>
              <td className={figures.number}>{money(paid, its)}</td>
              <td className={figures.number}>{money(BigInt(paid) - BigInt(was), its, true)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > players.length && (
        <p className={tones.dim}>
          {own('approval.others', {
            count: all - players.length,
            shown: count(all - players.length),
          })}
        </p>
      )}
    </div>
  );
};
