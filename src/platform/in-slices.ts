/** Work for many, during which others come to their turn. */

/** So many take about a millisecond. */
const SLICE = 200;

/** Like `map`. After every slice the loop does what has come in meanwhile. */
export const inSlices = async <From, To>(
  all: readonly From[],
  each: (from: From) => To,
  slice = SLICE,
): Promise<readonly To[]> => {
  const done: To[] = [];
  for (const [index, from] of all.entries()) {
    if (index > 0 && index % slice === 0) await new Promise((resolve) => setImmediate(resolve));
    done.push(each(from));
  }
  return done;
};
