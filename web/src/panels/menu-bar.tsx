/**
 * The way to everything that is not the table itself. Each panel is loaded when it is opened for
 * the first time.
 */
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FaultGuard } from './fault-guard.js';
import type { PanelProps } from './panel-props.js';
import { PanelPhase } from './panel-phase.js';
import { Panel } from './panel.js';
import styles from './menu.module.css';

const SIGNS = {
  lobby: '▦',
  chat: '✉',
  history: '☰',
  cashier: '€',
  settings: '⚙',
  help: '?',
} as const;
export type PanelName = keyof typeof SIGNS;

type Panels = Readonly<Partial<Record<PanelName, ComponentType<PanelProps>>>>;

interface Props extends Omit<PanelProps, 'onClose'> {
  /** In the order of their buttons. */
  readonly panels: Panels;
  /** Messages in the chat. */
  readonly unread: number;
  readonly opened: PanelName | undefined;
  readonly onOpen: (panel: PanelName | undefined) => void;
}

export const MenuBar = ({ panels, unread, opened, onOpen: open, ...given }: Props) => {
  const { t } = useTranslation();
  const Opened = opened && panels[opened];
  return (
    <nav className={styles.menu} aria-label={t('menu.title')}>
      {(Object.keys(panels) as PanelName[]).map((name) => (
        <button
          key={name}
          type="button"
          data-panel={name}
          title={t(`menu.${name}`)}
          aria-label={
            name === 'chat' && unread > 0 ? t('menu.unread', { unread }) : t(`menu.${name}`)
          }
          aria-haspopup="dialog"
          aria-expanded={opened === name}
          onClick={() => open(opened === name ? undefined : name)}
        >
          {SIGNS[name]}
          {name === 'chat' && unread > 0 && (
            <span className={styles.badge}>{Math.min(unread, 99)}</span>
          )}
        </button>
      ))}
      {Opened !== undefined && (
        <Panel
          key={opened}
          title={t(`menu.${opened!}`)}
          isBeside={given.game === undefined}
          phase={given.game === undefined && <PanelPhase seat={given.seat} />}
          onClose={() => open(undefined)}
        >
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
