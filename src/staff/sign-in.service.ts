/**
 * The staff's sign-in: badge and PIN for a token. The answer does not say which of the two was
 * wrong. After some wrong ones in a row it is that the badge is locked for a while, for the network
 * that they came from, whether anybody has that badge or not. And the sign-out, which ends every
 * token of whoever asks for it, unless they deal at another table.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { networkOf } from '../access/address.js';
import { type SignedIn, Tokens } from '../access/tokens.js';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { PinChange, SignedInStaff, StaffSignIn } from '../protocol/staff.js';
import { type Attempt, type TakenAttempt, forgive, takeAttempt } from './attempt-rows.js';
import { Audit, ENDS_SIGN_INS, STUDIO } from './audit.service.js';
import type { Hasher } from './hashing-turns.js';
import { hashSecret, isSecret } from './secret.js';
import { SignInPace } from './sign-in-pace.js';

export type SignInRefusal =
  | { readonly refusal: 'wrong_badge_or_pin' | 'disabled' | 'too_many_messages' }
  | { readonly refusal: 'locked'; readonly untilMs: number };

const PIN_GIVEN = 'select staff_id as by from pin_given($1, 9223372036854775807)';

const SIGN_OUT = 'update staff set generation = generation + 1 where id = $1 and generation = $2';

const DEALS_ELSEWHERE = statement({
  inputs: { dealer: 'text', table: 'text null' },
  text: 'select from tables_dealt_at(:dealer) as dealt_at where dealt_at is distinct from :table limit 1',
});

const CHANGE_PIN = 'update staff set secret = $2, generation = generation + 1 where id = $1';

const WRONG = { refusal: 'wrong_badge_or_pin' } as const;

@Injectable()
export class SignIn {
  constructor(
    private readonly pace: SignInPace,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tokens: Tokens,
    private readonly audit: Audit,
    @InjectPinoLogger('staff') private readonly logger: PinoLogger,
  ) {}

  async signIn(login: StaffSignIn, address: string): Promise<SignedInStaff | SignInRefusal> {
    const signedIn = await this.pace.keep(address, () => this.#signIn(login, address));
    return signedIn ?? { refusal: 'too_many_messages' };
  }

  async #signIn(
    { badge, pin }: StaffSignIn,
    address: string,
  ): Promise<SignedInStaff | SignInRefusal> {
    const taken = await takeAttempt(this.pool, 'badge', badge, networkOf(address));
    const by = this.pace.isKnown(address) ? 'known' : 'stranger';
    const tried = await this.#try(taken, pin, { address, by });
    if ('refusal' in tried) return tried;
    const { id, role, name, disabled, generation } = tried;
    const forgiven = await inTransaction(this.pool, async (tx) => {
      if (!(await forgive(tx, tried))) return undefined;
      const after = { address };
      if (!disabled) await this.audit.record(tx, { by: id, operation: 'staff:sign-in', after });
      const { rows } = await tx.query<{ by: string }>(PIN_GIVEN, [id]);
      return { pinBy: rows[0]?.by ?? null };
    });
    if (forgiven === undefined) return WRONG;
    this.pace.know(address);
    if (disabled) return { refusal: 'disabled' };
    const token = await this.tokens.sign({ id, role }, generation);
    const { expiresAtMs } = this.tokens.read(token)!;
    return { token, id, role, name, expiresAtMs, ...forgiven };
  }

  /**
   * Lets a person who is signed in choose another PIN. The old one is asked for, and wrong ones
   * count. Every sign-in by the old one ends, this one too: somebody else may have seen it.
   */
  async changePin(
    id: string,
    { pin, next }: PinChange,
    address: string,
  ): Promise<undefined | SignInRefusal> {
    const taken = await takeAttempt(this.pool, 'id', id, networkOf(address));
    const tried = await this.#try(taken, pin, { address, by: 'signed_in' });
    if ('refusal' in tried) return tried;
    const secret = await hashSecret(next);
    const change = async (tx: Transaction) => {
      if (!(await forgive(tx, tried))) return WRONG;
      await tx.query(CHANGE_PIN, [id, secret]);
      const after = ENDS_SIGN_INS;
      await this.audit.record(tx, { by: id, operation: 'staff:pin', subject: id, after });
      return undefined;
    };
    return inTransaction(this.pool, change);
  }

  /**
   * Every sign-in of theirs ends, wherever that is. Asked for twice at once, it is one. Whoever
   * deals at a table other than that of the desk, `table`, is not cut off there: all of them hold.
   */
  async signOut(
    { id, generation }: Pick<SignedIn, 'id' | 'generation'>,
    { table, address }: { readonly table: string | undefined; readonly address: string },
  ): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      const elsewhere = await tx.query(DEALS_ELSEWHERE({ dealer: id, table: table ?? null }));
      const stays = elsewhere.rows.length > 0;
      if (!stays) {
        const { rowCount } = await tx.query(SIGN_OUT, [id, generation]);
        if (rowCount === 0) return;
      }
      const after = { ...(!stays && ENDS_SIGN_INS), address };
      await this.audit.record(tx, { by: id, operation: 'staff:sign-out', subject: id, after });
    });
  }

  async #try(
    taken: TakenAttempt,
    pin: string,
    { address, by }: { readonly address: string; readonly by: Hasher },
  ): Promise<Attempt | SignInRefusal> {
    if (taken.kind === 'locked') return { refusal: 'locked', untilMs: taken.untilMs };
    const attempt = taken.kind === 'nobody' ? undefined : taken.attempt;
    const isRight = await isSecret(pin, attempt?.secret, by);
    if (attempt !== undefined && isRight) return attempt;
    const untilMs = taken.kind === 'nobody' ? taken.lockedUntilMs : attempt?.lockedUntilMs;
    if (attempt !== undefined) this.#noteWrong(attempt, address);
    return untilMs === undefined ? WRONG : { refusal: 'locked', untilMs };
  }

  /** Not waited for, so that the time of the answer does not reveal whether the badge exists. */
  #noteWrong({ id, lockedUntilMs: untilMs }: Attempt, address: string): void {
    if (untilMs !== undefined) this.logger.warn({ staff: id, address }, 'a sign-in is locked');
    const line =
      untilMs === undefined
        ? { operation: 'staff:sign-in-failed', reason: 'wrong PIN', after: { address } }
        : {
            operation: 'staff:lock',
            reason: 'wrong sign-ins in a row',
            after: { untilMs, address },
          };
    this.audit.note({ by: STUDIO, subject: id, ...line }).catch((error: unknown) => {
      this.logger.warn({ err: error, staff: id, address }, 'a wrong sign-in could not be recorded');
    });
  }
}
