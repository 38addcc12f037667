import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { systemClock } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/logger.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { TableModule } from '../../src/table/table.module.js';

/** Where nothing answers: the studio is refused before it connects to anything. */
const CONFIG = readConfig({
  SABOT_DEMO: '1',
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  QUEUE_BACKEND: 'postgres',
});

describe('a studio', () => {
  it('does not start where nobody pays its tables', async () => {
    @Module({
      imports: [PlatformModule.with(CONFIG, systemClock(), createLog(CONFIG)), TableModule],
    })
    class WithoutPayer {}

    const starting = NestFactory.createApplicationContext(WithoutPayer, {
      logger: false,
      abortOnError: false,
    });
    await expect(starting).rejects.toThrow(/dependencies of the TablePorts .*Symbol\(Payer\)/s);
  });
});
