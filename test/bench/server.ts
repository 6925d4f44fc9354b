import type { Endpoint } from './http-client.ts';
import type { ProcessMeter } from './process-meter.ts';

/** A server under load. */
export interface Server {
  readonly endpoint: Endpoint;
  /** Undefined when its process is not known. */
  readonly meter: ProcessMeter | undefined;
}
