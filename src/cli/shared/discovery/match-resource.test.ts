import { describe, expect, it } from 'vitest';
import { matchResource, resourcesOfCategory } from './match-resource.ts';
import type { ServedResource } from './served-api.ts';

const served = (
  group: string,
  version: string,
  kind: string,
  more: Partial<ServedResource> = {},
): ServedResource => ({
  group,
  version,
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  namespaced: true,
  verbs: ['list'],
  shortNames: [],
  categories: [],
  isPreferred: true,
  ...more,
});

const resources = [
  served('', 'v1', 'Pod', { shortNames: ['po'], categories: ['all'] }),
  served('', 'v1', 'Event', { shortNames: ['ev'] }),
  served('apps', 'v1', 'Deployment', { shortNames: ['deploy'], categories: ['all'] }),
  served('apps', 'v1beta1', 'Deployment', {
    shortNames: ['deploy'],
    categories: ['all'],
    isPreferred: false,
  }),
  served('events.example', 'v1', 'Event'),
  served('extensions', 'v1beta1', 'Deployment', { shortNames: ['deploy'] }),
  // Called as another is for short.
  served('other.example', 'v1', 'Po', { resource: 'pos' }),
];

const named = (word: string): string[] =>
  matchResource(resources, word).map(({ group, version, resource }) => `${resource}.${version}.${group}`);

describe('a word for a type', () => {
  it.each([
    ['pods', 'pods.v1.'],
    ['Pod', 'pods.v1.'],
    ['deploy', 'deployments.v1.apps'],
    ['deployments.apps', 'deployments.v1.apps'],
    ['deployment.v1beta1.apps', 'deployments.v1beta1.apps'],
    ['deploy.ext', 'deployments.v1beta1.extensions'],
    ['events', 'events.v1.'],
    ['events.events.example', 'events.v1.events.example'],
    ['po', 'pos.v1.other.example'],
  ])('%s means %s', (word, expected) => {
    expect(named(word)[0]).toBe(expected);
  });

  it('a word may name no type that is served', () => {
    expect(named('none')).toEqual([]);
    expect(named('pods.apps')).toEqual([]);
  });

  it('may be a category, whose types stand in it once', () => {
    const found = resourcesOfCategory(resources, 'all').map(
      ({ resource, version }) => `${resource} ${version}`,
    );
    expect(found).toEqual(['pods v1', 'deployments v1']);
  });
});
