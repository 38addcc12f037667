/**
 * The way to everything that is not the table itself. Each panel is loaded when it is opened for
 * the first time.
 */
import { type ComponentType, Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnread } from '../chat/use-unread.js';
import { FaultGuard } from './fault-guard.js';
import type { PanelProps } from './panel-props.js';
import { Panel } from './panel.js';
import styles from './menu.module.css';

type Loaded = Promise<{ readonly default: ComponentType<PanelProps> }>;

const PANELS = {
  lobby: lazy((): Loaded => import('../lobby/lobby-panel.js')),
  chat: lazy((): Loaded => import('../chat/chat-panel.js')),
  history: lazy((): Loaded => import('../history/history-panel.js')),
  cashier: lazy((): Loaded => import('../cashier/cashier-panel.js')),
  settings: lazy((): Loaded => import('../settings/settings-panel.js')),
  help: lazy((): Loaded => import('../help/help-panel.js')),
};
export type PanelName = keyof typeof PANELS;
const NAMES = Object.keys(PANELS) as PanelName[];

const SIGNS: Readonly<Record<PanelName, string>> = {
  lobby: '▦',
  chat: '✉',
  history: '☰',
  cashier: '€',
  settings: '⚙',
  help: '?',
};

interface Props extends Omit<PanelProps, 'onClose'> {
  readonly opened: PanelName | undefined;
  readonly onOpen: (panel: PanelName | undefined) => void;
}

export const Menu = ({ opened, onOpen: open, ...given }: Props) => {
  const { t } = useTranslation();
  const unread = useUnread(given.seat.table);
  const Opened = opened && PANELS[opened];
  return (
    <nav className={styles.menu} aria-label={t('menu.title')}>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          data-panel={name}
          title={t(`menu.${name}`)}
          aria-label={
            name === 'chat' && unread > 0 ? t('menu.unread', { unread }) : t(`menu.${name}`)
          }
          aria-haspopup="dialog"
          onClick={() => open(name)}
        >
          {SIGNS[name]}
          {name === 'chat' && unread > 0 && (
            <span className={styles.badge}>{Math.min(unread, 99)}</span>
          )}
        </button>
      ))}
      {Opened !== undefined && (
        <Panel title={t(`menu.${opened!}`)} onClose={() => open(undefined)}>
          <FaultGuard>
            <Suspense>
              <Opened {...given} onClose={() => open(undefined)} />
            </Suspense>
          </FaultGuard>
        </Panel>
      )}
    </nav>
  );
};
