/** The coup on the felt: both hands, who won, and what it brought. A touch deals the next card. */
import { useTranslation } from 'react-i18next';
import type { viewPuntoEBancoHand } from '../../../../src/punto-e-banco/view.js';
import { classes } from '../../classes.js';
import { CoupCards } from '../../table/coup-cards.js';
import { Felt } from '../felt.js';
import { PaidNote } from '../paid-note.js';
import { useSoloWords } from '../words.js';
import styles from './coup-stage.module.css';

interface Props {
  readonly coup: ReturnType<typeof viewPuntoEBancoHand>;
  readonly currency: string;
  readonly onHasten: () => void;
}

export const CoupStage = ({ coup, currency, onHasten }: Props) => {
  const { t } = useTranslation();
  const own = useSoloWords();
  const isOver = coup.phase === 'over';
  const outcome = isOver ? coup.outcome : undefined;
  return (
    <Felt isDealing={coup.phase === 'dealing'} onHasten={onHasten}>
      <CoupCards className={styles.hands} hands={coup.cards} outcome={outcome} />
      <p className={styles.verdict} role="status" data-outcome={outcome}>
        {coup.phase === 'stakes' && <span className={styles.dim}>{own('place')}</span>}
        {coup.phase === 'dealing' && <span className={styles.dim}>{own('hasten')}</span>}
        {outcome !== undefined && (
          <>
            <span className={classes(styles.outcome, styles[outcome])}>
              {t(`outcome.${outcome}`)}
              {coup.pairs.punto !== undefined && ` · ${t('spot.punto_pair')}`}
              {coup.pairs.banco !== undefined && ` · ${t('spot.banco_pair')}`}
            </span>
            <PaidNote paid={coup.paid} taken={coup.taken} currency={currency} />
          </>
        )}
      </p>
    </Felt>
  );
};
