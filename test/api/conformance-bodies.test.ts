import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.client.post(configMaps, configMap('one', { a: 'b' }));
});
afterAll(() => server.remove());

const syntax =
  "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: ";
const struct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const registry = 'k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30';
const handled = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal ';

describe('a body that is no object of the kind', () => {
  it.each([
    ['', `${syntax}unexpected end of JSON input (<empty>)`],
    ['{', `${syntax}unexpected end of JSON input ({)`],
    ['{a}', `${syntax}invalid character 'a' looking for beginning of object key string ({a})`],
    ['{"a"}', `${syntax}invalid character '}' after object key ({"a"})`],
    ['{"a":1,}', `${syntax}invalid character '}' looking for beginning of object key string ({"a":1,})`],
    ['{"a":1 "b":2}', `${syntax}invalid character '"' after object key:value pair ({"a":1 "b":2})`],
    ['{"a":nul}', `${syntax}invalid character '}' in literal null (expecting 'l') ({"a":nul})`],
    ['{"a":01}', `${syntax}invalid character '1' after object key:value pair ({"a":01})`],
    ['{"a":"\\x"}', `${syntax}invalid character 'x' in string escape code ({"a":"\\x"})`],
    ['[1 2]', `${syntax}invalid character '2' after array element (5b3120325d)`],
    ['{} x', `${syntax}invalid character 'x' after top-level value ({} x)`],
    ['[]', `${syntax}json: cannot unmarshal array into Go value of type ${struct} (5b5d)`],
    ['"x"', `${syntax}json: cannot unmarshal string into Go value of type ${struct} (227822)`],
    [
      '{"kind":5}',
      `${syntax}json: cannot unmarshal number into Go struct field .kind of type string ({"kind":5})`,
    ],
    [
      '{"apiVersion":"a/b/c"}',
      'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
    ],
    [
      '{"kind":"Thing","apiVersion":"v1"}',
      `Thing in version "v1" cannot be handled as a ConfigMap: no kind "Thing" is registered for version "v1" in scheme "${registry}"`,
    ],
    [
      '{"kind":"ConfigMap","apiVersion":"a/v2"}',
      `ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "a/v2" in scheme "${registry}"`,
    ],
    [
      '{"kind":"Deployment","apiVersion":"apps/v1"}',
      'Deployment in version "v1" cannot be handled as a ConfigMap: converting (v1.Deployment) to (core.ConfigMap): unknown conversion',
    ],
    ['{"metadata":5}', `${handled}number into Go struct field ConfigMap.metadata of type v1.ObjectMeta`],
    [
      '{"metadata":{"labels":{"a":5}}}',
      `${handled}number into Go struct field ObjectMeta.metadata.labels of type string`,
    ],
    [
      '{"metadata":{"generation":1.5}}',
      `${handled}number 1.5 into Go struct field ObjectMeta.metadata.generation of type int64`,
    ],
  ])('%s', async (body, message) => {
    const answer = await server.client.post(configMaps, body);
    expect(answer.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'BadRequest',
      code: 400,
    });
  });

  it('null is an empty object', async () => {
    expect((await server.client.post(configMaps, 'null')).body).toMatchObject({
      code: 422,
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    });
  });

  it('the same kind in another version', async () => {
    const event = { kind: 'CronJob', apiVersion: 'batch/v1beta1', metadata: { name: 'x' } };
    expect(
      (await server.client.post('/apis/batch/v1/namespaces/default/cronjobs', event)).body,
    ).toMatchObject({
      code: 400,
      message:
        'the API version in the data (batch/v1beta1) does not match the expected API version (batch/v1)',
    });
  });

  it.each([
    [
      'POST',
      configMaps,
      'text/plain',
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ],
    ['PATCH', `${configMaps}/one`, 'application/json', '415: Unsupported Media Type'],
  ])('%s %s as %s', async (method, path, type, message) => {
    const { body } = await server.client.send(method, path, {
      body: '{}',
      headers: { 'content-type': type },
    });
    expect(body).toMatchObject({ code: 415, reason: 'UnsupportedMediaType', message });
  });

  it('is not what the text of YAML is blamed for', async () => {
    const headers = { 'content-type': 'application/yaml' };
    const { body } = await server.client.post(configMaps, 'a: b: c', { headers });
    expect(body.message).not.toContain('json parse error');
  });
});

describe('DeleteOptions', () => {
  const noReason = (message: string) => ({ code: 500, reason: undefined, message });
  const body = (text: string) => server.client.delete(`${configMaps}/one`, text);

  it.each([
    ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [
      '{"gracePeriodSeconds":"x"}',
      'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ],
  ])('that cannot be read are a fault without a reason: %s', async (text, message) => {
    const { body: status } = await body(text);
    expect({ code: status.code, reason: status.reason, message: status.message }).toEqual(noReason(message));
  });

  it('are taken in any version', async () => {
    const options = { kind: 'DeleteOptions', apiVersion: 'apps/v1', preconditions: { uid: 'x' } };
    expect((await body(JSON.stringify(options))).body).toMatchObject({
      code: 409,
      details: { kind: 'ConfigMap', name: 'one' },
    });
  });

  it.each([
    [
      '?propagationPolicy=',
      'propagationPolicy: Unsupported value: "": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
  ])('in the query: %s', async (query, message) => {
    expect((await server.client.delete(`${configMaps}/one${query}`)).body).toMatchObject({
      code: 422,
      message: `DeleteOptions.meta.k8s.io "" is invalid: ${message}`,
    });
  });
});

describe('options of writes', () => {
  it('are checked in their order, before the body', async () => {
    const { body } = await server.client.post(`${configMaps}?dryRun=x&fieldManager=%01`, '{');
    expect(body.message).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: [fieldManager: Invalid value: "\\x01": invalid character U+0001 (at position 0), ' +
        'dryRun: Unsupported value: []string{"x"}: supported values: "All"]',
    );
  });

  it('an update looks at them before the type of its body, a creation after it', async () => {
    const options = { body: 'x', headers: { 'content-type': 'text/plain' } };
    expect((await server.client.send('PUT', `${configMaps}/one?dryRun=x`, options)).status).toBe(422);
    expect((await server.client.send('POST', `${configMaps}?dryRun=x`, options)).status).toBe(415);
  });
});

describe('items of a schema of custom resources that are neither a schema nor a list', () => {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const definition = (items: unknown) => ({
    metadata: { name: 'bs.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'bs', kind: 'B' },
      scope: 'Cluster',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'array', items } } } },
        },
      ],
    },
  });

  it.each(['', 5, true, null])('%j is none, and the definition invalid', async (items) => {
    const { status, body } = await server.client.post(path, definition(items));
    expect(status).toBe(422);
    expect(body.details.causes).toEqual([
      {
        reason: 'FieldValueRequired',
        message: 'Required value: must be specified',
        field: expect.stringMatching(/properties\[a\]\.items$/),
      },
    ]);
  });
});
