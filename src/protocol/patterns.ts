/** Patterns of the text notations, for the schemas. */
export const BEAD_PATTERN = /^[PBE][0-9]n?p?b?$/;
