/**
 * The tableau, drawn from the rule that deals: when Banco takes a third card after Punto took one.
 */
import { useTranslation } from 'react-i18next';
import { bancoDraws } from '../../../src/punto-banco/tableau.js';
import { useHelpWords } from './words.js';
import hidden from '../look/hidden.module.css';
import styles from './tableau-grid.module.css';

const THIRDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const BANCO_TOTALS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
/** Any total on which Punto draws. */
const PUNTO = 0;

export const TableauGrid = () => {
  const { t } = useTranslation();
  const own = useHelpWords();
  return (
    <table className={styles.tableau}>
      <caption>{own('tableauCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('spot.banco')}</th>
          {THIRDS.map((third) => (
            <th key={third} scope="col">
              {third}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {BANCO_TOTALS.map((banco) => (
          <tr key={banco}>
            <th scope="row">{banco}</th>
            {THIRDS.map((third) => (
              <Cell key={third} draws={bancoDraws(PUNTO, banco, third)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Cell = ({ draws }: { readonly draws: boolean }) => {
  const own = useHelpWords();
  return (
    <td className={draws ? styles.draws : undefined}>
      <span aria-hidden="true">{draws ? '+' : '–'}</span>
      <span className={hidden.listened}>{own(draws ? 'draws' : 'stands')}</span>
    </td>
  );
};
