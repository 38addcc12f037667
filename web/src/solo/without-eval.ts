/**
 * The page allows no code that is made of text while it runs. So what reads messages by a schema
 * must not try to make any, which has to be said before the first schema is loaded.
 */
import { config } from 'zod';

export const withoutEval = (): void => void config({ jitless: true });
