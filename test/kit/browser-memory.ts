/** What a page holds in its memory, when all that can go is gone. */
import type { CDPSession, Page } from 'playwright-core';

export interface Held {
  readonly nodes: number;
  readonly listeners: number;
  /** In bytes. */
  readonly heap: number;
}

export class PageMemory {
  private constructor(private readonly devTools: CDPSession) {}

  static async of(page: Page): Promise<PageMemory> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    return new PageMemory(devTools);
  }

  async held(): Promise<Held> {
    await this.devTools.send('HeapProfiler.collectGarbage');
    await this.devTools.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.devTools.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return {
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
      heap: value('JSHeapUsedSize'),
    };
  }
}
