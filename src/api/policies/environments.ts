import { isIn } from '../meta/release.ts';
import { environmentFor } from './engine.ts';
import type { Environments } from './policy-expressions.ts';

/** The newest release, in which everything may be used. */
const newest = '1.36';

/** What the expressions of policies may use in a release; undefined: in the newest. */
export function policyEnvironments(release: string = newest): Environments {
  const minor = Number(release.split('.')[1]);
  return {
    fresh: environmentFor({ release: minor, isStored: false }),
    stored: environmentFor({ release: minor, isStored: true }),
    knows: { authorizer: isIn(release, '1.27'), namespaceAndVariables: isIn(release, '1.28') },
  };
}
