/** A form with several fields: what is typed in it, and what of that an answer clears. */

export interface Form<Typed extends object> {
  readonly typed: Typed;
  /** Whether what was sent is done, and nothing was typed since then. */
  readonly isDone: boolean;
}

type FormStep<Typed extends object> =
  | { readonly kind: 'typed'; readonly change: Partial<Typed> }
  /** `sent` is what the form held when it was sent; `cleared` are the fields that begin anew. */
  | { readonly kind: 'done'; readonly sent: Typed; readonly cleared: Partial<Typed> };

/** An answer may be late. What was typed meanwhile belongs to the next request, and stays. */
export const formStep = <Typed extends object>(
  { typed }: Form<Typed>,
  step: FormStep<Typed>,
): Form<Typed> => {
  if (step.kind === 'typed') return { typed: { ...typed, ...step.change }, isDone: false };
  const after = { ...typed, ...step.cleared };
  for (const field of Object.keys(step.cleared) as (keyof Typed)[]) {
    if (!Object.is(typed[field], step.sent[field])) after[field] = typed[field];
  }
  const fields = Object.keys(typed) as (keyof Typed)[];
  const isAsSent = fields.every((field) => Object.is(typed[field], step.sent[field]));
  return { typed: after, isDone: isAsSent };
};
