/**
 * What the shift manager does at a table alone. What needs a second person is asked for beside it.
 */
import { useState } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { DeskButton, PitCommandName, PitCommands } from '../../../../src/protocol/pit.js';
import type { RequestOf } from '../../../../src/protocol/command.js';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyButton } from '../parts/why-button.js';
import { useMay, usePit } from '../use-pit.js';
import { DeskButtons } from './desk-buttons.js';
import { useTableWords } from './words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './table-actions.module.css';

interface Props {
  readonly copy: TableCopy;
  readonly tile: WallTable | undefined;
  /** The copy may be behind. Then nothing that goes by it is done; a table can be suspended. */
  readonly isStale: boolean;
}

export const Actions = ({ copy, tile, isStale }: Props) => {
  const { t, own } = useTableWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const [reason, setReason] = useState('');
  const { table } = copy;
  const give = <Name extends PitCommandName>(name: Name, request: RequestOf<PitCommands[Name]>) =>
    void action.run(() => pit.do(name, request));
  const press = (button: DeskButton, why: string, more: object = {}) =>
    give('table:press', { table, button, reason: why, ...more });
  const isOpen = copy.phase !== 'closed';
  return (
    <div className={styles.actions} data-part="actions">
      {action.fault !== undefined && <Fault fault={action.fault} />}
      {!may.act && <p className={tones.dim}>{own('tableAction.notYours')}</p>}
      {may.act && (
        <>
          {copy.suspended !== null ? (
            <div className={layout.row}>
              <WhyButton
                key={copy.suspended.sinceMs}
                of="resume"
                label={own('tableAction.resume')}
                question={t('ordered.resume')}
                name="resume"
                isDisabled={action.isBusy || isStale}
                isFirst
                onWhy={(why) =>
                  give('table:resume', { table, sinceMs: copy.suspended?.sinceMs, reason: why })
                }
              />
            </div>
          ) : (
            <form
              className={layout.row}
              onSubmit={(event) => {
                event.preventDefault();
                give('table:suspend', { table, reason: reason.trim() });
                setReason('');
              }}
            >
              <input
                aria-label={own('tableAction.why')}
                placeholder={own('tableAction.why')}
                value={reason}
                required
                maxLength={200}
                disabled={!isOpen}
                onChange={(event) => setReason(event.target.value)}
              />
              <button
                type="submit"
                className={pitButtons.danger}
                data-do="suspend"
                disabled={!isOpen || action.isBusy}
              >
                {own('tableAction.suspend')}
              </button>
            </form>
          )}
          <div className={layout.row}>
            <WhyButton
              of="shoe"
              label={own('tableAction.shoeChange')}
              question={t('ordered.shoeChange')}
              name="shoe-change"
              isDisabled={!isOpen || isStale}
              onWhy={(why) => give('shoe:change', { table, reason: why })}
            />
            {tile?.closing === true ? (
              <WhyButton
                key="call-off"
                of="callOff"
                label={own('tableAction.callOff')}
                question={own('tableAction.callOffAsked')}
                name="call-off"
                isDisabled={isStale}
                onWhy={(why) => give('closing:calloff', { table, reason: why })}
              />
            ) : (
              <WhyButton
                key="closing"
                of="closing"
                label={own('tableAction.close')}
                question={t('ordered.close')}
                name="close"
                isDisabled={!isOpen || isStale}
                onWhy={(why) => give('closing:call', { table, reason: why })}
              />
            )}
          </div>
          <DeskButtons copy={copy} isBusy={action.isBusy || isStale} onPress={press} />
        </>
      )}
    </div>
  );
};
