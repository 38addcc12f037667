/**
 * The operators: who they are, what their players may see, and their keys. One administrator asks
 * for a change and another approves it; what only takes away, one does alone.
 */
import { useState } from 'react';
import type { KeptOperators, OrderedChange } from '../../../../src/protocol/operator-changes.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { AskedChanges } from './asked-changes.js';
import { type MadeKey, MadeKeys } from './made-keys.js';
import { OneOperator } from './one-operator.js';
import { OperatorForm } from './operator-form.js';
import { useOperatorWords } from './words.js';
import box from '../look/box.module.css';
import head from '../look/page-head.module.css';
import layout from '../look/layout.module.css';
import styles from './operators-page.module.css';

const OperatorsPage = () => {
  const { t, own } = useOperatorWords();
  const { http, reads, queries } = usePit();
  const action = useAction();
  const read = reads.operators();
  const { latest, fault, again } = useRead(read);
  const [isOpening, setOpening] = useState(false);
  /** The newest first, each until it was noted. */
  const [made, setMade] = useState<readonly MadeKey[]>([]);
  const keep = ({ operators, changes }: KeptOperators) =>
    queries.setQueryData(read.queryKey, { operators, changes });
  /** `operator`: its id. Empty while it is only opened: it has no key yet. */
  const ask = (operator: string, change: object, reason: string): Promise<boolean> =>
    action.run(async () => {
      const body = { change, reason };
      const answer = await http.send<OrderedChange>('POST', 'pit/operators/changes', body);
      keep(answer);
      const { privateKey, secrets } = answer;
      if (privateKey === null && secrets === null) return;
      setMade((keys) => [{ operator, privateKey, secrets }, ...keys]);
    });
  const decide = (id: string, verdict: 'approve' | 'refuse', reason: string) =>
    void action.run(async () => {
      const path = `pit/operators/changes/${id}/${verdict}`;
      keep(await http.send<KeptOperators>('POST', path, { reason }));
    });
  return (
    <section className={layout.stack} aria-labelledby="operators-title" data-part="operators">
      <header className={head.pageHead}>
        <h1 id="operators-title">{t('pages.operators')}</h1>
        <p className={head.sum}>{own('operator.said')}</p>
        <span className={head.end}>
          <button
            type="button"
            data-do="open-operator"
            aria-expanded={isOpening}
            onClick={() => setOpening(!isOpening)}
          >
            {isOpening ? t('cancel') : own('operator.open')}
          </button>
        </span>
      </header>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <MadeKeys
        keys={made}
        onNoted={(key) => setMade((keys) => keys.filter((each) => each !== key))}
      />
      {isOpening && (
        <section className={box.sheetBox} aria-label={own('operator.open')}>
          <OperatorForm
            isBusy={action.isBusy}
            onAsk={(change, reason) =>
              void ask('', change, reason).then((isDone) => setOpening(!isDone))
            }
          />
        </section>
      )}
      {latest !== undefined && (
        <>
          <AskedChanges changes={latest.changes} isBusy={action.isBusy} onDecide={decide} />
          <ul className={styles.operators}>
            {latest.operators.map((each) => (
              <OneOperator
                key={each.id}
                of={each}
                isBusy={action.isBusy}
                onAsk={(...asked) => ask(each.id, ...asked)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
export default OperatorsPage;
