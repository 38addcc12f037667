/**
 * A command of a socket: its request, its reply, its refusals and who may give it. Every command is
 * answered in its ack.
 */
import { z } from 'zod';
import { COMMON_REFUSALS, PASSING_REFUSALS } from './refusals.js';

export const ROLES = [
  'player',
  'dealer',
  'shift_manager',
  'auditor',
  'administrator',
  'device',
] as const;
export type Role = (typeof ROLES)[number];

export interface Command<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Refusal extends string = string,
> {
  readonly summary: string;
  readonly roles: readonly Role[];
  readonly request: Request;
  /** What an accepted command is answered with, besides `ok: true`. */
  readonly reply: Reply;
  /** Its own refusals. Those of every command are added to them. */
  readonly refusals: readonly Refusal[];
}

export const defineCommand = <
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Refusal extends string,
>(
  command: Command<Request, Reply, Refusal>,
): Command<Request, Reply, Refusal> => command;

export type CommonRefusal = (typeof COMMON_REFUSALS)[number];

export interface Refused<R extends string = string> {
  readonly ok: false;
  readonly refusal: R;
  /** Where the message is malformed, for the client's engineer. */
  readonly at?: string;
}

const PASSING: ReadonlySet<string> = new Set(PASSING_REFUSALS);

/** Whether the same message may be taken a moment later, under the same id or number. */
export const isPassing = (refusal: string): boolean => PASSING.has(refusal);

export type RequestOf<C> = C extends { readonly request: infer Request extends z.ZodType }
  ? z.infer<Request>
  : never;
export type RefusalOf<C> = C extends {
  readonly refusals: readonly (infer Refusal extends string)[];
}
  ? Refusal
  : never;
export type AcceptedOf<C> = C extends { readonly reply: infer Reply extends z.ZodType }
  ? { readonly ok: true } & SchemaFields<Reply>
  : never;

/** What a schema takes. An empty object of zod's would forbid every field that is added to it. */
export type SchemaFields<Schema extends z.ZodType> =
  z.infer<Schema> extends Record<string, never> ? unknown : z.infer<Schema>;

/** What the ack of a command carries. */
export type ReplyOf<C> = AcceptedOf<C> | Refused<RefusalOf<C> | CommonRefusal>;
