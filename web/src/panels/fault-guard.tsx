/**
 * A part that cannot be drawn takes nothing else with it: a panel that does not load leaves the
 * table as it is.
 */
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './fault-guard.module.css';

export class FaultGuard extends Component<
  { readonly children: ReactNode },
  { readonly isFaulty: boolean }
> {
  override state = { isFaulty: false };

  static getDerivedStateFromError(): { readonly isFaulty: boolean } {
    return { isFaulty: true };
  }

  override render(): ReactNode {
    return this.state.isFaulty ? <NotDrawn /> : this.props.children;
  }
}

/** The page keeps nothing between loads. The first join brings everything back. */
const NotDrawn = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.notDrawn} role="alert">
      <p>{t('menu.notDrawn')}</p>
      <button type="button" onClick={() => location.reload()}>
        {t('menu.reload')}
      </button>
    </div>
  );
};
