import { DecodeError, parseJson } from '../../../src/api/codec/json.ts';
import { isMap } from '../../../src/api/json/json-values.ts';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { PatchError } from '../../../src/api/patch/patch-error.ts';
import {
  jsonPatchMethod,
  mergePatchMethod,
  type PatchMethod,
  strategicPatchMethod,
} from '../../../src/server/patch/patch-methods.ts';
import { frozen } from '../../support/unit/patch-values.ts';
import { expectSame, type Target } from '../engine/target.ts';
import { definitionOf, fieldNames, someSamples } from './samples.ts';

const strategicWords = [
  '$patch',
  'replace',
  'delete',
  'merge',
  '$retainKeys',
  '$setElementOrder/containers',
  '$deleteFromPrimitiveList/finalizers',
  '$setElementOrder/ports',
  'name',
  'containers',
  'spec',
];

const pointerWords = [
  ...['add', 'remove', 'replace', 'move', 'copy', 'test', 'op', 'path', 'from', 'value'],
  ...[
    '/spec',
    '/metadata/labels',
    '/-',
    '/0',
    '/00',
    '/~1',
    '~0',
    '~2',
    '',
    '/spec/containers/0',
    '/__proto__',
  ],
];

const pod = someSamples.find(({ kind }) => kind === 'Pod')!;
const base = {
  ...pod,
  metadata: { ...pod.metadata, labels: { app: 'a' }, finalizers: ['a/b', 'c/d'] },
  spec: {
    containers: [
      {
        name: 'a',
        image: 'x',
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        env: [{ name: 'A', value: '1' }],
      },
      { name: 'b', image: 'y', volumeMounts: [{ mountPath: '/a', name: 'v' }] },
    ],
    volumes: [{ name: 'v', emptyDir: {} }],
    tolerations: [{ key: 'k' }],
  },
};

/** Inputs are `{"base": {…}, "patch": …}`: an object as the server has it, and what a client sends. */
function target(
  name: string,
  method: PatchMethod,
  patches: readonly unknown[],
  words: readonly string[],
): Target {
  const bases = [base, ...someSamples];
  return {
    name,
    seeds: () => [
      ...patches.map((patch) => JSON.stringify({ base, patch })),
      ...bases.map((object) => JSON.stringify({ base: object, patch: patches[0] })),
    ],
    dictionary: [...words, ...fieldNames.slice(0, 400)],
    refusals: [PatchError, StatusError, DecodeError],
    maxMilliseconds: 150,
    async run(text: string) {
      const input = parseJson(text);
      if (!isMap(input) || !isMap(input['base'])) return;
      const object = frozen(input['base']) as unknown as ApiObject;
      const definition = definitionOf(String(object.apiVersion), String(object.kind));
      if (definition === undefined) return;
      const patch = method.parse(JSON.stringify(input['patch'] ?? null), true);
      const result = await patch.apply(object, definition.schema);
      expectSame(
        await patch.apply(object, definition.schema),
        result,
        'a patch that is applied to the same object again',
      );
      if (method === mergePatchMethod && isMap(result))
        expectSame(
          await patch.apply(result as unknown as ApiObject, definition.schema),
          result,
          'a merge patch applied twice',
        );
      patch.shown(result);
    },
  };
}

export const patches: readonly Target[] = [
  target(
    'json-patch',
    jsonPatchMethod,
    [
      [
        { op: 'add', path: '/metadata/labels/x', value: 'y' },
        { op: 'test', path: '/kind', value: 'Pod' },
        { op: 'copy', from: '/spec/containers/0', path: '/spec/containers/-' },
        { op: 'move', from: '/spec/containers/1', path: '/spec/containers/0' },
        { op: 'replace', path: '/spec/containers/0/image', value: 'z' },
        { op: 'remove', path: '/metadata/labels' },
      ],
    ],
    pointerWords,
  ),
  target(
    'merge-patch',
    mergePatchMethod,
    [{ metadata: { labels: { app: null, b: 'c' } }, spec: { containers: [], nodeName: 'n' } }],
    [],
  ),
  target(
    'strategic-patch',
    strategicPatchMethod,
    [
      { spec: { containers: [{ name: 'a', image: 'z' }, { name: 'c' }, { name: 'b', $patch: 'delete' }] } },
      {
        metadata: {
          '$deleteFromPrimitiveList/finalizers': ['a/b'],
          '$setElementOrder/finalizers': ['c/d', 'e/f'],
        },
        spec: {
          '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
          volumes: [{ $patch: 'replace' }],
        },
      },
      { spec: { $retainKeys: ['containers'], containers: null, tolerations: [{ key: 'z' }] } },
    ],
    strategicWords,
  ),
];
