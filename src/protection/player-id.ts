import { z } from 'zod';

/** A player's number in the path of a route. */
export const playerId = z.string().regex(/^[1-9]\d{0,17}$/);
