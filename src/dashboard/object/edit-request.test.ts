import { expect, it } from 'vitest';
import type { ApiObject } from './api-object.ts';
import { editRequest } from './edit-request.ts';

const live: ApiObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'shop',
    resourceVersion: '7',
    uid: 'u',
    labels: { app: 'web', mine: 'yes' },
    managedFields: [
      {
        manager: 'kubectl',
        operation: 'Apply',
        fieldsV1: {
          'f:spec': {
            'f:containers': {
              'k:{"name":"web"}': { 'f:name': {}, 'f:image': {} },
              'k:{"name":"side"}': { 'f:name': {} },
            },
          },
        },
      },
      { manager: 'page', operation: 'Apply', fieldsV1: { 'f:metadata': { 'f:labels': { 'f:mine': {} } } } },
    ],
  },
  spec: {
    replicas: 2,
    args: ['a', 'b'],
    containers: [
      { name: 'web', image: 'web:1', tty: true },
      { name: 'side', image: 's' },
    ],
  },
  status: { replicas: 2 },
};
const identity = { apiVersion: 'apps/v1', kind: 'Deployment' };

/** The request for the live object after a change. */
function edited(change: (object: any) => void) {
  const { managedFields: _, ...metadata } = live.metadata;
  const copy = structuredClone({ ...live, metadata });
  change(copy);
  return editRequest(live, copy, 'page');
}

it('only the changed field is sent, with the fields that earlier edits own', () => {
  expect(edited(({ spec }) => (spec.replicas = 5))).toEqual({
    kind: 'apply',
    body: {
      ...identity,
      metadata: { name: 'web', namespace: 'shop', labels: { mine: 'yes' } },
      spec: { replicas: 5 },
    },
  });
});

it('of a list with keys the changed item alone is sent, and how it is found', () => {
  const { body } = edited(({ spec }) => (spec.containers[0].image = 'web:2'));
  expect(body['spec']).toEqual({ containers: [{ name: 'web', image: 'web:2' }] });
});

it('a new item is sent whole, and the order of items is no change', () => {
  const { body } = edited(
    ({ spec }) => (spec.containers = [{ name: 'new', image: 'n' }, ...spec.containers.toReversed()]),
  );
  expect(body['spec']).toEqual({ containers: [{ name: 'new', image: 'n' }] });
});

it('a list without keys is sent whole', () => {
  expect(edited(({ spec }) => (spec.args[1] = 'c')).body['spec']).toEqual({ args: ['a', 'c'] });
});

it('what is removed may belong to others: the object is replaced, if it is as it was read', () => {
  const { kind, body } = edited(({ spec }) => delete spec.containers[0].tty);
  expect(kind).toBe('update');
  expect(body).toMatchObject({ ...identity, metadata: { resourceVersion: '7' }, status: { replicas: 2 } });
});

it('without a change there is nothing to send; what the server writes alone is no change', () => {
  expect(edited((object) => delete object.status).kind).toBe('nothing');
  expect(edited(({ metadata }) => delete metadata.uid).kind).toBe('nothing');
});
