import { expect, test } from 'vitest';
import { GrpcCode, RpcError } from '../../grpc/rpc-error.ts';
import { judge } from './verdict.ts';

const kind = (code: number, details: string) => judge(new RpcError(code, details)).kind;

test.each([
  'etcdserver: no leader',
  'No connection established: connect ECONNREFUSED 127.0.0.1:2379',
  'No connection established: getaddrinfo ENOTFOUND nowhere',
  'Stream refused by server',
  'etcdserver: too many requests',
])('certainly not executed: %s', (details) => {
  expect(kind(GrpcCode.unavailable, details)).toBe('not-executed');
});

test.each([
  'Connection dropped',
  'etcdserver: request timed out',
  'etcdserver: request timed out, possibly due to previous leader failure',
  'etcdserver: server stopped',
  'something new',
])('unknown: %s', (details) => {
  expect(kind(GrpcCode.unavailable, details)).toBe('unknown');
});

test('a deadline that has passed leaves the outcome unknown', () => {
  expect(kind(GrpcCode.deadlineExceeded, 'Deadline exceeded')).toBe('unknown');
});

test.each([
  ['etcdserver: mvcc: required revision has been compacted', GrpcCode.outOfRange, 'Expired'],
  ['etcdserver: mvcc: required revision is a future revision', GrpcCode.outOfRange, 'FutureRevision'],
  ['etcdserver: requested lease not found', GrpcCode.notFound, 'NotFound'],
  ['etcdserver: request is too large', GrpcCode.invalidArgument, 'TooLarge'],
  ['etcdserver: mvcc: database space exceeded', 8, 'Full'],
  ['etcdserver: permission denied', GrpcCode.permissionDenied, 'Unavailable'],
])('final: %s', (details, code, expected) => {
  expect(judge(new RpcError(code, details))).toMatchObject({ kind: 'final', error: { code: expected } });
});
