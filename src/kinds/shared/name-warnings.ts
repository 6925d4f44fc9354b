import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import { dns1123Label } from '../../api/validation/names.ts';
import type { ServedApi } from './served-api.ts';

interface Named {
  metadata: MetaV1ObjectMeta;
}

const text =
  'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; ' +
  'a DNS label is recommended: ';

/** Warns at creation of a name that is no DNS label, where names of pods are made from it. */
export function warnOfName({ gates }: ServedApi): (object: Named, old: Named | undefined) => string[] {
  if (!gates.isIn('1.27')) return () => [];
  return ({ metadata }, old) => {
    if (old !== undefined) return [];
    const problems = problemsOf(metadata.name ?? '');
    return problems.length === 0 ? [] : [`${text}[${problems.join(' ')}]`];
  };
}

/** Warnings about a name that is a DNS subdomain. */
function problemsOf(name: string): string[] {
  const problems = dns1123Label(name);
  return problems.length === 0 || !name.includes('.')
    ? problems
    : ['must not contain dots', ...problems.filter((problem) => problem.startsWith('must be no more than'))];
}
