/**
 * The cards that are left in the shoe, rank by rank, and what the next coup pays on average by
 * them: every spot, by the same exact count that judges the takings.
 */
import { useMemo } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { FACES, RANKS, rankOf } from '../../../../src/cards/card.js';
import type { Fraction } from '../../../../src/money/fraction.js';
import { exactOdds } from '../../../../src/punto-banco/odds.js';
import { paytable } from '../../../../src/punto-banco/paytable.js';
import { MODES, SPOTS } from '../../../../src/punto-banco/spot.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { shoeAt } from './shoe-at.js';
import { useTableWords } from './words.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './odds-box.module.css';

/** Players are not to have the better side of a bet. */
const EVEN = 1;

interface Props {
  readonly copy: TableCopy;
  readonly correctedSeq: number;
}

const OddsBox = ({ copy, correctedSeq }: Props) => {
  const { t, own, game, language } = useTableWords();
  const { reads } = usePit();
  const { latest, fault, again } = useRead(reads.left(copy.table, shoeAt(copy, correctedSeq)));
  const odds = useMemo(() => {
    const rates = latest && paytable(latest.paytable);
    return rates && latest.shoe !== null ? exactOdds(latest.left, rates) : undefined;
  }, [latest]);
  if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
  if (latest === undefined || latest.shoe === null) return null;
  const format = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const all = latest.left.reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="left-title" data-part="odds" data-left={all}>
      <h3 id="left-title">{own('odds.left', { cards: all, unseen: latest.unseen })}</h3>
      <dl className={styles.ranks}>
        {RANKS.map((rank) => {
          const left = FACES.reduce(
            (sum, face, index) => sum + (rankOf(face) === rank ? (latest.left[index] ?? 0) : 0),
            0,
          );
          return (
            <div key={rank} data-rank={rank}>
              <dt>{rank === 'T' ? '10' : rank}</dt>
              <dd>{left}</dd>
            </div>
          );
        })}
      </dl>
      {odds === 'too_few_cards' || odds === undefined ? (
        <p className={tones.dim}>{own('odds.tooFew')}</p>
      ) : (
        <table className={figures.figures}>
          <caption className={tones.dim}>{own('odds.said')}</caption>
          <thead>
            <tr>
              <th scope="col">{own('spots.spot')}</th>
              <th scope="col" className={figures.number}>
                {own('odds.wins')}
              </th>
              {MODES.map((mode) => (
                <th key={mode} scope="col" className={figures.number}>
                  {t(`mode.${mode}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SPOTS.map((spot) => (
              <tr key={spot} data-odds={spot}>
                <th scope="row">{game(`spot.${spot}`)}</th>
                <td className={figures.number}>
                  {format.format(
                    odds.zero_commission[spot].won.reduce(
                      (sum, { probability }) => sum + numberOf(probability),
                      0,
                    ),
                  )}
                </td>
                {MODES.map((mode) => {
                  const back = numberOf(odds[mode][spot].expectedReturn);
                  return (
                    <td key={mode} className={figures.number} data-mode={mode}>
                      <span className={back > EVEN ? tones.alarmed : undefined}>
                        {format.format(back)}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
export default OddsBox;

/** To six digits, for the eye. */
const numberOf = ({ numerator, denominator }: Fraction): number =>
  Number((numerator * 1_000_000n) / denominator) / 1_000_000;
