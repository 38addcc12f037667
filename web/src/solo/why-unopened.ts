/** What a room says while the studio does not open its game. */
const CLOSED = 'game_is_closed';

/** That it is closed is said where it is. After any other refusal the page asks again. */
export const whyUnopened = (refusal: string) =>
  refusal === CLOSED ? ('closed' as const) : (`refusal.${refusal as 'hand_is_busy'}` as const);
