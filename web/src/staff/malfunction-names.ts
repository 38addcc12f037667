/**
 * What a malfunction is called, at the desk and in the pit alike, because the two talk about it on
 * the telephone.
 */
import type { MalfunctionKind } from '../../../src/round/malfunction.js';
import english from '../i18n/en/malfunction.json';
import italian from '../i18n/it/malfunction.json';
import type { Language } from '../i18n/index.js';

export type MalfunctionNames = Readonly<Record<MalfunctionKind, string>>;

export const malfunctionNames: Readonly<Record<Language, MalfunctionNames>> = {
  en: english,
  it: italian,
};
