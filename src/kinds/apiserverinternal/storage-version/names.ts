import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dns1035Label, dns1123Subdomain, type NameRule } from '../../../api/validation/names.ts';

/** `apps.deployments`: the last dot separates group and resource. */
export const nameIsStorageVersion: NameRule = (name) => {
  const dot = name.lastIndexOf('.');
  if (dot === -1) return ['name must be in the form of <group>.<resource>'];
  return [
    ...dns1123Subdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...dns1035Label(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
};

/** The release from which on a colon stands behind the part that is wrong. */
const colonSince = '1.24';

/** Errors of an apiVersion like `apps/v1`, or `v1` of the core group. */
export function apiVersionErrors(apiVersion: string, gates: FeatureGates): string[] {
  const colon = gates.isIn(colonSince) ? ':' : '';
  const partErrors = partCheck(colon);
  const parts = apiVersion.split('/');
  if (parts.length > 2) {
    return [
      "an apiVersion must consist of an optional DNS subdomain prefix and '/' and a version (e.g. 'example.com/v1')",
    ];
  }
  const version = parts.pop()!;
  const [group] = parts;
  return [
    ...(group === undefined ? [] : partErrors('group', group, dns1123Subdomain)),
    ...partErrors('version', version, dns1035Label),
  ];
}

const partCheck =
  (colon: string) =>
  (part: string, text: string, check: (text: string) => string[]): string[] =>
    (text === '' ? ['must be non-empty'] : check(text)).map((message) => `${part} part${colon} ${message}`);
