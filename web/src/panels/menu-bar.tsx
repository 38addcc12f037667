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

/** Drawn as lines on a ground of 24 by 24. */
const SIGNS = {
  lobby: 'M4 4H10V10H4ZM14 4H20V10H14ZM4 14H10V20H4ZM14 14H20V20H14Z',
  chat: 'M4 5H20V16H11L6 20V16H4Z',
  bets: 'M4 12A8 4 0 0 0 20 12A8 4 0 0 0 4 12V16A8 4 0 0 0 20 16V12M4 8A8 4 0 0 0 20 8A8 4 0 0 0 4 8V12M20 8V12',
  history: 'M4 6H5M9 6H20M4 12H5M9 12H20M4 18H5M9 18H20',
  cashier: 'M3 8H21V20H3ZM3 8L16 3V8M16 14H17.5',
  settings: 'M4 7H12M17 7H20M12 4H17V10H12ZM4 17H7M12 17H20M7 14H12V20H7Z',
  safety: 'M12 3L20 6V12Q20 18 12 21Q4 18 4 12V6ZM8.5 12L11 14.5L15.5 9.5',
  help: 'M8.5 9Q8.5 5 12 5Q15.5 5 15.5 8.5Q15.5 11 12 12.5V15M12 18.5V19.5',
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
  /** Whether a panel lies beside the bets, and not over everything. */
  readonly isBeside: boolean;
}

export const MenuBar = ({ panels, unread, opened, onOpen: open, isBeside, ...given }: Props) => {
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
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={SIGNS[name]} />
          </svg>
          {name === 'chat' && unread > 0 && (
            <span className={styles.badge}>{Math.min(unread, 99)}</span>
          )}
        </button>
      ))}
      {Opened !== undefined && (
        <Panel
          key={opened}
          title={t(`menu.${opened!}`)}
          isBeside={isBeside}
          phase={isBeside && <PanelPhase seat={given.seat} />}
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
