/** What a drawing is made with. A browser’s 2d context is one too. */
export type { SKRSContext2D as Brush, Drawn as Print } from '@napi-rs/canvas';
