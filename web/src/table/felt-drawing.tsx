/**
 * What is printed and stands on a table, as it is seen from above: the felt with the lines of its
 * layout, and the shoe. The page’s stage shows it, and so does the demo’s film.
 */
interface Placed {
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
}

/** As large as a frame of the film. A stage of another form stretches it. */
const WIDTH = 640;
const HEIGHT = 360;

const GOLD = '#e6c473';

/** From side to side, deepest in the middle. */
const lineAt = (y: number): string => `M-8 ${y}C180 ${y + 84} 460 ${y + 84} 648 ${y}`;

/** It fills its place. */
export const FeltDrawing = ({ className }: Placed) => (
  <svg
    className={className}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <radialGradient id="felt-cloth" cx="0.5" cy="0.2" r="1.25">
      <stop offset="0" stopColor="#14704f" />
      <stop offset="0.5" stopColor="#0c4332" />
      <stop offset="1" stopColor="#05201a" />
    </radialGradient>
    <radialGradient id="felt-lamp" cx="0.5" cy="0" r="1.05">
      <stop offset="0" stopColor="#fff" stopOpacity="0.14" />
      <stop offset="0.6" stopColor="#fff" stopOpacity="0" />
    </radialGradient>
    <rect width={WIDTH} height={HEIGHT} fill="url(#felt-cloth)" />
    <rect width={WIDTH} height={HEIGHT} fill="url(#felt-lamp)" />
    <g fill="none" stroke={GOLD}>
      <path d={lineAt(226)} strokeWidth={1.6} opacity={0.36} vectorEffect="non-scaling-stroke" />
      <path d={lineAt(216)} strokeWidth={0.8} opacity={0.28} vectorEffect="non-scaling-stroke" />
    </g>
  </svg>
);

/** Cards come out at its left end. */
export const ShoeDrawing = ({ className }: Placed) => (
  <svg className={className} viewBox="0 0 120 74" aria-hidden="true">
    <path d="M34 8L112 2L118 52L30 62Z" fill="#131715" stroke="#050706" />
    <path d="M34 8L112 2L114 14L33 21Z" fill="#252c28" />
    <path d="M4 40L36 14L33 62L10 70Z" fill="#f6f2e6" stroke="#8f1f2b" strokeWidth={2} />
    <path d="M9 42L33 22L31 58L13 65Z" fill="#8f1f2b" />
    <path d="M34 8L36 62L10 70L8 66L30 58Z" fill="#1c221f" />
    <path d="M60 30L100 27" stroke={GOLD} strokeWidth={2} opacity={0.8} />
  </svg>
);
