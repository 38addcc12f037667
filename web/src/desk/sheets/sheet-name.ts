/** The sheets that open over the desk’s screen. */
export type SheetName =
  | 'withdraw'
  | 'malfunction'
  | 'hand'
  | 'relieve'
  | 'shoe'
  | 'options'
  | 'bring';
