/**
 * What is to be cleared up with operators about their wallets: each case is sent again, or settled
 * by hand with a second person.
 */
import type { WalletCases } from '../../../../src/protocol/wallet-cases.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import type { PageProps } from '../page-props.js';
import { usePit } from '../use-pit.js';
import { OneCase } from './one-case.js';
import { useWalletWords } from './words.js';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './wallets-page.module.css';

const WalletsPage = ({ of }: PageProps) => {
  const { t, own } = useWalletWords();
  const { reads, queries } = usePit();
  const read = reads.walletCases();
  const { latest, fault, again } = useRead(read);
  const keep = (cases: WalletCases) => queries.setQueryData(read.queryKey, cases);
  return (
    <section aria-labelledby="wallets-title">
      <header className={head.pageHead}>
        <h1 id="wallets-title">{t('pages.wallets')}</h1>
        <p className={head.sum}>{own('case.said')}</p>
      </header>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {latest !== undefined && latest.open === 0 && (
        <p className={tones.nothing}>{own('case.none')}</p>
      )}
      {latest !== undefined && (
        <ul className={styles.cases} data-open={latest.open}>
          {latest.cases.map((each) => (
            <OneCase key={each.id} of={each} isChosen={each.id === of} onRead={keep} />
          ))}
        </ul>
      )}
    </section>
  );
};
export default WalletsPage;
