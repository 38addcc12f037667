/** The words of the pit’s page. */
import type { CommonRefusal, RefusalOf } from '../../../src/protocol/command.js';
import type { IncidentKind } from '../../../src/protocol/incident.js';
import type { PitCommandName, PitCommands } from '../../../src/protocol/pit.js';
import type { TableMessageKind } from '../../../src/protocol/table.js';
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/pit.json';
import italian from '../i18n/it/pit.json';
import { type MalfunctionNames, malfunctionNames } from '../staff/malfunction-names.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly pit: typeof english & { readonly malfunction: MalfunctionNames };
  }
}

/** The malfunctions of a table go by one name at the desk and here. */
export const pitWords: WordsOf<'pit'> = {
  en: { ...english, malfunction: { ...malfunctionNames.en, ...english.malfunction } },
  it: { ...italian, malfunction: { ...malfunctionNames.it, ...italian.malfunction } },
};

/** Whatever the studio can refuse the pit with has its sentence. */
english.refusal satisfies Readonly<
  Record<CommonRefusal | RefusalOf<PitCommands[PitCommandName]>, string>
>;
pitWords.en.malfunction satisfies Readonly<Record<IncidentKind, string>>;
english.event.kind satisfies Readonly<Record<TableMessageKind, string>>;
