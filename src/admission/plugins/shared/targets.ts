import type { AdmissionTarget, Operation } from '../../plugin.ts';

/** Says whether a plugin for one resource type has to see a request; "" is the resource itself. */
export function handling(
  group: string,
  resource: string,
  operations: readonly Operation[],
  subresources: readonly string[] = [''],
): (target: AdmissionTarget) => boolean {
  return (target) =>
    target.resource === resource &&
    target.group === group &&
    operations.includes(target.operation) &&
    subresources.includes(target.subresource);
}
