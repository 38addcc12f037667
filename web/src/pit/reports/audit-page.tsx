/** Every privileged action of the staff: who, when, why, before and after. Nobody can change it. */
import { Download } from '../parts/download.js';
import { Fault } from '../parts/fault.js';
import { NextPage } from '../parts/next-page.js';
import { useAsked } from '../parts/use-asked.js';
import { useReadPages } from '../parts/use-read.js';
import { anew } from '../reads.js';
import { usePit } from '../use-pit.js';
import { ANY, AuditFilter, type Wanted, queryOf } from './audit-filter.js';
import { AuditRow } from './audit-row.js';
import { classes } from '../../classes.js';
import { useReportWords } from './words.js';
import layout from '../look/layout.module.css';
import figures from '../look/figures.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './audit-page.module.css';

const AuditPage = () => {
  const { t, own } = useReportWords();
  const { asked: wanted = ANY, time, ask } = useAsked<Wanted>();
  return (
    <section aria-labelledby="audit-title">
      <header className={head.pageHead}>
        <h1 id="audit-title">{t('pages.audit')}</h1>
        <p className={head.sum}>{own('audit.said')}</p>
      </header>
      <AuditFilter onWanted={ask} />
      <div className={classes(layout.row, styles.auditUnder)}>
        <Download
          path="staff/actions.csv"
          query={queryOf(wanted)}
          name="sabot-staff-actions.csv"
          label={own('audit.csv')}
        />
        <p className={tones.dim}>{own('audit.elsewhere')}</p>
      </div>
      <Actions key={time} wanted={wanted} time={time} />
    </section>
  );
};
export default AuditPage;

interface ActionsProps {
  readonly wanted: Wanted;
  /** How often they were looked for. */
  readonly time: number;
}

const Actions = ({ wanted, time }: ActionsProps) => {
  const { t, own } = useReportWords();
  const { reads } = usePit();
  const { value, fault, again, pages, next } = useReadPages(
    anew(reads.actions(queryOf(wanted)), time),
  );
  if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
  if (value === undefined) return <p className={tones.nothing}>{t('reading')}</p>;
  const actions = pages.flatMap((page) => page.actions);
  return (
    <>
      {actions.length === 0 && <p className={tones.nothing}>{own('audit.none')}</p>}
      {actions.length > 0 && (
        <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="audit-title">
          <table className={classes(figures.figures, styles.audit)}>
            <thead>
              <tr>
                {(['at', 'staff', 'what', 'on', 'why', 'change'] as const).map((column) => (
                  <th key={column} scope="col">
                    {own(`audit.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {actions.map((action) => (
                <AuditRow key={action.id} action={action} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NextPage of={next} />
    </>
  );
};
