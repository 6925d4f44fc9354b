import type { ApiObject } from '../meta/metadata.ts';
import { groupResourceText } from '../meta/status.ts';
import { noAmounts } from './amounts.ts';
import type { Evaluator, ObjectUsage } from './evaluators/evaluator.ts';

/**
 * The usage of an object at this time, in milliseconds. One that makes no sense uses nothing, and stops no other from
 * being counted: `report` receives its name, and why.
 */
export function usageNow(
  evaluator: Evaluator,
  object: ApiObject,
  now: number,
  report: (message: string) => void,
): ObjectUsage {
  const { namespace, name } = object.metadata;
  let examined: ObjectUsage;
  try {
    examined = evaluator.examine(object);
  } catch (cause) {
    const what = `${groupResourceText(evaluator.type)} ${namespace}/${name}`;
    report(`${what} cannot be counted: ${(cause as Error).message}`);
    return { usage: noAmounts };
  }
  return examined.ending !== undefined && examined.ending.at <= now ? ended(examined) : examined;
}

/** The usage of an object after it has ended. */
export const ended = ({ isInScope, ending }: ObjectUsage): ObjectUsage => ({
  usage: ending!.usage,
  ...(isInScope && { isInScope }),
});
