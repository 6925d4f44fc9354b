import { forbiddenError } from '../../api/meta/status.ts';
import type { ServedResource } from '../surface/api-surface.ts';

export const whyNoCreation = 'create not allowed while custom resource definition is terminating';

/** Throws a StatusError when a custom resource takes no new objects. `name`: that of the object. */
export function checkCustomCreation({ definition, custom }: ServedResource, name: string): void {
  if (custom?.takes !== 'no new objects') return;
  const { group, plural: resource } = definition;
  throw forbiddenError({ group, resource }, name, whyNoCreation);
}
