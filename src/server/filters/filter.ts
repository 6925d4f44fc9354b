import type { RequestHandler } from 'express';
import type { Step } from '../../util/tracing/request-trace.ts';

/** One step of the way in. A filter answers the request itself or calls `next`. */
export interface Filter {
  name: string;
  /** The step whose time it takes; undefined where that is not measured. */
  step?: Step;
  handle: RequestHandler;
}
