/** A table's settings as a player sits there: with the chips and limits of the player's money. */
import { eachSpot } from '../../../src/punto-banco/spot.js';
import { settingsIn, takesCurrency } from '../../../src/round/currencies.js';
import type { TableSettings } from '../../../src/round/settings.js';

const NOTHING = { min: '0', max: '0' } as const;

/**
 * Where the table does not take the player's currency, or not any more, the player's money is still
 * in that one: the settings have it, and no chip, and nothing may be staked.
 */
export const ownSettings = (settings: TableSettings, currency: string): TableSettings => {
  if (takesCurrency(settings, currency)) return settingsIn(settings, currency);
  const limits = eachSpot(() => NOTHING);
  const none = { chips: [], limits, groupLimits: {}, tipMax: null, further: undefined };
  return { ...settings, ...none, currency };
};

/** Whether the table takes bets in the currency of settings that are a player's own. */
export const isTaken = ({ chips }: Pick<TableSettings, 'chips'>): boolean => chips.length > 0;
