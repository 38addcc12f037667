/** The name of a favourite bet, as the studio takes it. */

export const NAME_MOST = 24;

/** Undefined where the studio would not take it. */
export const favouriteName = (typed: string): string | undefined => {
  const name = typed.trim().replaceAll(/\s+/gu, ' ');
  const isSound = /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(name) && [...name].length <= NAME_MOST;
  return isSound ? name : undefined;
};
