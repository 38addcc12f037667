/**
 * The accounts that the demo opens, so that anybody who starts it can sign in on the pages of the
 * staff.
 */
import type { StaffRole } from './operations.js';

interface DemoMember {
  readonly id: string;
  readonly role: StaffRole;
  readonly badge: string;
  /** Where a device works. */
  readonly table?: string;
}

export const DEMO_STAFF: readonly DemoMember[] = [
  { id: 'dealer-1', role: 'dealer', badge: 'D1' },
  { id: 'dealer-2', role: 'dealer', badge: 'D2' },
  { id: 'dealer-3', role: 'dealer', badge: 'D3' },
  { id: 'manager-1', role: 'shift_manager', badge: 'M1' },
  { id: 'manager-2', role: 'shift_manager', badge: 'M2' },
  { id: 'auditor-1', role: 'auditor', badge: 'A1' },
  { id: 'admin-1', role: 'administrator', badge: 'X1' },
];

/** The scanners and encoders of the tables `pb-1` … `pb-n`: a badge for each table. */
export const demoDevices = (tables: number): readonly DemoMember[] =>
  Array.from({ length: tables }, (_, index) => ({
    id: `device-${index + 1}`,
    role: 'device',
    badge: `S${index + 1}`,
    table: `pb-${index + 1}`,
  }));

/** The PIN of all of them. */
export const DEMO_PIN = '1234';
