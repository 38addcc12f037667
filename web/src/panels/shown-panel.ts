/** Which panel of a live table is open, and of the help where. */
import type { PanelName } from './menu-bar.js';
import type { PanelProps } from './panel-props.js';

export interface ShownPanel {
  readonly panel?: PanelName | undefined;
  readonly chapter?: PanelProps['chapter'];
}
