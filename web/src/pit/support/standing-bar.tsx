/** Who has the thread, and whether it is settled; and how both are changed. */
import type { SupportSettled } from '../../../../src/protocol/chat.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useMay, usePit } from '../use-pit.js';
import { useHolderText } from './use-holder-text.js';
import { useSupportWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly player: string;
  /** The last message that is shown. */
  readonly last: string;
  readonly settled: SupportSettled | null;
  readonly holder: string | null;
}

export const StandingBar = ({ player, last, settled, holder }: Props) => {
  const { own } = useSupportWords();
  const holderText = useHolderText();
  const may = useMay();
  const pit = usePit();
  const action = useAction();
  const isMine = holder === pit.who.id;
  const take = () => action.run(() => pit.do('support:take', { player, from: holder }));
  const release = () => action.run(() => pit.do('support:release', { player }));
  const settle = () => action.run(() => pit.do('support:settle', { player, message: last }));
  const button = (name: string, label: string, run: () => Promise<unknown>) => (
    <button type="button" data-do={name} disabled={action.isBusy} onClick={() => void run()}>
      {label}
    </button>
  );
  const taking = holder === null ? own('support.take') : own('support.takeOver', { name: holder });
  return (
    <>
      <div className={layout.row} data-part="standing">
        <span className={tones.dim} role="status" data-holder={holder ?? ''}>
          {settled === null ? holderText(holder) : own('support.settled')}
        </span>
        {may.answer && settled === null && (
          <>
            {isMine
              ? button('release', own('support.release'), release)
              : button('take', taking, take)}
            {button('settle', own('support.settle'), settle)}
          </>
        )}
        {may.answer && settled !== null && button('take', own('support.reopen'), take)}
      </div>
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </>
  );
};
