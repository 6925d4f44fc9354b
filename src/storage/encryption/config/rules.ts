import { goQuote } from '../../../util/quote.ts';
import type { EncryptionConfiguration } from './configuration.ts';

/** A resource type as the configuration names it, the core group without a dot: `secrets`, `deployments.apps`. */
type ResourceName = string;

/** Everything, and everything of the core group: both came with the rule that no entry may hide another. */
const everything = '*.*';
const coreGroup = '*.';

/**
 * Which providers are for which resource. Several rules for one resource are joined. The name of a resource
 * counts before a wildcard for its group (`*.apps`; `*` and `*.` for the core group), this before `*.*`.
 */
export class Rules<Provider> {
  readonly #byPattern = new Map<string, Provider[]>();

  add(pattern: string, providers: readonly Provider[]): void {
    const normal = pattern === coreGroup ? '*' : pattern;
    this.#byPattern.set(normal, [...(this.#byPattern.get(normal) ?? []), ...providers]);
  }

  /** Undefined for a resource that the configuration does not mention: it is not encrypted. */
  providersOf(resource: ResourceName): readonly Provider[] | undefined {
    const dot = resource.indexOf('.');
    const ofGroup = dot === -1 ? '*' : `*${resource.slice(dot)}`;
    for (const pattern of [resource, ofGroup, everything]) {
      const found = this.#byPattern.get(pattern);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/**
 * A rule after a wildcard that covers it would never be used. Returns the message for the first one. What two entries
 * say of the same name is joined.
 */
export function hiddenRule({ resources }: EncryptionConfiguration): string | undefined {
  const earlier = new Set<string>();
  for (const pattern of resources.flatMap((entry) => entry.resources)) {
    const dot = pattern.indexOf('.');
    const wider = [dot === -1 ? coreGroup : `*${pattern.slice(dot)}`, everything].find(
      (one) => one !== pattern && earlier.has(one),
    );
    if (wider !== undefined) return masked(pattern, wider);
    earlier.add(pattern);
  }
  return undefined;
}

const masked = (pattern: string, wider: string): string =>
  `resource ${goQuote(pattern)} is masked by earlier rule ${goQuote(wider)}`;

/**
 * Before 1.27: the order of entries counts where the configuration has one of the newer wildcards: an entry that comes after a wider
 * one would never be used. Returns the message for the first such entry.
 */
export function maskedRule({ resources }: EncryptionConfiguration): string | undefined {
  const patterns = resources.flatMap((entry) => entry.resources);
  if (!patterns.includes(everything) && !patterns.includes(coreGroup)) return undefined;
  for (const [index, pattern] of patterns.entries()) {
    const earlier = patterns.slice(0, index).find((candidate) => covers(candidate, pattern));
    if (earlier !== undefined) return masked(pattern, earlier);
  }
  return undefined;
}

function covers(wide: string, pattern: string): boolean {
  if (wide === everything || wide === pattern) return true;
  if (wide === coreGroup) return !pattern.includes('.');
  return (
    wide.startsWith('*.') && pattern.slice(pattern.indexOf('.')) === wide.slice(1) && pattern.includes('.')
  );
}
