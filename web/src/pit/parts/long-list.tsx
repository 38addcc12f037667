/** A list that may be thousands long. It is drawn by the hundred, and further on demand. */
import { type ReactNode, useState } from 'react';
import { useWords } from '../use-words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props<Item> {
  readonly items: readonly Item[];
  readonly children: (items: readonly Item[]) => ReactNode;
}

const AT_ONCE = 100;

export const LongList = <Item,>({ items, children }: Props<Item>) => {
  const { t, count } = useWords();
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <>
      {children(items.slice(0, shown))}
      {items.length > shown && (
        <p className={layout.row}>
          <span className={tones.dim}>
            {t('shownOf', { shown: count(shown), all: count(items.length) })}
          </span>
          <button type="button" onClick={() => setShown(shown + 5 * AT_ONCE)}>
            {t('more')}
          </button>
        </p>
      )}
    </>
  );
};
