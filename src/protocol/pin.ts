/** PINs that nobody chooses or is given: whoever guesses tries them first. */

/** Whether it is one sign again and again, or digits that go up or down one by one: `890123`. */
export const isPlainPin = (pin: string): boolean => {
  if (/^(.)\1*$/su.test(pin)) return true;
  if (!/^\d+$/.test(pin)) return false;
  const signs = [...pin].map(Number);
  const isRun = (by: number) =>
    signs.every((sign, at) => at === 0 || sign === (signs[at - 1]! + by + 10) % 10);
  return isRun(1) || isRun(-1);
};
