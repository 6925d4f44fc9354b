import type { ControllerDescriptor } from '../../controllers/controller.ts';
import type { Flag } from '../../util/flags.ts';

/** Every name of a controller, and `*`. */
const all = '*';

/**
 * The controllers that a list asks for: `*` for all that are on by default, `name`, `-name`; of several entries about one
 * controller the first counts. Throws a start-up error.
 */
export function selectControllers(
  known: readonly ControllerDescriptor[],
  asked: readonly string[],
): ControllerDescriptor[] {
  const names = new Set(known.map(({ name }) => name));
  for (const entry of asked) {
    const name = entry.replace(/^-/, '');
    if (entry !== all && !names.has(name))
      throw new Error(`${JSON.stringify(name)} is not in the list of known controllers`);
  }
  return known.filter(({ name, isOffByDefault = false }) => {
    const first = asked.find((entry) => entry === name || entry === `-${name}`);
    if (first !== undefined) return first === name;
    return asked.includes(all) && !isOffByDefault;
  });
}

/** Each flag once, although several controllers may have it. */
export function controllerFlags(known: readonly ControllerDescriptor[]): Flag[] {
  return [...new Map(known.flatMap(({ flags }) => flags).map((flag) => [flag.name, flag])).values()];
}
