/** For what is not followed by traces: the work alone. */
import type { Tracing } from '../../src/platform/tracing.service.js';

export const UNTRACED: Pick<Tracing, 'span'> = { span: (_name, _attributes, work) => work() };
