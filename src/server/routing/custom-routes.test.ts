import { expect, it } from 'vitest';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { checkCustomCreation } from '../request/custom-creation.ts';
import type { CustomServing, ServedResource } from '../surface/api-surface.ts';
import { checkCustomRoute } from './custom-routes.ts';

const served = (takes: CustomServing['takes']): ServedResource =>
  ({
    definition: { group: 'g.example', plural: 'tabs', subresources: [] },
    custom: { takes },
  }) as unknown as ServedResource;
const info = (verb: string, name = 'a'): RequestInfo => ({ verb, name, subresource: '' }) as RequestInfo;

const codeOf = (run: () => void): number => {
  try {
    run();
    return 200;
  } catch (error) {
    return (error as { code: number }).code;
  }
};

it.each<[CustomServing['takes'], number, number]>([
  ['all', 200, 200],
  ['no creations', 405, 200],
  ['no new objects', 200, 403],
])('a type that takes %s', (takes, ofRoute, ofObject) => {
  expect(codeOf(() => checkCustomRoute(served(takes), info('create')))).toBe(ofRoute);
  expect(codeOf(() => checkCustomCreation(served(takes), 'a'))).toBe(ofObject);
});

it.each(['update', 'patch'])('%s needs a name', (verb) => {
  expect(codeOf(() => checkCustomRoute(served('all'), info(verb, '')))).toBe(400);
  expect(codeOf(() => checkCustomRoute(served('all'), info(verb)))).toBe(200);
});
