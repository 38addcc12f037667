import { type DynamicModule, Module } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { EdgeModule } from '../edge/edge.module.js';
import { FloorModule } from '../pit/floor/floor.module.js';
import { TableModule } from '../table/table.module.js';
import { DESCRIPTION, OperationsPort } from './operations-port.service.js';
import { PoolVitals } from './pool-vitals.service.js';
import { StoreVitals } from './store-vitals.service.js';
import { TableVitals } from './table-vitals.service.js';
import { Vitals } from './vitals.service.js';

/** What the operator's engineer sees of a process: metrics and health, on a port of their own. */
@Module({})
export class OperationsModule {
  static with(describe: () => OpenAPIObject): DynamicModule {
    return {
      module: OperationsModule,
      imports: [EdgeModule, FloorModule, TableModule],
      providers: [
        { provide: DESCRIPTION, useValue: describe },
        OperationsPort,
        PoolVitals,
        StoreVitals,
        TableVitals,
        Vitals,
      ],
      exports: [OperationsPort],
    };
  }
}
