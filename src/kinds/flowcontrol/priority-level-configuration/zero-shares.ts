import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';

/** Names the annotation by which v1beta3 says that a level is to have no share; other versions have no use for it. */
export const zeroSharesAnnotation = (dialect: Dialect): string =>
  fillPlaceholders(dialect, 'flowcontrol.{api}/v1beta3-preserve-zero-concurrency-shares');
