/**
 * Draws a list that is read page by page: when it is empty, while it is loading, when it failed,
 * and more on scrolling.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FaultNote } from './fault-note.js';
import type { Pages } from './pages.js';
import buttons from '../look/button.module.css';
import notes from '../look/notes.module.css';

interface Props<Item> {
  readonly pages: Pages<Item>;
  /** Shown where there is nothing. */
  readonly nothing: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export const PagedList = <Item,>({ pages, nothing, children }: Props<Item>) => {
  const { t } = useTranslation();
  const { items, next, isReading, fault } = useStore(pages.store);
  useEffect(() => void pages.more(), [pages]);
  return (
    <div aria-busy={isReading}>
      {items.length > 0 && children(items)}
      {items.length === 0 && next === null && <p className={notes.nothing}>{nothing}</p>}
      {isReading && (
        <p className={notes.nothing} role="status">
          {t('menu.loading')}
        </p>
      )}
      {fault !== undefined && <FaultNote fault={fault} onAgain={() => void pages.more()} />}
      {typeof next === 'string' && !isReading && fault === undefined && (
        <More key={next} onSeen={() => void pages.more()} />
      )}
    </div>
  );
};

const More = ({ onSeen }: { readonly onSeen: () => void }) => {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === true) onSeen();
    });
    watch.observe(button.current!);
    return () => watch.disconnect();
  }, [onSeen]);
  return (
    <button ref={button} type="button" className={buttons.more} onClick={onSeen}>
      {t('menu.more')}
    </button>
  );
};
