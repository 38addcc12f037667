/** What an administrator orders for one of the staff, each with its reason. */
import { PERSON_ROLES, type PersonRole } from '../../../../src/protocol/operations.js';
import type { StaffCredentials, StaffMember } from '../../../../src/protocol/staff.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { SureButton } from '../parts/sure-button.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { usePit } from '../use-pit.js';
import { useStaffWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly member: StaffMember;
  readonly isLocked: boolean;
  readonly onDone: (credentials?: StaffCredentials) => void;
}

interface Typed {
  readonly reason: string;
  readonly role: PersonRole;
}

type Order = 'reset' | 'role' | 'disable' | 'enable' | 'unlock';

export const MemberOrders = ({ member, isLocked, onDone }: Props) => {
  const { t, own } = useStaffWords();
  const { http } = usePit();
  const action = useAction();
  // A device stays one, at its table.
  const isPerson = member.role !== 'device';
  const { typed, type } = useForm<Typed>(() => ({
    reason: '',
    role: member.role === 'device' ? 'dealer' : member.role,
  }));
  const { role } = typed;
  const why = typed.reason.trim();
  const order = (name: Order, more: object = {}) =>
    void action.run(async () => {
      const path = `staff/${encodeURIComponent(member.id)}/${name}`;
      const answer = await http.send<StaffCredentials | object>('POST', path, {
        reason: why,
        ...more,
      });
      onDone('pin' in answer ? answer : undefined);
    });
  const isIdle = why !== '' && !action.isBusy;
  return (
    <div
      className={layout.stack}
      role="group"
      aria-label={own('staff.ordersOf', { name: member.name })}
    >
      <WhyField of="staff" value={typed.reason} onChange={(reason) => type({ reason })} />
      <div className={layout.row}>
        <SureButton
          label={own('staff.reset')}
          question={own('staff.resetAsked')}
          name="reset"
          isDisabled={!isIdle}
          onSure={() => order('reset')}
        />
        {isLocked && (
          <button type="button" disabled={!isIdle} data-do="unlock" onClick={() => order('unlock')}>
            {own('staff.unlock')}
          </button>
        )}
        {member.disabledAtMs === null ? (
          <SureButton
            label={own('staff.disable')}
            question={own('staff.disableAsked')}
            name="disable"
            isDisabled={!isIdle}
            onSure={() => order('disable')}
          />
        ) : (
          <button type="button" disabled={!isIdle} data-do="enable" onClick={() => order('enable')}>
            {own('staff.enable')}
          </button>
        )}
        {isPerson && (
          <>
            <label className={layout.inline}>
              <span>{own('staff.role')}</span>
              <select
                value={role}
                onChange={(event) => type({ role: event.target.value as PersonRole })}
              >
                {PERSON_ROLES.map((each) => (
                  <option key={each} value={each}>
                    {t(`role.${each}`)}
                  </option>
                ))}
              </select>
            </label>
            <button
              type="button"
              data-do="role"
              disabled={!isIdle || role === member.role}
              onClick={() => order('role', { role })}
            >
              {own('staff.changeRole')}
            </button>
          </>
        )}
      </div>
      {why === '' && <p className={tones.dim}>{own('staff.reasonFirst')}</p>}
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </div>
  );
};
