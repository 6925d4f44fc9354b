import { describe, expect, it } from 'vitest';
import type { Objects } from '../../api/meta/lister.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { webhooksOf } from '../webhooks/webhook.ts';
import { RequestNamespaces } from './request-namespaces.ts';
import { isSelected } from './selection.ts';

const red = { matchLabels: { team: 'red' } };
const broken = { matchExpressions: [{ key: 'team', operator: 'Like', values: ['red'] }] };
const hookWith = (selectors: object) =>
  webhooksOf({
    metadata: { name: 'c' },
    webhooks: [{ name: 'a.example.com', namespaceSelector: {}, objectSelector: {}, ...selectors }],
  })[0]!;

const cached: Record<string, object> = {
  red: { metadata: { labels: { team: 'red' } } },
  blue: { metadata: {} },
};
const stored: Record<string, object> = { ...cached, young: { metadata: { labels: { team: 'red' } } } };
const objects = {
  lister: () => ({
    get: (_: string, name: string) => cached[name],
    getFresh: async (_: string, name: string) => {
      if (name === 'lost') throw new Error('the store is away');
      return stored[name];
    },
  }),
} as unknown as Objects;
const namespaces = new RequestNamespaces(objects);

const within = (namespace: string, more: object = {}): AdmissionAttributes =>
  ({
    operation: 'CREATE',
    group: '',
    resource: 'pods',
    subresource: '',
    namespace,
    object: { metadata: { labels: { team: 'blue' } } },
    old: undefined,
    ...more,
  }) as unknown as AdmissionAttributes;

const asked = async (selectors: object, attributes: AdmissionAttributes) =>
  isSelected(hookWith(selectors), attributes, namespaces);

describe('a webhook that chooses', () => {
  it.each<[string, object, AdmissionAttributes, boolean]>([
    ['nothing in particular gets everything', {}, within('gone'), true],
    ['a namespace gets what is in it', { namespaceSelector: red }, within('red'), true],
    ['a namespace gets nothing of another', { namespaceSelector: red }, within('blue'), false],
    [
      'a namespace gets what is in one that the caches do not have yet',
      { namespaceSelector: red },
      within('young'),
      true,
    ],
    ['a namespace gets what is in none', { namespaceSelector: red }, within('', { resource: 'nodes' }), true],
    [
      'an object needs no namespace for another',
      { namespaceSelector: red, objectSelector: red },
      within('gone'),
      false,
    ],
    [
      'both gets what is both',
      { namespaceSelector: red, objectSelector: { matchLabels: { team: 'blue' } } },
      within('red'),
      true,
    ],
    ['without a selector gets nothing', { objectSelector: undefined }, within('red'), false],
    [
      'an object leaves out the wrong one before it says what is wrong with the other selector',
      { namespaceSelector: broken, objectSelector: red },
      within('red'),
      false,
    ],
  ])('%s', async (_, selectors, attributes, expected) => {
    expect(await asked(selectors, attributes)).toBe(expected);
  });

  it.each<[string, object, AdmissionAttributes, object]>([
    [
      'a namespace needs one that is there',
      { namespaceSelector: red },
      within('gone'),
      { code: 404, message: 'namespaces "gone" not found' },
    ],
    [
      'a namespace needs somebody who can tell',
      { namespaceSelector: red },
      within('lost'),
      { code: 500, message: 'Internal error occurred: the store is away' },
    ],
    [
      'by broken rules is a problem',
      { namespaceSelector: broken },
      within('red'),
      { code: 500, message: 'Internal error occurred: "Like" is not a valid pod selector operator' },
    ],
    ['objects by broken rules is a problem', { objectSelector: broken }, within('red'), { code: 500 }],
  ])('%s', async (_, selectors, attributes, error) => {
    await expect(asked(selectors, attributes)).rejects.toMatchObject(error);
  });
});
