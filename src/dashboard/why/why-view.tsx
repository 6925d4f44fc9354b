import type { Route } from '../address/route.ts';
import { AccessForm } from './access-form.tsx';
import { ManifestForm } from './manifest-form.tsx';

/** Decisions of the server: who may do what, and what becomes of a manifest. */
export function WhyView({ route }: { route: Route }) {
  return (
    <section class="view why-view" aria-label="Why">
      <h1>Why?</h1>
      <div class="columns">
        <div>
          <AccessForm route={route} />
        </div>
        <div>
          <ManifestForm />
        </div>
      </div>
    </section>
  );
}
