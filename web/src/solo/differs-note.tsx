/**
 * Said over the room where the studio says something else of a hand than was noted before its
 * stakes. It stays until it was seen, and the strip of the deck says it from then on.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import styles from './differs-note.module.css';
import { useDiffersText } from './differs-text.js';
import type { ShownStore } from './shown-store.js';

export const DiffersNote = ({ store }: { readonly store: ShownStore }) => {
  const { t } = useTranslation();
  const differsText = useDiffersText();
  const differs = useStore(store, (view) => view.differs);
  const [seen, see] = useState<typeof differs>();
  return (
    <div className={styles.note} role="alert" data-says="deal-differs">
      {differs !== undefined && seen !== differs && (
        <>
          <p>{differsText(differs)}</p>
          <button type="button" data-command="seen" onClick={() => see(differs)}>
            {t('line.seen')}
          </button>
        </>
      )}
    </div>
  );
};
