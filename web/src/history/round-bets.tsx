/** The stake on each spot of a round, what each paid, and the sum of that. */
import { useTranslation } from 'react-i18next';
import type { PlayedRound } from '../../../src/protocol/http.js';
import { moneyText } from '../money.js';
import { useHistoryWords } from './words.js';
import notes from '../look/notes.module.css';
import styles from './round-bets.module.css';

export const RoundBets = ({ round }: { readonly round: PlayedRound }) => {
  const { t, i18n } = useTranslation();
  const own = useHistoryWords();
  const { currency, bets, stakes, paid } = round;
  const money = (text: string) => moneyText(BigInt(text), currency, i18n.language);
  const back = (text: string | null) => (text === null ? '…' : money(text));
  if (bets.length === 0) return <p className={notes.nothing}>{own('takenBack')}</p>;
  const result = paid === null ? undefined : BigInt(paid) - BigInt(stakes);
  return (
    <table className={styles.betsPaid}>
      <thead>
        <tr>
          <th scope="col">{own('bet')}</th>
          <th scope="col">{own('stake')}</th>
          <th scope="col">{own('paid')}</th>
        </tr>
      </thead>
      <tbody>
        {bets.map((bet) => (
          <tr key={bet.spot} data-spot={bet.spot} className={didWin(bet) ? styles.won : undefined}>
            <th scope="row">{t(`spot.${bet.spot}`)}</th>
            <td>{money(bet.stake)}</td>
            <td>{back(bet.paid)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-stakes={stakes} data-paid={paid}>
          <th scope="row">
            {own('sum')}
            {result !== undefined && (
              <b className={result > 0n ? styles.gain : undefined}>
                {moneyText(result, currency, i18n.language, { signed: true })}
              </b>
            )}
          </th>
          <td>{money(stakes)}</td>
          <td>{back(paid)}</td>
        </tr>
      </tfoot>
    </table>
  );
};

const didWin = ({ stake, paid }: PlayedRound['bets'][number]): boolean =>
  paid !== null && BigInt(paid) > BigInt(stake);
