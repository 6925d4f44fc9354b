import type { Route } from '../address/route.ts';

export function WhyView(_: { route: Route }) {
  return (
    <section class="view">
      <h1>Why?</h1>
    </section>
  );
}
