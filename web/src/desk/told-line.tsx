/** What became of the last scan, or of the last command. */
import { isKnownRefusal } from './refusal-words.js';
import type { Told } from './told.js';
import { useDeskView } from './use-desk.js';
import { type Words, cardText, useDeskWords } from './words.js';
import { classes } from '../classes.js';
import styles from './told-line.module.css';

const BAD: ReadonlySet<Told['kind']> = new Set(['refused', 'unknown', 'dropped', 'torn']);

export const ToldLine = () => {
  const t = useDeskWords();
  const told = useDeskView((view) => view.told);
  const isBad = told !== undefined && BAD.has(told.kind);
  return (
    <p
      className={classes(styles.told, isBad && styles.bad)}
      data-part="told"
      role="status"
      data-told={told?.kind}
      data-refusal={told?.kind === 'refused' ? told.refusal : undefined}
    >
      {told !== undefined && (
        <>
          <b aria-hidden="true">{isBad ? '✗' : '✓'}</b> {wordsOf(told, t)}
        </>
      )}
    </p>
  );
};

const wordsOf = (told: Told, t: Words): string => {
  switch (told.kind) {
    case 'taken':
    case 'byHand':
      return t(`told.${told.kind}`, { card: cardText(told.card), seat: seatText(told.seat, t) });
    case 'corrected':
    case 'withdrawn':
      return t(`told.${told.kind}`, { card: cardText(told.card), seat: seatText(told.seat, t) });
    case 'cut_card':
    case 'called':
    case 'torn':
      return t(`told.${told.kind}`);
    case 'reported':
      return t('told.reported', { mishap: t(`mishapName.${told.mishap}`) });
    case 'unknown':
      return t('told.unknown', { code: told.what });
    case 'dropped':
      return t('told.dropped', { codes: told.codes.join(' ') });
    case 'refused': {
      const why = refusalText(told.refusal, t);
      return told.what === '' ? why : t('told.refused', { code: told.what, why });
    }
  }
};

export const refusalText = (refusal: string, t: Words): string =>
  isKnownRefusal(refusal) ? t(`refusal.${refusal}`) : t('refusal.internal_error');

export const seatText = (seat: string, t: Words): string => t(`seat.${seat as 'punto_1'}`);
