import { expect, test } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { AuditedRequest, type AuditSubject } from './audited-request.ts';
import type { AuditEvent } from './event.ts';
import type { Level, Stage } from './policy.ts';

const [dialect] = dialects;
const { api } = dialect!;
const ann = { name: 'ann', uid: '', groups: [], extra: {} };

function begin(level: Level, change: Partial<AuditSubject> = {}, omitted: Stage[] = []) {
  const events: AuditEvent[] = [];
  const subject: AuditSubject = {
    info: parseRequestInfo('POST', '/api/v1/namespaces/n/pods') as RequestInfo,
    auditId: 'id',
    received: 1_000,
    user: ann,
    impersonator: undefined,
    auditAnnotations: new Map(),
    served: undefined,
    ...change,
  };
  const audited = new AuditedRequest({
    decision: { level, omitted: new Set(omitted), omitManagedFields: true },
    subject,
    caller: { uri: '/', userAgent: '', sourceIps: [] },
    dialect: dialect!,
    clock: { now: () => 1_005.25 },
    sink: {
      process: (event) => {
        events.push({
          ...event,
          objectRef: event.objectRef && { ...event.objectRef },
          annotations: new Map(event.annotations),
        });
        return true;
      },
    },
  });
  const told = () => events.map(({ stage, responseStatus }) => [stage, responseStatus]);
  return { audited, events, told, subject };
}

test('arrival and end, each once', () => {
  const { audited, events, told } = begin('Metadata');
  audited.arrived();
  audited.completed(200, false);
  audited.completed(500, false);
  expect(told()).toEqual([
    ['RequestReceived', undefined],
    ['ResponseComplete', { code: 200 }],
  ]);
  expect(events.map(({ received, at }) => [received, at])).toEqual([
    [1_000.25, 1_000.25],
    [1_000.25, 1_005.25],
  ]);
});

test('stages that are left out make no event', () => {
  const { audited, told } = begin('Metadata', {}, ['RequestReceived', 'ResponseComplete']);
  audited.arrived();
  audited.started(200);
  audited.completed(200, true);
  expect(told()).toEqual([['ResponseStarted', { code: 200 }]]);
});

test('an answer that never began was closed early; a long one is told of as if it had begun', () => {
  const closed = { status: 'Success', message: 'Connection closed early', code: 200 };
  for (const isLong of [false, true]) {
    const { audited, told } = begin('Metadata');
    audited.completed(undefined, isLong);
    const stages = [...(isLong ? ['ResponseStarted'] : []), 'ResponseComplete'];
    expect(told()).toEqual(stages.map((stage) => [stage, closed]));
  }
});

test('a connection that was taken over ends as it began', () => {
  const { audited, told } = begin('Metadata');
  audited.started(101);
  audited.completed(undefined, true);
  expect(told()).toEqual([
    ['ResponseStarted', { code: 101 }],
    ['ResponseComplete', { code: 101 }],
  ]);
});

test('what nobody foresaw is a panic, in place of the end', () => {
  const { audited, told } = begin('Metadata');
  audited.panicked(new TypeError('x is not a function'));
  audited.completed(500, false);
  const message = "APIServer panic'd: x is not a function";
  expect(told()).toEqual([['Panic', { status: 'Failure', reason: 'InternalError', message, code: 500 }]]);
});

test('what a request is about is completed by what came in, and by what was made of it', () => {
  const { audited, events } = begin('Metadata');
  audited.arrived();
  audited.requested({ metadata: { namespace: 'other', uid: 'u', resourceVersion: '7', generateName: 'g-' } });
  audited.answered(Buffer.from('{"metadata":{"name":"g-1"}}'));
  audited.completed(201, false);
  const known = { resource: 'pods', namespace: 'n', apiGroup: '', apiVersion: 'v1', subresource: '' };
  expect(events.map(({ objectRef }) => objectRef)).toEqual([
    { ...known, name: '', uid: '', resourceVersion: '' },
    { ...known, name: 'g-1', uid: 'u', resourceVersion: '7' },
  ]);
  expect(events[1]!.requestObject ?? events[1]!.responseObject).toBeUndefined();
});

test('the level says which objects are there, without managed fields where they are left out', () => {
  const object = {
    metadata: { name: 'x', managedFields: [{}] },
    kind: 'Pod',
    apiVersion: 'v1',
    big: 2n ** 60n,
  };
  const list = '{"items":[{"metadata":{"name":"x","managedFields":[]}}]}\n';
  for (const level of ['Request', 'RequestResponse'] as const) {
    const { audited, events } = begin(level);
    audited.requested(object);
    audited.answered(Buffer.from(list));
    audited.completed(200, false);
    const { requestObject, responseObject } = events[0]!;
    expect(requestObject).toBe(
      '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x"},"big":1152921504606846976}',
    );
    const isThere = level === 'RequestResponse';
    expect(responseObject).toBe(isThere ? '{"items":[{"metadata":{"name":"x"}}]}' : undefined);
  }
});

test.each<[Level, string[]]>([
  ['Metadata', ['mutation']],
  ['Request', ['mutation', 'patch']],
])('of annotations by webhooks level %s has %j', (level, kinds) => {
  const key = (kind: string) => `${kind}.webhook.admission.${api}/round_0_index_0`;
  const { audited, events, subject } = begin(level);
  for (const kind of ['mutation', 'patch']) subject.auditAnnotations.set(key(kind), '{}');
  audited.completed(200, false);
  expect([...events[0]!.annotations.keys()]).toEqual(kinds.map(key));
});

test.each([
  [{ verdict: 'allow', reason: 'may' } as const, { decision: 'allow', reason: 'may' }],
  [{ verdict: 'allow', reason: '', error: 'x' } as const, { decision: 'allow', reason: '' }],
  [{ verdict: 'no-opinion', reason: '' } as const, { decision: 'forbid', reason: '' }],
  [{ verdict: 'deny', reason: 'never' } as const, { decision: 'forbid', reason: 'never' }],
  [{ verdict: 'no-opinion', reason: '', error: 'x' } as const, { reason: 'internal error' }],
])('a ruling %j is noted as %j, and stays', (ruling, noted) => {
  const { audited, events } = begin('Metadata');
  audited.authorized(ruling);
  audited.authorized({ verdict: 'allow', reason: 'another' });
  audited.completed(200, false);
  const annotations = Object.fromEntries(events[0]!.annotations);
  const prefix = `authorization.${api}`;
  expect(annotations).toMatchObject(
    Object.fromEntries(Object.entries(noted).map(([key, value]) => [`${prefix}/${key}`, value])),
  );
});

test('a version that is going away is noted, with the release that no longer has it', () => {
  for (const removedRelease of ['1.25', '']) {
    const { audited, events } = begin('Metadata', {
      served: { definition: {}, deprecation: { removedRelease } },
    });
    audited.completed(200, false);
    expect(Object.fromEntries(events[0]!.annotations)).toEqual({
      [`${api}/deprecated`]: 'true',
      ...(removedRelease === '' ? {} : { [`${api}/removed-release`]: removedRelease }),
    });
  }
});

test('who acts as somebody else is the user, and whom they act as stands beside', () => {
  const joe = { ...ann, name: 'joe' };
  const { audited, events } = begin('Metadata', { user: joe, impersonator: ann });
  audited.completed(200, false);
  expect([events[0]!.user, events[0]!.impersonated]).toEqual([ann, joe]);
});
