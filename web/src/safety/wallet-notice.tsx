/** What the operator's wallet has the player read, between rounds. The player answers it. */
import { useState } from 'react';
import type { OwnNotices, WalletNotice as Notice } from '../../../src/protocol/wallet-notice.js';
import { FaultNote } from '../history/fault-note.js';
import { type HttpFault, changeHttp, faultOf } from '../studio/http.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { AnsweredSheet } from './answered-sheet.js';
import { useSafetyWords } from './words.js';
import { classes } from '../classes.js';
import buttons from '../look/button.module.css';
import styles from '../table/ask-mode.module.css';

interface Props {
  readonly notice: Notice;
  readonly seat: SeatViewStore;
  readonly onAnswered: (left: OwnNotices) => void;
}

const WalletNotice = ({ notice: { id, kind, text, actions }, seat, onAnswered }: Props) => {
  const own = useSafetyWords();
  const [fault, setFault] = useState<HttpFault>();
  const isBetween = useSeat(seat, () => !seat.holdsBets);
  if (!isBetween) return null;
  const answer = async (action: string) => {
    try {
      onAnswered(await changeHttp<OwnNotices>('me/notices', { id, action }, 'POST'));
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  const answers = actions.length > 0 ? actions : [{ id: 'read', label: own('notice.read') }];
  return (
    <AnsweredSheet part="wallet-notice" kind={kind} title={own(`notice.${kind}`)}>
      <p>{text}</p>
      {fault !== undefined && <FaultNote fault={fault} />}
      {answers.map((each) => (
        <button
          key={each.id}
          type="button"
          className={answers.length === 1 ? classes(buttons.primary, styles.answer) : undefined}
          data-action={each.id}
          onClick={() => void answer(each.id)}
        >
          {each.label}
        </button>
      ))}
    </AnsweredSheet>
  );
};
export default WalletNotice;
