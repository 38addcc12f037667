/** What a drawing is made with. A browser’s 2d context is one too. */
export type { SKRSContext2D as Brush } from '@napi-rs/canvas';
