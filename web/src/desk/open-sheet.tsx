/** What was opened over the desk’s screen. Escape goes back to the screen. */
import type { Member } from '../staff/member.js';
import { BringSheet } from './sheets/bring-sheet.js';
import { HandSheet } from './sheets/hand-sheet.js';
import { MalfunctionSheet } from './sheets/malfunction-sheet.js';
import { OptionsSheet } from './sheets/options-sheet.js';
import { RelieveSheet } from './sheets/relieve-sheet.js';
import type { SheetName } from './sheets/sheet-name.js';
import { ShoeSheet } from './sheets/shoe-sheet.js';
import { WithdrawSheet } from './sheets/withdraw-sheet.js';

interface Props {
  readonly name: SheetName;
  readonly onClose: () => void;
  readonly onRelieved: (member: Member) => void;
  readonly onLeave: () => void;
  readonly onSignOut: () => void;
}

export const OpenSheet = ({ name, onClose, onRelieved, onLeave, onSignOut }: Props) => {
  switch (name) {
    case 'withdraw':
      return <WithdrawSheet onClose={onClose} />;
    case 'malfunction':
      return <MalfunctionSheet onClose={onClose} />;
    case 'hand':
      return <HandSheet onClose={onClose} />;
    case 'relieve':
      return <RelieveSheet onClose={onClose} onRelieved={onRelieved} />;
    case 'shoe':
      return <ShoeSheet onClose={onClose} />;
    case 'options':
      return <OptionsSheet onClose={onClose} onLeave={onLeave} onSignOut={onSignOut} />;
    case 'bring':
      return <BringSheet onClose={onClose} />;
  }
};
