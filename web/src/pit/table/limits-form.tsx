/** Other limits, from the next round on. */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { eachSpot } from '../../../../src/punto-banco/spot.js';
import { limitsOf } from '../../../../src/round/limits-of.js';
import { typedText } from '../../money.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { useMay, usePit } from '../use-pit.js';
import { GroupField, groupOf } from './group-field.js';
import { LimitsGrid } from './limits-grid.js';
import {
  type LimitEdits,
  type TypedLimits,
  editsOf,
  readLimits,
  withChanged,
  withEdits,
} from './new-limits.js';
import { useTableWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './limits-form.module.css';

interface Edited {
  readonly edits: LimitEdits;
  readonly why: string;
  readonly group: string;
}
const NOTHING: Edited = { edits: {}, why: '', group: '' };

export const LimitsForm = ({ copy }: { readonly copy: TableCopy }) => {
  const { own, language } = useTableWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const settings = copy.nextSettings ?? copy.settings;
  const { currency } = settings;
  const groups = Object.keys(settings.groupLimits);
  const { typed, isDone, type, done } = useForm(() => NOTHING);
  const { edits, why } = typed;
  const group = typed.group.trim();
  const isGroup = groupOf(typed.group) !== undefined;
  const shown = eachSpot((spot) => {
    const { min, max } = limitsOf(settings, group)[spot];
    const text = (digits: string) => typedText(BigInt(digits), currency, language);
    return { min: text(min), max: text(max) };
  });
  const limits = withEdits(shown, edits);
  const read = readLimits(limits, { ...settings, limits: limitsOf(settings, group) }, language);
  const changes = read.ok && isGroup ? Object.keys(read.changed).length : 0;
  const change = async () => {
    if (!read.ok) return;
    const { changed } = read;
    const order = { table: copy.table, reason: why.trim() };
    const isTaken = await action.run(() =>
      group === ''
        ? pit.do('limits:change', { ...order, limits: changed })
        : pit.do('settings:change', { ...order, settings: ofGroup(changed) }),
    );
    if (isTaken) done(typed, { edits: {}, why: '' });
  };
  const ofGroup = (changed: Partial<TypedLimits>) => ({
    groupLimits: { [group]: withChanged(settings.groupLimits[group] ?? {}, changed) },
  });
  const drop = async () => {
    const order = { table: copy.table, settings: { groupLimits: { [group]: null } } };
    const isTaken = await action.run(() =>
      pit.do('settings:change', { ...order, reason: why.trim() }),
    );
    if (isTaken) done(typed, NOTHING);
  };
  return (
    <form
      data-part="limits"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <p className={tones.dim}>{own('limits.said', { currency })}</p>
      {may.set && (
        <GroupField
          groups={groups}
          typed={typed.group}
          onType={(value) => type({ group: value, edits: {} })}
        />
      )}
      {groups.length > 0 && (
        <p className={tones.dim} data-part="limit-groups">
          {own('limits.groups', { groups: groups.join(', ') })}
        </p>
      )}
      {copy.nextSettings !== null && (
        <p className={tones.said} role="status" data-limits="waiting">
          {own('limits.waiting')}
        </p>
      )}
      {isDone && copy.nextSettings === null && (
        <p className={tones.said} role="status">
          {own('limits.done')}
        </p>
      )}
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <LimitsGrid
        limits={limits}
        faults={read.ok ? {} : read.faults}
        isDisabled={!may.act}
        onType={(spot, its) => type({ edits: { ...edits, [spot]: editsOf(its, shown[spot]) } })}
      />
      {may.act && (
        <WhyField
          className={styles.why}
          of="limits"
          value={why}
          onChange={(reason) => type({ why: reason })}
        />
      )}
      {may.act && (
        <div className={layout.row}>
          <button
            type="submit"
            className={buttons.primary}
            disabled={changes === 0 || why.trim() === '' || action.isBusy}
          >
            {own('limits.change', { count: changes })}
          </button>
          <button
            type="button"
            disabled={changes === 0 && read.ok}
            onClick={() => type({ edits: {} })}
          >
            {own('limits.reset')}
          </button>
          {groups.includes(group) && (
            <button
              type="button"
              data-do="drop-group"
              disabled={why.trim() === '' || action.isBusy}
              onClick={() => void drop()}
            >
              {own('limits.drop', { group })}
            </button>
          )}
        </div>
      )}
    </form>
  );
};
