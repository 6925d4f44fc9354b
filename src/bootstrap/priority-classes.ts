import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import { systemPriorityClasses } from '../kinds/scheduling/priority-class/system-classes.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';

/** The classes of pods without which there is no cluster. Clients cannot change them, so they are never repaired. */
export async function ensurePriorityClasses(objects: SystemObjects, dialect: Dialect): Promise<void> {
  const type = fillPlaceholders(dialect, 'priorityclasses.scheduling.{api}');
  await Promise.all(
    systemPriorityClasses.map(({ name, value, description }) =>
      objects.create(type, '', { metadata: { name }, value, description }),
    ),
  );
}
