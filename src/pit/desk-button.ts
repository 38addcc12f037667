/** A button of the desk, pressed in the dealer's place: which command of the table it is. */
import type { RequestOf } from '../protocol/command.js';
import type { PIT_OWN_COMMANDS } from '../protocol/pit.js';
import type { LoneCommand } from '../round/command.js';

export type Press = Omit<RequestOf<(typeof PIT_OWN_COMMANDS)['table:press']>, 'table' | 'reason'>;

export const commandOf = (
  { button, cards, how, mishap, setAside }: Press,
  by: string,
): LoneCommand => {
  switch (button) {
    case 'table:open':
      return { kind: 'open_table', dealer: by };
    case 'table:close':
      return { kind: 'close_table', by };
    case 'cards:bring':
      return { kind: 'bring_cards', cards: cards ?? '', by };
    case 'shoe:shuffle':
      return { kind: 'shuffle_cards', how: how ?? 'manual', by };
    case 'shoe:cut':
      return { kind: 'cut_shoe', by };
    case 'shoe:new':
      return { kind: 'new_shoe', by };
    case 'betting:open':
      return { kind: 'open_betting', by };
    case 'card:withdraw':
      return {
        kind: 'withdraw_card',
        reason: mishap ?? 'other',
        setAside: setAside ?? false,
        by,
      };
    case 'coup:confirm':
      return { kind: 'confirm_coup', by };
  }
};
