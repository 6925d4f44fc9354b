import { expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { StartError } from '../../start-error.ts';
import { checkServedApis } from './served-apis.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const conflict = (word: string): string =>
  `--runtime-config=${word}=false conflicts with --enable-priority-and-fairness=true`;
const nothing = 'invalid runtime-config with only api/all=false';
const group = 'flowcontrol.apiserver.k8s.io';

it.each<[release: string, given: Record<string, string>, isFair: boolean, error: string | undefined]>([
  ['1.36', {}, true, undefined],
  ['1.36', { 'api/all': 'false' }, true, `[${conflict('api/all')}, ${nothing}]`],
  ['1.36', { 'api/all': 'false' }, false, nothing],
  ['1.36', { 'api/all': 'false', 'apps/v1': 'true' }, true, conflict('api/all')],
  ['1.36', { 'api/all': 'false', 'apps/v1': 'true' }, false, undefined],
  ['1.36', { 'api/all': 'false', 'api/ga': 'true' }, true, undefined],
  ['1.36', { 'api/ga': 'false' }, true, conflict('api/ga')],
  ['1.36', { 'api/ga': 'false', [`${group}/v1`]: 'true' }, true, undefined],
  ['1.36', { [`${group}/v1`]: 'false' }, true, conflict(`${group}/v1`)],
  ['1.36', { [`${group}/v1`]: 'false' }, false, undefined],
  ['1.36', { 'api/beta': 'false' }, true, undefined],
  ['1.28', { 'api/ga': 'false' }, true, undefined],
  ['1.28', { 'api/beta': 'false', [`${group}/v1beta3`]: 'false' }, true, undefined],
  ['1.28', { 'api/all': 'false', 'apps/v1': 'true' }, true, conflict('api/all')],
])('%s with %j, flow control: %s', (release, words, isFair, error) => {
  const check = () => checkServedApis({ given: new Map(Object.entries(words)), isFair, release, dialect });
  if (error === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(new StartError(error));
});
