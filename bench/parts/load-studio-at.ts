/** A demo studio that runs already, as a load finds it by its addresses. */
import { randomBytes } from 'node:crypto';
import { signIn } from '../../src/client/sign-in.js';
import type { TableList } from '../../src/protocol/http.js';
import type { LoadSeat } from './load-crowd.js';
import type { StudioAddress } from './load-player.js';

const SIGN_INS_AT_ONCE = 20;

/** Throws where the robots cannot come in by the address. */
export const wayTo = (url: string): StudioAddress => {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol !== 'http:' || pathname !== '/') {
    throw new Error(`${url}: robots come in by http://host:port alone`);
  }
  return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port || 80) };
};

/**
 * Players who sign in by the demo’s door, spread over the studio’s tables. Their names are of this
 * load alone: a player who comes in twice is cut off at the first place.
 */
export const seatsAt = async (
  url: string,
  players: number,
  tables: number,
): Promise<LoadSeat[]> => {
  const known = (await (await fetch(`${url}/tables`)).json()) as TableList;
  const names = known.slice(0, tables).map(({ table }) => table);
  if (names.length === 0) throw new Error(`${url} has no tables`);
  const load = randomBytes(4).toString('hex');
  const seats: LoadSeat[] = [];
  const places = Array.from({ length: players }, (_, place) => place).values();
  const some = async () => {
    for (const place of places) {
      const { token } = await signIn(url, { role: 'player', name: `load-${load}-${place}` });
      seats.push({ token, table: names[place % names.length]!, place });
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, some));
  return seats;
};
