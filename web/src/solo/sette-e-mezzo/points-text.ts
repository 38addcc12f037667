/** Points as they are written: 1 half-point is `½`, 15 are `7½`. */
export const pointsText = (halfPoints: number): string => {
  const whole = Math.floor(halfPoints / 2);
  if (halfPoints % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
};
