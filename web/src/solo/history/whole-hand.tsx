/** A hand as the studio has it whole: its course, and its proof once it is over. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeHand as Whole } from '../../../../src/protocol/hand-history.js';
import { FaultNote } from '../../history/fault-note.js';
import { type HttpFault, faultOf, readHttp } from '../../studio/http.js';
import { useSettings } from '../../studio/settings-store.js';
import { CheckDeal } from '../check-deal.js';
import { notedDeals } from '../noted-deals.js';
import { useSoloWords } from '../words.js';
import { HandReplay } from './hand-replay.js';
import styles from './whole-hand.module.css';

interface Props {
  readonly hand: string;
  readonly money: (value: bigint) => string;
}

const WholeHand = ({ hand, money }: Props) => {
  const { t } = useTranslation();
  const own = useSoloWords();
  const { deck } = useSettings().settings;
  const [whole, setWhole] = useState<Whole>();
  const [fault, setFault] = useState<HttpFault>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    readHttp<Whole>(`me/hands/${hand}`, { signal: stop.signal }).then(
      setWhole,
      (error: unknown) => !stop.signal.aborted && setFault(faultOf(error)),
    );
    return () => stop.abort();
  }, [hand, tries]);
  const again = () => {
    setFault(undefined);
    setTries(tries + 1);
  };
  if (fault !== undefined) return <FaultNote fault={fault} onAgain={again} />;
  if (whole === undefined) return <p role="status">{t('menu.loading')}</p>;
  const { proof } = whole;
  return (
    <>
      <HandReplay hand={whole} money={money} reader="player" deck={deck} />
      {proof !== null && (
        <div className={styles.proof}>
          <CheckDeal
            hand={hand}
            proof={() => Promise.resolve(proof)}
            committed={whole.commitment}
            notes={notedDeals}
          />
          <button type="button" data-proof="" onClick={() => save(hand, proof)}>
            {own('history.proof')}
          </button>
        </div>
      )}
    </>
  );
};
export default WholeHand;

/** As the file that `npm run verify-deal` reads. */
const save = (hand: string, proof: object): void => {
  const file = new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `hand-${hand}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
