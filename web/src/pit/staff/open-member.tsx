/**
 * Opens an account for one of the staff, or for a device at its table. Badge and PIN are made up by
 * the studio and shown once.
 */
import type { FormEvent } from 'react';
import { STAFF_ROLES, type StaffRole } from '../../../../src/protocol/operations.js';
import type { StaffCredentials } from '../../../../src/protocol/staff.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { WhyField } from '../parts/why-field.js';
import { usePit } from '../use-pit.js';
import { classes } from '../../classes.js';
import { useStaffWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';

interface Typed {
  readonly name: string;
  readonly role: StaffRole;
  readonly badge: string;
  /** Empty: none is chosen yet. */
  readonly table: string;
  readonly why: string;
}
const FIRST: Typed = { name: '', role: 'dealer', badge: '', table: '', why: '' };

interface Props {
  readonly onDone: (credentials: StaffCredentials) => void;
}

export const OpenMember = ({ onDone }: Props) => {
  const { t, own } = useStaffWords();
  const { http, reads } = usePit();
  const action = useAction();
  const { typed, type, done } = useForm<Typed>(() => FIRST);
  const { name, role, badge, table, why } = typed;
  const isDevice = role === 'device';
  const { value: tables = [] } = useRead(isDevice ? reads.tables() : undefined);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    const opening = {
      role,
      name: name.trim(),
      reason: why.trim(),
      ...(badge.trim() !== '' && { badge: badge.trim() }),
      ...(isDevice && { table }),
    };
    const isDone = await action.run(async () =>
      onDone(await http.send<StaffCredentials>('POST', 'staff', opening)),
    );
    if (isDone) done(typed, { name: '', badge: '', why: '' });
  };
  return (
    <form
      className={classes(layout.row, layout.filter)}
      data-part="open-member"
      onSubmit={(event) => void open(event)}
      aria-label={own('staff.open')}
    >
      <label>
        <span>{own('staff.name')}</span>
        <input
          name="name"
          required
          maxLength={64}
          value={name}
          onChange={(event) => type({ name: event.target.value })}
        />
      </label>
      <label>
        <span>{own('staff.role')}</span>
        <select
          name="role"
          value={role}
          onChange={(event) => type({ role: event.target.value as StaffRole })}
        >
          {STAFF_ROLES.map((each) => (
            <option key={each} value={each}>
              {t(`role.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {isDevice && (
        <label>
          <span>{own('staff.table')}</span>
          <select
            name="table"
            required
            value={table}
            onChange={(event) => type({ table: event.target.value })}
          >
            <option value="">{own('staff.whichTable')}</option>
            {tables.map((each) => (
              <option key={each.table} value={each.table}>
                {each.table} · {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span>{own('staff.ownBadge')}</span>
        <input
          name="badge"
          maxLength={32}
          pattern="[A-Za-z0-9\-]*"
          value={badge}
          onChange={(event) => type({ badge: event.target.value })}
        />
      </label>
      <WhyField of="staff" value={why} onChange={(reason) => type({ why: reason })} />
      <button type="submit" className={buttons.primary} disabled={action.isBusy}>
        {own('staff.open')}
      </button>
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </form>
  );
};
