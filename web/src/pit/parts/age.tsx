/** How long something has lasted, or how long is left: it ticks by itself. */
import { ageText } from '../age.js';
import { useNow } from '../use-now.js';

export const Age = ({ sinceMs }: { readonly sinceMs: number }) => (
  <span className="age">{ageText(useNow() - sinceMs)}</span>
);

export const Left = ({ untilMs }: { readonly untilMs: number }) => {
  const leftMs = untilMs - useNow();
  return <span className={leftMs < 120_000 ? 'age short' : 'age'}>{ageText(leftMs)}</span>;
};
