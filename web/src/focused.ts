/** A reference to what has the keys from the moment in which it is drawn: `ref={focused}`. */
export const focused = (element: HTMLElement | null): void => element?.focus();
