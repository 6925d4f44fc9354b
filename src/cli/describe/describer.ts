import type { Dialect } from '../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type { Description } from './description.ts';

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
  /** Whose fields it reads, the best first; an object of another version is read again. Absent: of all versions. */
  versions?: readonly string[];
  /** By which uids events are about the object, where it is not its own alone. */
  eventUids?(object: T, dialect: Dialect): readonly string[];
  /** Events are not printed. */
  hidesEvents?: boolean;
}
