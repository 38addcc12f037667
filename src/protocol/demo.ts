/**
 * The accounts that the demo opens, so that anybody who starts it can sign in on the pages of the
 * staff.
 */
import { z } from 'zod';
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

/** So many tables of the demo have a picture, from `pb-1` on: each costs a part of a core. */
export const PICTURED_TABLES = 2;

/** Where the streams of the demo’s tables are, a folder each. */
export const PICTURE_PREFIX = '/picture/';

/** Where the last minutes of these streams are, and a still of each. */
export const DEMO_RECORDING_URL = `${PICTURE_PREFIX}{table}/recorded.m3u8?from={from}&to={to}`;
export const DEMO_STILL_URL = `${PICTURE_PREFIX}{table}/still.jpg`;

/** Of which time a recording is asked for. */
export const recordingQuery = z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() });
export type RecordingQuery = z.infer<typeof recordingQuery>;

/** Why the demo’s WebRTC is refused, besides the reasons of every request. */
export const PICTURE_REFUSALS = {
  picture_unavailable: 503, // as many watch by WebRTC as may, or its relay does not run
} as const;
export type PictureRefusal = keyof typeof PICTURE_REFUSALS;

/** The name of what an offer has opened, at the end of its `Location`. */
export const relayLine = z.uuid();

/** The largest offer of WebRTC that is looked at. */
export const OFFER_BYTES_MOST = 65_536;

/** The PIN of all of them. */
export const DEMO_PIN = '1234';
