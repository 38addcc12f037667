/**
 * The processes of the studio: what each is, how many tables it runs, and whether it is drained.
 * Whoever may give the order drains one, or has it take tables again.
 */
import type { ProcessList, StudioProcess } from '../../../../src/protocol/processes.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { WhyButton } from '../parts/why-button.js';
import { useMay, usePit } from '../use-pit.js';
import { useProcessWords } from './words.js';
import box from '../look/box.module.css';
import head from '../look/page-head.module.css';
import layout from '../look/layout.module.css';

type State = 'takes' | 'drained' | 'draining' | 'none';

const stateOf = ({ takes, isDrained, tables }: StudioProcess): State => {
  if (isDrained) return tables > 0 ? 'draining' : 'drained';
  return takes ? 'takes' : 'none';
};

const ProcessesPage = () => {
  const { t, own } = useProcessWords();
  const { reads } = usePit();
  const { latest, fault, again } = useRead(reads.processes());
  return (
    <section className={layout.stack} aria-labelledby="processes-title" data-part="processes">
      <header className={head.pageHead}>
        <h1 id="processes-title">{t('pages.processes')}</h1>
        <p className={head.sum}>{own('process.said')}</p>
      </header>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      <ul className={layout.plain}>
        {latest?.processes.map((each) => (
          <OneProcess key={each.id} of={each} />
        ))}
      </ul>
    </section>
  );
};
export default ProcessesPage;

const OneProcess = ({ of }: { readonly of: StudioProcess }) => {
  const { own, dateTime } = useProcessWords();
  const may = useMay();
  const state = stateOf(of);
  return (
    <li className={box.sheetBox} data-process={of.id} data-state={state} data-tables={of.tables}>
      <h2>{of.name}</h2>
      <dl className={layout.facts}>
        <dt>{own('process.state')}</dt>
        <dd>{own(`process.is.${state}`)}</dd>
        <dt>{own('process.tables')}</dt>
        <dd>{of.tables}</dd>
        <dt>{own('process.roles')}</dt>
        <dd>{of.roles.join(', ')}</dd>
        <dt>{own('process.version')}</dt>
        <dd>{of.version}</dd>
        <dt>{own('process.since')}</dt>
        <dd>{dateTime(of.startedAtMs)}</dd>
      </dl>
      {may.drain && of.takes && <DrainButton of={of} />}
    </li>
  );
};

const DrainButton = ({ of: { id, isDrained } }: { readonly of: StudioProcess }) => {
  const { own } = useProcessWords();
  const { http, reads, queries } = usePit();
  const action = useAction();
  const what = isDrained ? 'undrain' : 'drain';
  const order = (reason: string) =>
    void action.run(async () => {
      const list = await http.send<ProcessList>('POST', `pit/processes/${id}/${what}`, { reason });
      queries.setQueryData(reads.processes().queryKey, list);
    });
  return (
    <>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <div className={layout.row}>
        <WhyButton
          key={what}
          of={what}
          name={what}
          label={own(`process.${what}`)}
          question={own(`process.${what}Asked`)}
          isDisabled={action.isBusy}
          onWhy={order}
        />
      </div>
    </>
  );
};
