import type { Dialect } from '../../api/machinery/dialect.ts';
import type { ApiObject } from '../../api/machinery/metadata.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import type { Writer } from '../../registry/writer.ts';

/** The namespaces that are there from the start, and come back when they are deleted. */
export function systemNamespaces({ prefix }: Dialect): string[] {
  return ['default', `${prefix}-system`, `${prefix}-public`, `${prefix}-node-lease`];
}

/** Makes the system namespaces that are missing. Another replica may be making them at the same time. */
export async function ensureNamespaces(writer: Writer, namespaces: StoredResource, dialect: Dialect): Promise<void> {
  for (const name of systemNamespaces(dialect)) {
    if (namespaces.cache.get(name) !== undefined) continue;
    const object: ApiObject = { kind: 'Namespace', apiVersion: 'v1', metadata: { name }, spec: {}, status: {} };
    namespaces.rules.applyDefaults?.(object);
    await writer.create(namespaces, '', object, { dryRun: false }).catch((error: unknown) => {
      if (!isStatus(error, 409)) throw error;
    });
  }
}
