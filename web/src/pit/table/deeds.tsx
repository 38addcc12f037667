/** What the shift manager does at a table alone; what needs a second person is asked for beside it. */
import { useState } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { DeskButton, PitCommandName, PitCommands } from '../../../../src/protocol/pit.js';
import type { RequestOf } from '../../../../src/protocol/command.js';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { Fault } from '../parts/fault.js';
import { SureButton } from '../parts/sure-button.js';
import { useDeed } from '../parts/use-deed.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { DeskButtons } from './desk-buttons.js';

interface Given {
  readonly copy: TableCopy;
  readonly tile: WallTable | undefined;
}

export const Deeds = ({ copy, tile }: Given) => {
  const { t } = useWords();
  const pit = usePit();
  const may = useMay();
  const deed = useDeed();
  const [reason, setReason] = useState('');
  const { table } = copy;
  const give = <Name extends PitCommandName>(name: Name, request: RequestOf<PitCommands[Name]>) =>
    void deed.run(() => pit.do(name, request));
  const press = (button: DeskButton, more: object = {}) =>
    give('table:press', { table, button, ...more });
  const isOpen = copy.phase !== 'closed';
  return (
    <div className="deeds">
      {deed.fault !== undefined && <Fault fault={deed.fault} />}
      {!may.act && <p className="dim">{t('deed.notYours')}</p>}
      {may.act && (
        <>
          {copy.suspended !== null ? (
            <div className="row">
              <button
                type="button"
                className="primary"
                data-do="resume"
                disabled={deed.isBusy}
                onClick={() => give('table:resume', { table })}
              >
                {t('deed.resume')}
              </button>
              <span className="dim">{t('deed.resumeSaid')}</span>
            </div>
          ) : (
            <form
              className="row"
              onSubmit={(event) => {
                event.preventDefault();
                give('table:suspend', { table, reason: reason.trim() });
                setReason('');
              }}
            >
              <input
                aria-label={t('deed.why')}
                placeholder={t('deed.why')}
                value={reason}
                required
                maxLength={200}
                disabled={!isOpen}
                onChange={(event) => setReason(event.target.value)}
              />
              <button
                type="submit"
                className="danger"
                data-do="suspend"
                disabled={!isOpen || deed.isBusy}
              >
                {t('deed.suspend')}
              </button>
            </form>
          )}
          <div className="row">
            <SureButton
              label={t('deed.shoeChange')}
              question={t('deed.shoeChangeAsked')}
              name="shoe-change"
              isDisabled={!isOpen}
              onSure={() => give('shoe:change', { table })}
            />
            {tile?.closing === true ? (
              <button
                type="button"
                data-do="call-off"
                onClick={() => give('closing:calloff', { table })}
              >
                {t('deed.callOff')}
              </button>
            ) : (
              <SureButton
                label={t('deed.close')}
                question={t('deed.closeAsked')}
                name="close"
                isDisabled={!isOpen}
                onSure={() => give('closing:call', { table })}
              />
            )}
          </div>
          <DeskButtons copy={copy} isBusy={deed.isBusy} onPress={press} />
        </>
      )}
    </div>
  );
};
