import type { Route } from '../address/route.ts';
import type { ResourceType } from '../calls/session.ts';

export function ObjectView({ name }: { route: Route; type: ResourceType; namespace: string; name: string }) {
  return (
    <section class="view">
      <h1>{name}</h1>
    </section>
  );
}
