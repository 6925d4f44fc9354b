import type { CoreV1Event, MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Description } from '../shared/description/description.ts';
import { eventAge, lastSeen } from '../shared/events/event-times.ts';

/** The events about an object, the last ones at the end. Undefined when the user may not read them. */
export async function eventsOf(
  client: ApiClient,
  kind: string,
  { name = '', namespace = '' }: MetaV1ObjectMeta,
  uids: readonly string[],
): Promise<readonly CoreV1Event[] | undefined> {
  const path = pathOf({ group: '', version: 'v1', resource: 'events' }, namespace);
  try {
    const lists = await Promise.all(
      uids.map((uid) => {
        const fields = [
          `involvedObject.name=${name}`,
          ...(namespace === '' ? [] : [`involvedObject.namespace=${namespace}`]),
          `involvedObject.kind=${kind}`,
          ...(uid === '' ? [] : [`involvedObject.uid=${uid}`]),
        ];
        const query = { fieldSelector: fields.join(',') };
        return client.json<{ items: CoreV1Event[] }>({ method: 'GET', path, query });
      }),
    );
    return lists.flatMap(({ items }) => items).sort((a, b) => lastSeen(a) - lastSeen(b));
  } catch {
    // The object is described all the same.
    return undefined;
  }
}

/** `now`: milliseconds since 1970. */
export function describeEvents(
  to: Description,
  events: readonly CoreV1Event[] | undefined,
  now: number,
): void {
  if (events === undefined) return;
  if (events.length === 0) {
    to.field(0, 'Events', '<none>');
    return;
  }
  to.line(0, 'Events:');
  to.line(1, 'Type\tReason\tAge\tFrom\tMessage');
  to.line(1, '----\t------\t----\t----\t-------');
  for (const event of events) {
    const { type, reason, source, reportingComponent, message = '' } = event;
    const from = source?.component || reportingComponent || '';
    to.line(1, [type, reason, eventAge(event, now), from, message.trim()].join('\t'));
  }
}
