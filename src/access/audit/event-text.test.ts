import { expect, test } from 'vitest';
import type { AuditEvent } from './event.ts';
import { EventText } from './event-text.ts';
import { legacyText } from './legacy-text.ts';

const user = { name: 'ann', uid: '1', groups: ['a', 'b'], extra: { z: ['1'], b: ['2', '3'] } };
const received = Date.UTC(2026, 0, 2, 3, 4, 5) + 0.25;
const event: AuditEvent = {
  level: 'RequestResponse',
  auditId: 'id-1',
  stage: 'ResponseComplete',
  verb: 'create',
  user,
  impersonated: { name: 'joe', uid: '', groups: [], extra: {} },
  caller: { uri: '/api?a=1&b=2', userAgent: 'test', sourceIps: ['127.0.0.1'] },
  objectRef: {
    resource: 'pods',
    namespace: 'n',
    name: 'x',
    uid: 'u',
    apiGroup: '',
    apiVersion: 'v1',
    resourceVersion: '7',
    subresource: 'log',
  },
  responseStatus: { status: 'Failure', message: 'no', reason: 'Invalid', code: 422 },
  requestObject: '{"a":1}',
  responseObject: '{"b":2}',
  received,
  at: received + 1.5,
  annotations: new Map([
    ['y', '2'],
    ['x', '1'],
  ]),
};

test('every field stands where clients of the log expect it, keys of maps in order', () => {
  expect(new EventText().fields(event)).toBe(
    '"level":"RequestResponse","auditID":"id-1","stage":"ResponseComplete","requestURI":"/api?a=1\\u0026b=2"' +
      ',"verb":"create","user":{"username":"ann","uid":"1","groups":["a","b"],"extra":{"b":["2","3"],"z":["1"]}}' +
      ',"impersonatedUser":{"username":"joe"},"sourceIPs":["127.0.0.1"],"userAgent":"test"' +
      ',"objectRef":{"resource":"pods","namespace":"n","name":"x","uid":"u","apiVersion":"v1"' +
      ',"resourceVersion":"7","subresource":"log"}' +
      ',"responseStatus":{"metadata":{},"status":"Failure","message":"no","reason":"Invalid","code":422}' +
      ',"requestObject":{"a":1},"responseObject":{"b":2}' +
      ',"requestReceivedTimestamp":"2026-01-02T03:04:05.000250Z","stageTimestamp":"2026-01-02T03:04:05.001750Z"' +
      ',"annotations":{"x":"1","y":"2"}',
  );
});

test('what is empty is left out', () => {
  const text = new EventText().fields({
    ...event,
    user: undefined,
    impersonated: undefined,
    caller: { uri: '/', userAgent: '', sourceIps: [] },
    objectRef: undefined,
    responseStatus: undefined,
    requestObject: undefined,
    responseObject: undefined,
    annotations: new Map(),
  });
  expect(Object.keys(JSON.parse(`{${text}}`))).toEqual([
    ...['level', 'auditID', 'stage', 'requestURI', 'verb', 'user'],
    ...['requestReceivedTimestamp', 'stageTimestamp'],
  ]);
});

test('users and callers of interleaved requests are not mixed up', () => {
  const texts = new EventText();
  const other = { ...event, user: { ...user, name: 'eve' }, impersonated: undefined };
  const names = [event, other, event, { ...other, caller: { ...event.caller, uri: '/x' } }].map((one) => {
    const { user: who, requestURI } = JSON.parse(`{${texts.fields(one)}}`);
    return `${who.username} ${requestURI}`;
  });
  expect(names).toEqual(['ann /api?a=1&b=2', 'eve /api?a=1&b=2', 'ann /api?a=1&b=2', 'eve /x']);
});

test.each([
  ['an end of line', 'a\nb\r\n'],
  ['what some take for one', 'a\u0085b\u2028c\u2029d\u000be\u000cf'],
  ['control characters of a terminal', 'a\u001b[2Jb\u009b2Jc\u007f\u0000'],
  ['quotes and backslashes', '"}\\'],
  ['markup', '<script>&'],
  ['half of a character', 'a\ud800b'],
])('%s comes out as it went in, on one line of harmless characters', (_, text) => {
  const given: AuditEvent = {
    ...event,
    user: { name: text, uid: text, groups: [text], extra: { [text]: [text] } },
    caller: { uri: text, userAgent: text, sourceIps: [] },
    objectRef: { ...event.objectRef!, name: text },
    responseStatus: { message: text, code: 400 },
    requestObject: JSON.stringify({ [text]: text }),
    annotations: new Map([[text, text]]),
  };
  const line = `{${new EventText().fields(given)}}`;
  expect(line).toMatch(/^[^\p{Cc}\u2028\u2029<>&]+$/u);
  const read = JSON.parse(line);
  expect([read.user.username, read.userAgent, read.objectRef.name, read.responseStatus.message]).toEqual(
    Array(4).fill(text),
  );
  expect([read.requestObject, read.annotations]).toEqual([{ [text]: text }, { [text]: text }]);
  expect(legacyText(given)).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
});

test('an audit event in the legacy format is one line of text', () => {
  expect(legacyText(event)).toBe(
    '2026-01-02T03:04:05.00025Z AUDIT: id="id-1" stage="ResponseComplete" ip="127.0.0.1" method="create"' +
      ' user="ann" groups="\\"a\\",\\"b\\"" as="joe" asgroups="" user-agent="test" namespace="n"' +
      ' uri="/api?a=1&b=2" response="422"',
  );
  const unknown = { ...event, user: undefined, impersonated: undefined, objectRef: undefined };
  const text = legacyText({
    ...unknown,
    responseStatus: undefined,
    caller: { ...event.caller, sourceIps: [] },
  });
  expect(text).toContain('ip="<unknown>" method="create" user="<none>" groups="<none>" as="<self>"');
  expect(text).toContain('asgroups="<lookup>" user-agent="test" namespace="<none>"');
  expect(text).toContain('response="<deferred>"');
});
