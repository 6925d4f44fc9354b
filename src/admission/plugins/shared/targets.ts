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

/** The same of a plugin that waits behind a gate: while that is off, it sees nothing. */
export const handlingIf = (
  isOn: boolean,
  ...args: Parameters<typeof handling>
): ReturnType<typeof handling> => (isOn ? handling(...args) : () => false);
