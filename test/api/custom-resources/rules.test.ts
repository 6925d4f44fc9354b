import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definition, definitionsPath, specOf, tab } from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';

const key = 'x-kubernetes-validations';
const text = { type: 'string' };
const number = { type: 'integer' };
const rule = (expression: string, more: object = {}) => ({ rule: expression, ...more });

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--emulated-version=1.26'] });
});
afterAll(() => server.remove());

const withRules = (rules: object[], properties: object = { a: number, b: number, s: text }, at = server) => {
  const group = `r${++count}.example`;
  const object = definition({ group, versions: [{ schema: specOf(properties, { [key]: rules }) }] });
  const path = `/apis/${group}/v1/namespaces/default/tabs`;
  const instance = (name: string, spec: object) => ({ ...tab(name, { spec }), apiVersion: `${group}/v1` });
  return { object, path, instance, client: at.client };
};

describe('rules of definitions', () => {
  const at = (field: string) => `spec.validation.openAPIV3Schema.properties[spec].${key}[0].${field}`;
  it.each<[object, string, string]>([
    [{ rule: '' }, at('rule'), 'Required value: rule is not specified'],
    [
      { rule: 'self.a' },
      at('rule'),
      'ValidationRule{Rule:"self.a", Message:""}: cel expression must evaluate to a bool',
    ],
    [{ rule: 'self.none == 1' }, at('rule'), 'compilation failed: '],
    [{ rule: 'self.a +' }, at('rule'), 'compilation failed: '],
    [
      { rule: 'true\n&& true' },
      at('message'),
      'Required value: message must be specified if rule contains line breaks',
    ],
    [{ rule: 'true', message: ' ' }, at('message'), 'Invalid value: " ": must be non-empty if specified'],
    [
      { rule: 'true', message: 'a\nb' },
      at('message'),
      'Invalid value: "a\\nb": must not contain line breaks',
    ],
  ])('%o is refused', async (one, field, message) => {
    const { object } = withRules([one]);
    const answer = await server.client.post(definitionsPath, object);
    expect(answer.status, answer.text).toBe(422);
    const [cause] = answer.body.details.causes;
    expect(cause.field).toBe(field);
    expect(cause.message).toContain(message);
  });

  it('about changes are refused below lists without keys', async () => {
    const items = { ...text, [key]: [rule('self == oldSelf')] };
    const { object } = withRules([], { l: { type: 'array', items } });
    const answer = await server.client.post(definitionsPath, object);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(
      'oldSelf cannot be used on the uncorrelatable portion of the schema within ' +
        'spec.validation.openAPIV3Schema.properties[spec].properties[l]',
    );
  });
});

describe('rules', () => {
  it('are asked about new objects and changed ones', async () => {
    const { object, path, instance } = withRules([
      rule('self.a <= self.b', { message: 'a is above b' }),
      rule('!has(self.s) || self.s.startsWith("x")'),
    ]);
    await define(server, object);
    const refused = await server.client.post(path, instance('one', { a: 2, b: 1, s: 'y' }));
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.details.causes).toEqual([
      { reason: 'FieldValueInvalid', message: 'Invalid value: "object": a is above b', field: 'spec' },
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: "object": failed rule: !has(self.s) || self.s.startsWith("x")',
        field: 'spec',
      },
    ]);
    const made = await server.client.post(path, instance('one', { a: 1, b: 2 }));
    expect(made.status, made.text).toBe(201);
    const put = await server.client.put(`${path}/one`, { ...made.body, spec: { a: 3, b: 2 } });
    expect(put.status).toBe(422);
  });

  it('about changes are asked about changes alone', async () => {
    const { object, path, instance } = withRules([], {
      a: { ...number, [key]: [rule('self >= oldSelf', { message: 'never less' })] },
      parts: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['id'],
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: text, v: { ...number, [key]: [rule('self == oldSelf', { message: 'fixed' })] } },
        },
      },
    });
    await define(server, object);
    const made = await server.client.post(path, instance('one', { a: 5, parts: [{ id: 'x', v: 1 }] }));
    expect(made.status, made.text).toBe(201);
    const less = await server.client.put(`${path}/one`, { ...made.body, spec: { a: 4 } });
    expect(less.body.details.causes[0]).toMatchObject({
      message: 'Invalid value: "integer": never less',
      field: 'spec.a',
    });
    const parts = [
      { id: 'new', v: 7 },
      { id: 'x', v: 2 },
    ];
    const other = await server.client.put(`${path}/one`, { ...made.body, spec: { a: 6, parts } });
    expect(other.body.details.causes).toMatchObject([
      { message: 'Invalid value: "integer": fixed', field: 'spec.parts[1].v' },
    ]);
    const fine = await server.client.put(`${path}/one`, {
      ...made.body,
      spec: { a: 6, parts: [{ id: 'x', v: 1 }] },
    });
    expect(fine.status, fine.text).toBe(200);
  });

  it('about changes are asked below atomic maps as well', async () => {
    const { object, path, instance } = withRules([], {
      m: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: { a: { ...number, [key]: [rule('self >= oldSelf', { message: 'never less' })] } },
      },
    });
    await define(server, object);
    const made = await server.client.post(path, instance('one', { m: { a: 5 } }));
    expect(made.status, made.text).toBe(201);
    const less = await server.client.put(`${path}/one`, { ...made.body, spec: { m: { a: 4 } } });
    expect(less.body.details.causes).toMatchObject([
      { message: 'Invalid value: "integer": never less', field: 'spec.m.a' },
    ]);
  });

  it('ask for fields of items, as Gateway API does', async () => {
    const { object, path, instance } = withRules(
      [rule('self.l.size() == 0 || !has(self.l[0].s) || self.l[0].s != "x"', { message: 'not x' })],
      { l: { type: 'array', items: { type: 'object', properties: { s: text } } } },
    );
    await define(server, object);
    expect((await server.client.post(path, instance('one', { l: [{}] }))).status).toBe(201);
    const refused = await server.client.post(path, instance('two', { l: [{ s: 'x' }] }));
    expect(refused.body.details.causes).toMatchObject([{ field: 'spec' }]);
  });

  it('that cannot be worked out refuse', async () => {
    const { object, path, instance } = withRules([rule('self.a / self.b > 0')]);
    await define(server, object);
    const { body } = await server.client.post(path, instance('one', { a: 1, b: 0 }));
    expect(body.details.causes[0].message).toBe(
      'Invalid value: "object": division by zero evaluating rule: self.a / self.b > 0',
    );
  });

  it('are not asked about what breaks its schema', async () => {
    const { object, path, instance } = withRules([rule('self.a > 1')]);
    await define(server, object);
    const { body } = await server.client.post(path, instance('one', { a: 'x' }));
    expect(body.details.causes).toMatchObject([
      { field: 'spec.a' },
      { field: '<nil>', message: expect.stringContaining('some validation rules were not checked') },
    ]);
  });

  it('that take too long are given up, and the object is refused', async () => {
    const list = { type: 'array', items: number, maxItems: 1_000 };
    const { object, path, instance } = withRules([rule('self.l.all(x, self.l.all(y, x + y >= 0))')], {
      l: list,
    });
    await define(server, object);
    const spec = { l: Array.from({ length: 1_000 }, (_, index) => index) };
    const began = performance.now();
    const { body } = await server.client.post(path, instance('one', spec));
    expect(body.details.causes[0].message).toContain('call cost exceeds limit for rule');
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('before the release that has them', () => {
  it('x-validations are dropped before the release that has them', async () => {
    const old = await TestServer.start();
    const { object, path, instance, client } = withRules([rule('self.a > 1')], { a: number }, old);
    await define(old, object);
    const { body } = await client.get(`${definitionsPath}/${object.metadata.name}`);
    expect(JSON.stringify(body)).not.toContain(key);
    expect((await client.post(path, instance('one', { a: 0 }))).status).toBe(201);
    await old.remove();
  });
});
