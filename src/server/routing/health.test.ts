import { expect, test } from 'vitest';
import { QueryParameters } from '../../api/request/query-parameters.ts';
import { setState } from '../request-state.ts';
import { HealthHandler } from './health.ts';

/** The answer to a GET of a path. */
async function ask(handler: HealthHandler, path: string): Promise<number> {
  const request = {} as Parameters<HealthHandler['handle']>[0];
  setState(request, { info: { path, query: new QueryParameters('') } } as never);
  const response = { statusCode: 0, setHeader: () => {}, end: () => {} };
  expect(await handler.handle(request, response as never)).toBe(true);
  return response.statusCode;
}

test('a check that fails is reported when it begins to fail and when it passes again', async () => {
  let failure: Error | undefined;
  const reports: string[] = [];
  const check = {
    name: 'store',
    check: () => {
      if (failure !== undefined) throw failure;
    },
  };
  let observations = 0;
  const handler = new HealthHandler([{ name: 'readyz', checks: [check] }], {
    observed: () => void observations++,
    reported: (endpoint, name, error) => void reports.push(`${endpoint} ${name} ${error?.message}`),
  });
  const codes: number[] = [];
  for (const message of [undefined, 'gone', 'gone', 'still gone', undefined, undefined]) {
    failure = message === undefined ? undefined : new Error(message);
    codes.push(await ask(handler, '/readyz'), await ask(handler, '/readyz/store'));
  }
  expect(codes).toEqual([200, 200, 500, 500, 500, 500, 500, 500, 200, 200, 200, 200]);
  expect(reports).toEqual(['readyz store gone', 'readyz store undefined']);
  expect(observations).toBe(codes.length);
});
