import type { CoreV1Event } from '../../api/schema/types.gen.ts';

/** Fields never hold it. */
const separator = '\0';

/** Key of the source and the object of an event. */
export function sourceKey({ source, involvedObject }: CoreV1Event): string {
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '' } = involvedObject;
  return [source.component ?? '', source.host ?? '', kind, namespace, name, uid, apiVersion].join(separator);
}

/** The key of events that differ in their message only. */
export const groupKey = (event: CoreV1Event): string =>
  [sourceKey(event), event.type ?? '', event.reason ?? ''].join(separator);

/** The key of an event that happens again. */
export const eventKey = (event: CoreV1Event): string =>
  [groupKey(event), event.involvedObject.fieldPath ?? '', event.message ?? ''].join(separator);
