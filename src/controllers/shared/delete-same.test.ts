import { describe, expect, it } from 'vitest';
import { clientOf, type FakeServer, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { deleteSame } from './delete-same.ts';
import { secretsType } from './resources.ts';

const metadata = { namespace: 'shop', name: 'key', uid: 'u1', resourceVersion: '7' };
function secretsOf(server: FakeServer) {
  const { client, wire } = clientOf(server);
  return { api: client.resource(secretsType), calls: wire.calls };
}

describe('an object', () => {
  it('is deleted if it is this very one', async () => {
    const { api, calls } = secretsOf(() => ({}));
    expect(await deleteSame(api, metadata)).toBe(true);
    expect(calls).toMatchObject([{ method: 'DELETE', path: '/api/v1/namespaces/shop/secrets/key' }]);
    expect(calls[0]!.body.preconditions).toEqual({ uid: 'u1' });
  });

  it('is deleted with further preconditions and options', async () => {
    const { api, calls } = secretsOf(() => ({}));
    const options = { gracePeriodSeconds: 0, preconditions: { resourceVersion: '7' } };
    await deleteSame(api, metadata, options);
    expect(calls[0]!.body).toMatchObject({
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u1', resourceVersion: '7' },
    });
  });

  it.each([
    [404, 'NotFound'],
    [409, 'Conflict'],
  ])('that is not there any more is not deleted: %i %s', async (code, reason) => {
    const { api } = secretsOf(() => failureStatus(code, reason));
    expect(await deleteSame(api, metadata)).toBe(false);
  });

  it.each([
    [403, 'Forbidden'],
    [500, 'InternalError'],
  ])('that may not be deleted is an error: %i %s', async (code, reason) => {
    const { api } = secretsOf(() => failureStatus(code, reason));
    await expect(deleteSame(api, metadata)).rejects.toThrow(`${reason}!`);
  });
});
