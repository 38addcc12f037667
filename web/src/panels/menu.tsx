/** The menu of a live table. */
import { type ComponentType, lazy } from 'react';
import { useUnread } from '../chat/use-unread.js';
import { MenuBar, type PanelName } from './menu-bar.js';
import type { PanelProps } from './panel-props.js';

type Loaded = Promise<{ readonly default: ComponentType<PanelProps> }>;

/** Those that a solo room has, too. */
export const SHARED_PANELS = {
  lobby: lazy((): Loaded => import('../lobby/lobby-panel.js')),
  history: lazy((): Loaded => import('../history/history-panel.js')),
  cashier: lazy((): Loaded => import('../cashier/cashier-panel.js')),
  settings: lazy((): Loaded => import('../settings/settings-panel.js')),
  safety: lazy((): Loaded => import('../safety/safety-panel.js')),
};

const { lobby, ...others } = SHARED_PANELS;
const PANELS = {
  lobby,
  chat: lazy((): Loaded => import('../chat/chat-panel.js')),
  bets: lazy((): Loaded => import('../own-bets/bets-panel.js')),
  ...others,
  help: lazy((): Loaded => import('../help/help-panel.js')),
};

interface Props extends Omit<PanelProps, 'onClose' | 'game'> {
  readonly opened: PanelName | undefined;
  readonly onOpen: (panel: PanelName | undefined) => void;
}

export const Menu = (given: Props) => (
  <MenuBar
    {...given}
    game={undefined}
    panels={PANELS}
    unread={useUnread(given.seat.table)}
    isBeside
  />
);
