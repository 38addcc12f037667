/** What keeps a player from staking, as the database says (`stake_refusal`, play-limits.sql). */
export const STAKE_REFUSALS = [
  'barred_from_play',
  'operator_is_off', // the studio takes nothing of its players now
  'reality_check_due', // to be confirmed first
  'time_limit_reached',
  'stake_limit_reached',
  'loss_limit_reached',
] as const;
export type StakeRefusal = (typeof STAKE_REFUSALS)[number];

export const isStakeRefusal = (text: string): text is StakeRefusal =>
  (STAKE_REFUSALS as readonly string[]).includes(text);
