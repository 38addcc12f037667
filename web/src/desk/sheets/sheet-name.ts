/** The sheets that open over the desk’s screen. */
export type SheetName = 'withdraw' | 'mishap' | 'hand' | 'relieve' | 'shoe' | 'options' | 'bring';
