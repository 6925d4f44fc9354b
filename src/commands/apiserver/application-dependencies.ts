import type { Logger } from 'pino';
import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import type { EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import type { Connection } from '../../server/http/connection.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import type { HealthHandler } from '../../server/routing/health.ts';
import type { MetricsPage } from '../../server/routing/non-resources.ts';
import { FlagError } from '../../util/flags.ts';
import type { Tracer } from '../../util/tracing/span.ts';
import { StartError } from '../start-error.ts';
import type { Access } from './access.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

/** The parts that handlers are made from. */
export interface ApplicationDependencies extends RegistryParts, Access {
  options: ApiServerOptions;
  log: Logger;
  metrics: Metrics;
  tracer: Tracer | undefined;
  /** Lets go of what is kept open. */
  held: DisposableStack;
  health: HealthHandler;
  metricsPage: MetricsPage;
  gate: ShutdownGate;
  /** Connections of clients. */
  connections: () => Iterable<Connection>;
  /** Whether it is known what is stored; once true, it stays so. */
  isLoaded: () => boolean;
  systemObjects: SystemObjects;
}

/** In what objects are answered beside JSON. */
export interface Encodings {
  encoder: ProtobufEncoder;
  /** For those that are kept. */
  memory: EncodingMemory;
}

/** Reads flags; one that cannot be used is a start-up error. */
export function fromFlags<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FlagError ? new StartError(error.message, { cause: error }) : error;
  }
}
