/** What a mishap is called, at the desk and in the pit alike: the two speak of it over a telephone. */
import type { MishapKind } from '../../../src/round/mishap.js';
import english from '../i18n/en/mishap.json';
import italian from '../i18n/it/mishap.json';
import type { Language } from '../i18n/index.js';

export type MishapNames = Readonly<Record<MishapKind, string>>;

export const mishapNames: Readonly<Record<Language, MishapNames>> = { en: english, it: italian };
