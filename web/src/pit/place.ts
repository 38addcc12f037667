/**
 * Where in the pit a person is. It is kept in the address, so that the browser’s back button and a
 * second window work.
 */
export const PAGES = [
  'wall',
  'incidents',
  'approvals',
  'support',
  'rounds',
  'players',
  'shift',
  'advantage',
  'solo',
  'shortfalls',
  'wallets',
  'processes',
  'rota',
  'audit',
  'staff',
  'operators',
  'own',
  'table',
] as const;
export type PageName = (typeof PAGES)[number];

export interface Place {
  readonly page: PageName;
  /** The table, the game number, the player or the incident it is about. */
  readonly of: string | undefined;
}

const WALL: Place = { page: 'wall', of: undefined };

/** The wall for anything that is not a place: `#/rounds/1000000001`, `#/wall`. */
export const parsePlace = (hash: string): Place => {
  const [page, of] = hash.replace(/^#\/?/, '').split('/', 2);
  const known = PAGES.find((each) => each === page);
  if (known === undefined) return WALL;
  return { page: known, of: of === undefined || of === '' ? undefined : plain(of) };
};

/** A `%` that stands alone is not the reader's fault. */
const plain = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const makePlace = (page: PageName, of?: string): string =>
  of === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(of)}`;
