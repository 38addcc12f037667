/** What a wallet did in a case, and may not. */
export class Failed extends Error {}
