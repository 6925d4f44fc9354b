import type { Dialect } from '../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type { Description } from '../shared/description/description.ts';

/** An object as the server has it. */
export interface DescribedObject {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  [field: string]: unknown;
}

export interface DescribeTools {
  client: ApiClient;
  dialect: Dialect;
  /** Milliseconds since 1970. */
  now: number;
}

/** Writes what people look for first in an object of one kind; events come behind it. */
export interface Describer<T> {
  describe(to: Description, object: T, tools: DescribeTools): Promise<void> | void;
  /**
   * Group and version whose fields it reads, `{api}` for the domain of the dialect, the best first. An object of another
   * one is read again. Absent where all versions have these fields.
   */
  versions?: readonly string[];
  /** By which uids events are about the object, where it is not its own alone. */
  eventUids?(object: T, dialect: Dialect): readonly string[];
  /** Events are not printed. */
  hidesEvents?: boolean;
}
