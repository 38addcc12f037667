/** Tells a long press from a short one, and a right click from a left one. */
export const LONG_PRESS_MS = 450;

export class Press {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLong = false;
  #isTouch = false;

  down(event: { readonly pointerType: string; readonly button: number }, onLong: () => void): void {
    this.#isLong = false;
    this.#isTouch = event.pointerType === 'touch';
    this.stop();
    if (event.button !== 0) return;
    this.#timer = setTimeout(() => {
      this.#isLong = true;
      onLong();
    }, LONG_PRESS_MS);
  }

  /** The pointer is up, or elsewhere. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** A long touch opens a menu in some browsers: it has taken a chip back already. */
  menu(onLong: () => void): void {
    this.stop();
    if (!this.#isTouch) onLong();
  }

  /**
   * Asked once by each click. A key's is of no press and counts no clicks, also where a long touch
   * ended without one.
   */
  isShort({ detail }: { readonly detail: number }): boolean {
    const wasLong = this.#isLong;
    this.#isLong = false;
    return detail === 0 || !wasLong;
  }
}
