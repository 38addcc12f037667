/** Every privileged action of the staff: who, when, why, before and after. Nobody can change it. */
import { type FormEvent, useState } from 'react';
import type { ActionsPage, StaffActionEntry } from '../../../../src/protocol/staff.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { faultOf } from '../refused.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';

interface Wanted {
  readonly staff: string;
  readonly table: string;
  readonly game: string;
}
const ANY: Wanted = { staff: '', table: '', game: '' };

const AuditPage = () => {
  const { t } = useWords();
  const [wanted, setWanted] = useState(ANY);
  return (
    <section aria-labelledby="audit-title">
      <header className="page-head">
        <h1 id="audit-title">{t('pages.audit')}</h1>
        <p className="sum">{t('audit.said')}</p>
      </header>
      <Filter onWanted={setWanted} />
      <Actions key={JSON.stringify(wanted)} wanted={wanted} />
    </section>
  );
};
export default AuditPage;

const Filter = ({ onWanted }: { readonly onWanted: (wanted: Wanted) => void }) => {
  const { t } = useWords();
  const [typed, setTyped] = useState(ANY);
  const search = (event: FormEvent) => {
    event.preventDefault();
    onWanted({ staff: typed.staff.trim(), table: typed.table.trim(), game: typed.game.trim() });
  };
  return (
    <form className="row filter" role="search" onSubmit={search}>
      {(['staff', 'table', 'game'] as const).map((field) => (
        <label key={field}>
          <span>{t(`audit.${field}`)}</span>
          <input
            name={field}
            value={typed[field]}
            onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
          />
        </label>
      ))}
      <button type="submit" className="primary">
        {t('search')}
      </button>
    </form>
  );
};

const Actions = ({ wanted }: { readonly wanted: Wanted }) => {
  const { t } = useWords();
  const { http } = usePit();
  const first = useRead('first', (signal) =>
    http.read<ActionsPage>('staff/actions', { ...wanted }, signal),
  );
  const [more, setMore] = useState<readonly ActionsPage[]>([]);
  const [fault, setFault] = useState<string>();
  if (first.fault !== undefined) return <Fault fault={first.fault} onAgain={first.again} />;
  if (first.value === undefined) return <p className="nothing">{t('reading')}</p>;
  const pages = [first.value, ...more];
  const actions = pages.flatMap((page) => page.actions);
  const next = pages.at(-1)!.next;
  const readMore = async (before: string) => {
    setFault(undefined);
    try {
      const page = await http.read<ActionsPage>('staff/actions', { ...wanted, before });
      setMore((read) => [...read, page]);
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  return (
    <>
      {actions.length === 0 && <p className="nothing">{t('audit.none')}</p>}
      {actions.length > 0 && (
        <div className="figures-box" tabIndex={0} role="group" aria-labelledby="audit-title">
          <table className="figures">
            <thead>
              <tr>
                {(['at', 'staff', 'what', 'on', 'why', 'change'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`audit.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {actions.map((action) => (
                <Action key={action.id} action={action} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {fault !== undefined && <Fault fault={fault} />}
      {next !== null && (
        <button type="button" onClick={() => void readMore(next)}>
          {t('more')}
        </button>
      )}
    </>
  );
};

const Action = ({ action }: { readonly action: StaffActionEntry }) => {
  const { t, dateTime } = useWords();
  const { atMs, staff, operation, table, game, subject, reason, before, after } = action;
  return (
    <tr data-operation={operation}>
      <td className="nowrap">{dateTime(atMs)}</td>
      <td>{staff}</td>
      <td>
        <code>{operation}</code>
      </td>
      <td>
        {table !== null && <a href={makePlace('table', table)}>{table}</a>}{' '}
        {game !== null && <a href={makePlace('rounds', game)}>{game}</a>} {subject}
      </td>
      <td>{reason ?? '–'}</td>
      <td>
        {(before ?? after ?? null) === null ? (
          '–'
        ) : (
          <details>
            <summary>{t('audit.see')}</summary>
            <dl className="facts">
              <dt>{t('audit.before')}</dt>
              <dd>
                <code>{JSON.stringify(before)}</code>
              </dd>
              <dt>{t('audit.after')}</dt>
              <dd>
                <code>{JSON.stringify(after)}</code>
              </dd>
            </dl>
          </details>
        )}
      </td>
    </tr>
  );
};
