/**
 * What a field of an event contains, who may see it and how it is described: as data, from which
 * types, messages and documents are made.
 */
import type { Card } from '../cards/card.js';
import type { Side } from '../punto-banco/outcome.js';
import type { Spot } from '../punto-banco/spot.js';
import type { Visibility } from './audience.js';
import type { ResultMessage } from './coup-result.js';
import type { FourEyes } from './four-eyes.js';
import type { TableSettings } from './settings.js';

/**
 * The values that have a name of their own, by that name. Amounts are digits of minor units, times
 * and durations ms.
 */
export interface Forms {
  readonly text: string;
  readonly flag: boolean;
  /** At least 0. */
  readonly count: number;
  /** At least 1. */
  readonly positive: number;
  readonly game: string;
  readonly amount: string;
  /** An amount with a sign where it is negative. */
  readonly change: string;
  /** Changes by currency. */
  readonly sums: Readonly<Record<string, string>>;
  readonly time: number;
  readonly duration: number;
  readonly card: Card;
  readonly side: Side;
  readonly position: 1 | 2 | 3;
  readonly spot: Spot;
  /** In notation: `P 2h Kd 5s . B 4c Ks 7d`. */
  readonly coup: string;
  /** In notation: `B8nb`. */
  readonly bead: string;
  readonly result: ResultMessage;
  readonly settings: TableSettings;
  readonly persons: FourEyes;
}

export type FieldForm =
  | keyof Forms
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: FieldForm }
  | { readonly orNull: FieldForm };

/** `T` is what it contains, `S` who sees it, `M` whether an event may lack it. */
export interface Field<
  T = unknown,
  S extends Visibility = Visibility,
  M extends boolean = boolean,
> {
  readonly form: FieldForm;
  readonly visibility: S;
  readonly mayLack: M;
  /** A phrase for whoever reads the protocol. Empty where the name says it. */
  readonly says: string;
  /** For the type alone: no field has it. */
  readonly holds?: T;
}

export type Fields = Readonly<Record<string, Field>>;

const field = <T>(form: FieldForm, says: string): Field<T, 'all', false> => ({
  form,
  visibility: 'all',
  mayLack: false,
  says,
});

/** A field of a named form, seen by all. */
export const of = <N extends keyof Forms>(name: N, says = ''): Field<Forms[N], 'all', false> =>
  field(name, says);

export const oneOf = <const T extends string>(
  values: readonly T[],
  says = '',
): Field<T, 'all', false> => field({ oneOf: values }, says);

export const listOf = <T>(item: Field<T>, says = ''): Field<readonly T[], 'all', false> =>
  field({ listOf: item.form }, says);

export const orNull = <T>(item: Field<T>, says = ''): Field<T | null, 'all', false> =>
  field({ orNull: item.form }, says);

/** Left out of some events. */
export const maybe = <T, S extends Visibility>(item: Field<T, S>): Field<T, S, true> => ({
  ...item,
  mayLack: true,
});

/** Seen by the dealer and the pit. */
export const forStaff = <T, M extends boolean>(item: Field<T, 'all', M>): Field<T, 'staff', M> => ({
  ...item,
  visibility: 'staff',
});

/**
 * A face. Players see it where the card lies open: not where the event says `faceDown`, a field
 * that every event with such a face has.
 */
export const whereOpen = <T, M extends boolean>(item: Field<T, 'all', M>): Field<T, 'open', M> => ({
  ...item,
  visibility: 'open',
});

export const forPit = <T, M extends boolean>(item: Field<T, 'all', M>): Field<T, 'pit', M> => ({
  ...item,
  visibility: 'pit',
});

/** Kept in the log, and sent to nobody. */
export const hidden = <T, M extends boolean>(item: Field<T, 'all', M>): Field<T, 'nobody', M> => ({
  ...item,
  visibility: 'nobody',
});

type Held<F> = F extends Field<infer T> ? T : never;
type NamesOf<F extends Fields, P> = { [N in keyof F]: F[N] extends P ? N : never }[keyof F];
export type Flat<T> = { [N in keyof T]: T[N] };

/** An event as it was decided and is kept: every field, except those that it may lack. */
export type Whole<F extends Fields> = Flat<
  { readonly [N in NamesOf<F, Field<unknown, Visibility, false>>]: Held<F[N]> } & {
    readonly [N in NamesOf<F, Field<unknown, Visibility, true>>]?: Held<F[N]>;
  }
>;

/** An event as any viewer may have been sent it: what not all see may be missing. */
export type Seen<F extends Fields> = Flat<
  { readonly [N in NamesOf<F, Field<unknown, 'all', false>>]: Held<F[N]> } & {
    readonly [N in Exclude<keyof F, NamesOf<F, Field<unknown, 'all', false>>>]?:
      | Held<F[N]>
      | undefined;
  }
>;

/** The message that an audience gets of it: without what that audience may not see. */
export type ShownFields<F extends Fields> = Flat<
  { readonly [N in NamesOf<F, Field<unknown, 'all', false>>]: Held<F[N]> } & {
    readonly [
      N in Exclude<keyof F, NamesOf<F, Field<unknown, 'all', false> | Field<unknown, 'nobody'>>>
    ]?: Held<F[N]>;
  }
>;
