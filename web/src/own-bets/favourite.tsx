/** One favourite bet: what it is, and what can be done with it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../src/money/amount.js';
import type { Stakes } from '../../../src/punto-banco/stakes.js';
import { focused } from '../focused.js';
import { moneyText } from '../money.js';
import { NameForm } from './name-form.js';
import { stakesText } from './stakes-text.js';
import { useBetsWords } from './words.js';
import buttons from '../look/button.module.css';
import styles from './favourite.module.css';

interface Props {
  readonly name: string;
  readonly stakes: Stakes;
  readonly currency: string;
  readonly canPlace: boolean;
  readonly onPlace: () => void;
  readonly onRename: (name: string) => void;
  readonly onDelete: () => void;
}

export const Favourite = ({ name, stakes, currency, canPlace, ...given }: Props) => {
  const { onPlace, onRename, onDelete } = given;
  const { t, i18n } = useTranslation();
  const own = useBetsWords();
  /** Undefined: it was not asked for yet. */
  const [isNaming, setNaming] = useState<boolean>();
  const bets = stakesText(stakes, t, currency, i18n.language);
  const total = moneyText(sum(stakes.values()), currency, i18n.language, { whole: true });
  return (
    <li className={styles.favourite} data-favourite={name}>
      {isNaming === true ? (
        <NameForm
          before={name}
          submit={own('keepName')}
          onName={(changed) => {
            onRename(changed);
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <>
          <div className={styles.about}>
            <b>{name}</b>
            <span>{bets}</span>
            {stakes.size > 1 && <span>{own('total', { total })}</span>}
          </div>
          <div className={styles.buttons}>
            <button
              type="button"
              className={buttons.primary}
              aria-disabled={!canPlace}
              aria-label={own('placeNamed', { name, bets })}
              onClick={() => canPlace && onPlace()}
            >
              {own('place')}
            </button>
            <button
              ref={isNaming === false ? focused : undefined}
              type="button"
              aria-label={own('renameNamed', { name })}
              onClick={() => setNaming(true)}
            >
              {own('rename')}
            </button>
            <button type="button" aria-label={own('deleteNamed', { name })} onClick={onDelete}>
              {own('delete')}
            </button>
          </div>
        </>
      )}
    </li>
  );
};
