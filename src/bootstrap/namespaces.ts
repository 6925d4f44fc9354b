import type { Dialect } from '../api/meta/dialect.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';

/** The namespaces that are there from the start, and come back when they are deleted. */
function systemNamespaces({ prefix }: Dialect): string[] {
  return ['default', `${prefix}-system`, `${prefix}-public`, `${prefix}-node-lease`];
}

export async function ensureNamespaces(objects: SystemObjects, dialect: Dialect): Promise<void> {
  const names = systemNamespaces(dialect);
  await Promise.all(names.map((name) => objects.create('namespaces.', '', { metadata: { name } })));
}
