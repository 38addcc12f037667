/** A decision about a hand of a solo game: the events that follow from a command, or a refusal. */

/** A refused command changes nothing, and leaves no event. */
export type SoloDecision<E, R> =
  | { readonly ok: true; readonly events: readonly E[] }
  | { readonly ok: false; readonly refusal: R };

export const refuse = <R>(refusal: R): { readonly ok: false; readonly refusal: R } => ({
  ok: false,
  refusal,
});

/**
 * Accepts a command: the events that are its own, and all that the rules let follow until the
 * player has a choice again or the hand is over. `due` is the next event that a state brings about
 * by itself, if any.
 */
export const acceptAndPlayOn = <S, E>(
  state: S,
  own: readonly E[],
  evolve: (state: S, event: E) => S,
  due: (state: S) => E | undefined,
): { readonly ok: true; readonly events: readonly E[] } => {
  const events = [...own];
  let now = own.reduce(evolve, state);
  for (let next = due(now); next !== undefined; next = due(now)) {
    events.push(next);
    now = evolve(now, next);
  }
  return { ok: true, events };
};
