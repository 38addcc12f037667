/** What a row of takings is called: with its currency, as soon as the rows are of several. */
interface Row {
  readonly currency: string;
}

export const rowName = (name: string, { currency }: Row, all: readonly Row[]): string =>
  name === currency || all.every((each) => each.currency === currency)
    ? name
    : `${name} · ${currency}`;
