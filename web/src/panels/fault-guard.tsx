/**
 * A part that cannot be drawn takes nothing else with it: a panel that does not load leaves the
 * table as it is.
 */
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../classes.js';
import styles from './fault-guard.module.css';

interface Props {
  readonly children: ReactNode;
  /** Whether the part lies over the page, and not in a place of its own. */
  readonly isOver?: boolean;
}

export class FaultGuard extends Component<Props, { readonly isFaulty: boolean }> {
  override state = { isFaulty: false };

  static getDerivedStateFromError(): { readonly isFaulty: boolean } {
    return { isFaulty: true };
  }

  override render(): ReactNode {
    const { children, isOver = false } = this.props;
    return this.state.isFaulty ? <NotDrawn isOver={isOver} /> : children;
  }
}

/** The page keeps nothing between loads. The first join brings everything back. */
const NotDrawn = ({ isOver }: Required<Pick<Props, 'isOver'>>) => {
  const { t } = useTranslation();
  return (
    <div
      className={classes(styles.notDrawn, isOver && styles.over)}
      role="alert"
      data-part="not-drawn"
    >
      <p>{t('menu.notDrawn')}</p>
      <button type="button" onClick={() => location.reload()}>
        {t('menu.reload')}
      </button>
    </div>
  );
};
