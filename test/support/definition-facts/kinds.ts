import type protobuf from 'protobufjs';
import { isReleasedBy } from '../../../src/api/meta/release.ts';
import { isThere, type LaterValue } from '../../../src/api/schema/release-view.ts';
import { optionsOf, type WrittenDefinitions } from './definition-fields.ts';
import type { FactType } from './facts.ts';

interface KindOption {
  short_names?: readonly string[];
  categories?: readonly string[];
  scope?: string;
  subresources?: readonly string[];
  later_subresources?: LaterValue | readonly LaterValue[];
  introduced?: string;
  deprecated?: string;
  removed?: string;
  replacement?: string;
  gate?: string;
}

/** What is different about a kind beside its fields: its life, its names and its sub-resources. */
export function kindDifferences(
  { name, head }: FactType,
  message: protobuf.Type,
  definitions: WrittenDefinitions,
  release: string,
): string[] {
  const option = optionsOf(message).get('(kind)') as KindOption | undefined;
  if (!head?.has('resource')) return [];
  if (option === undefined) return [`${name} @ is no kind`];
  const facts: Record<string, string> = {
    introduced: head.get('introduced') ?? '',
    deprecated: head.get('deprecated') ?? '',
    removed: head.get('removed') ?? '',
    replacement: (head.get('replacement') ?? '').replace(/^(.*),(.*),(.*)$/, '$1/$2 $3'),
    short: head.get('short') ?? '',
    category: head.get('category') ?? '',
    scope: head.has('cluster-scoped') ? 'CLUSTER' : 'NAMESPACED',
    gate: head.get('gate') ?? '',
    sub: sorted(subresourcesIn(head.get('sub') ?? '', release)),
  };
  const written: Record<string, string> = {
    introduced: option.introduced ?? '',
    deprecated: option.deprecated ?? '',
    removed: option.removed ?? '',
    replacement: definitions.fill(option.replacement ?? ''),
    short: (option.short_names ?? []).join(','),
    category: (option.categories ?? []).join(','),
    scope: option.scope ?? '',
    gate: option.gate ?? '',
    sub: sorted([
      ...(option.subresources ?? []),
      ...[option.later_subresources ?? []]
        .flat()
        .filter((later) => isThere(later, release))
        .map((later) => later.name),
    ]),
  };
  return Object.keys(facts)
    .filter((aspect) => facts[aspect] !== written[aspect] && !isLeftOut(aspect, facts[aspect]!))
    .map((aspect) => `${name} @ ${aspect}: ${facts[aspect] || 'none'}, not ${written[aspect] || 'none'}`);
}

/** Of several versions one says the names and sub-resources; what is as old as all releases need not be said. */
function isLeftOut(aspect: string, fact: string): boolean {
  if (aspect === 'introduced') return fact === '' || !isReleasedBy('1.20', fact);
  return ['short', 'category', 'sub'].includes(aspect) && fact === '';
}

const sorted = (names: readonly string[]): string => [...names].sort().join(',');

/** `status,resize(1.32+;gate=A),old(1.24-1.27)` in a release. */
function subresourcesIn(text: string, release: string): string[] {
  return (text.match(/[\w/]+(\([^)]*\))?/g) ?? []).flatMap((each) => {
    const [, name = '', since, last] = /^([\w/]+)(?:\((1\.\d+)(?:-(1\.\d+)|\+)[ ;)]?)?/.exec(each) ?? [];
    // "always": it was there before, behind a gate.
    const life = each.includes('always') ? {} : { since, until: last && nextOf(last) };
    return isThere(life, release) ? [name] : [];
  });
}

const nextOf = (release: string): string => `1.${Number(release.split('.')[1]) + 1}`;
