import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';

/** Every namespace carries its name as a label, so that selectors can pick one; nobody can take it away. */
export const labelWithName =
  ({ label }: Dialect) =>
  ({ metadata }: CoreV1Namespace): void => {
    if (!metadata.name) return;
    metadata.labels = { ...metadata.labels, [`${label}/metadata.name`]: metadata.name };
  };
