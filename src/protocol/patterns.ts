/** Patterns of the text notations, for the schemas. */
export const BEAD_PATTERN = /^[PBE][0-9]n?p?b?$/;
/** Of cards, as the inventory writes it on the box. */
export const CARDS_PATTERN = /^[\w./:-]{1,64}$/;
