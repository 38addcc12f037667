/**
 * Somebody in the pit: what they ask, and what they are sent of the wall, the incidents and the
 * requests.
 */
import { expect } from 'vitest';
import type { Approval } from '../../src/protocol/approval.js';
import type { ReplyOf, RequestOf } from '../../src/protocol/command.js';
import type { Incident } from '../../src/protocol/incident.js';
import type { PitCommands } from '../../src/protocol/pit.js';
import type { WallTable } from '../../src/protocol/wall.js';
import { Client } from './clients.js';
import type { Testbed } from './testbed.js';
import type { Studio } from './studio.js';

/** Every order to a table has its reason. A test that does not care leaves it out. */
const WITH_REASON = [
  'table:resume',
  'table:press',
  'shoe:change',
  'spot:close',
  'spot:open',
  'limits:change',
  'settings:change',
  'closing:call',
  'closing:calloff',
] as const satisfies readonly (keyof PitCommands)[];
type WithReason = (typeof WITH_REASON)[number];
type Asked<Name extends keyof PitCommands> = Name extends WithReason
  ? Omit<RequestOf<PitCommands[Name]>, 'reason'> & { readonly reason?: string }
  : RequestOf<PitCommands[Name]>;

/** The request as it is sent. */
const withReason = <Name extends keyof PitCommands>(
  name: Name,
  request: Asked<Name>,
): RequestOf<PitCommands[Name]> =>
  ((WITH_REASON as readonly string[]).includes(name)
    ? { reason: 'as the test says', ...request }
    : request) as RequestOf<PitCommands[Name]>;

type Accepted<Name extends keyof PitCommands> = Extract<ReplyOf<PitCommands[Name]>, { ok: true }>;

export class Pit extends Client<PitCommands> {
  constructor(
    url: string,
    token: unknown,
    readonly name: string,
  ) {
    super(url, '/pit', token);
  }

  /** A command that must be done. */
  async must<Name extends keyof PitCommands>(
    name: Name,
    request: Asked<Name>,
  ): Promise<Accepted<Name>> {
    const reply = await this.call(name, withReason(name, request));
    if (!reply.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** A command that must be refused, and why. */
  async refusal<Name extends keyof PitCommands>(name: Name, request: Asked<Name>): Promise<string> {
    const reply = (await this.raw(name, withReason(name, request))) as {
      ok: boolean;
      refusal?: string;
    };
    expect(reply, `${name} is refused`).toMatchObject({ ok: false });
    return reply.refusal ?? '';
  }

  /** Follows a table. From here on its messages are the pit's. */
  async follows(table: string, afterSeq?: number): Promise<void> {
    const more = afterSeq === undefined ? {} : { afterSeq };
    this.follow(table, await this.must('table:watch', { table, ...more }), afterSeq);
  }

  /** Follows the wall. Returns what was there. */
  watch(): Promise<Accepted<'wall:watch'>> {
    return this.must('wall:watch', {});
  }

  /** The table as it was sent last, once it is so. */
  async sees(table: string, isSo: (shown: WallTable) => boolean): Promise<WallTable> {
    const published = await this.hears('wall:table', (body) => {
      const shown = body as unknown as WallTable;
      return shown.table === table && isSo(shown);
    });
    return published.at(-1) as unknown as WallTable;
  }

  async incident(isSo: (incident: Incident) => boolean): Promise<Incident> {
    const published = await this.hears('incident:changed', (body) =>
      isSo(body as unknown as Incident),
    );
    return published[0] as unknown as Incident;
  }

  async approval(isSo: (approval: Approval) => boolean): Promise<Approval> {
    const published = await this.hears('approval:changed', (body) =>
      isSo(body as unknown as Approval),
    );
    return published[0] as unknown as Approval;
  }
}

export const openPit = async (
  testbed: Testbed,
  studio: Studio,
  name: string,
  role = 'shift_manager',
): Promise<Pit> => {
  const token = await testbed.employ({ id: name, role });
  return testbed.connect(new Pit(studio.url, token, name));
};
