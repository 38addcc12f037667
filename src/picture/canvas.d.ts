/**
 * What the picture uses of a canvas, by the package’s own names. The package is optional: where it
 * is not installed the demo has no picture, and the rest is built and checked as ever.
 */
declare module '@napi-rs/canvas' {
  /** What can be copied onto a canvas: another one, or an image. */
  export interface Drawn {
    readonly width: number;
    readonly height: number;
  }

  interface Shade {
    addColorStop(at: number, colour: string): void;
  }

  export interface SKRSContext2D {
    fillStyle: string | object;
    strokeStyle: string | object;
    lineWidth: number;
    globalAlpha: number;
    font: string;
    textAlign: string;
    textBaseline: string;
    save(): void;
    restore(): void;
    translate(x: number, y: number): void;
    rotate(angle: number): void;
    scale(x: number, y: number): void;
    beginPath(): void;
    closePath(): void;
    moveTo(x: number, y: number): void;
    lineTo(x: number, y: number): void;
    arc(x: number, y: number, radius: number, from: number, to: number): void;
    rect(x: number, y: number, width: number, height: number): void;
    roundRect(x: number, y: number, width: number, height: number, radius: number): void;
    fill(): void;
    stroke(): void;
    clip(): void;
    drawImage(drawn: Drawn, x: number, y: number, width: number, height: number): void;
    fillRect(x: number, y: number, width: number, height: number): void;
    fillText(text: string, x: number, y: number): void;
    createLinearGradient(ax: number, ay: number, bx: number, by: number): Shade;
    createRadialGradient(
      ax: number,
      ay: number,
      from: number,
      bx: number,
      by: number,
      to: number,
    ): Shade;
  }

  export const loadImage: (bytes: Buffer) => Promise<Drawn>;
  export const GlobalFonts: { readonly families: readonly unknown[] };
  export const createCanvas: (
    width: number,
    height: number,
  ) => Drawn & {
    readonly getContext: (kind: '2d') => SKRSContext2D;
    /** RGBA, a byte each, row by row. */
    readonly data: () => Uint8Array;
  };
}
