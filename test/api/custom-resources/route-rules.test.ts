import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definition, specOf } from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';

/** Rules of the shape that the routes of Gateway API (HTTPRoute, GRPCRoute) have. */

const text = { type: 'string' };
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const list = (items: object, more: object = {}): object => ({ type: 'array', items, ...more });
/** Rules by their messages. */
const rules = (byMessage: Record<string, string>): object => ({
  'x-kubernetes-validations': Object.entries(byMessage).map(([message, rule]) => ({ message, rule })),
});

const sameParent = `p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name
  && (((!has(p1.__namespace__) || p1.__namespace__ == '') && (!has(p2.__namespace__) || p2.__namespace__ == ''))
  || (has(p1.__namespace__) && has(p2.__namespace__) && p1.__namespace__ == p2.__namespace__))`;
const noSection = (parent: string): string => `(!has(${parent}.sectionName) || ${parent}.sectionName == '')`;
const parentRefs = list(
  object(
    {
      group: { ...text, default: 'routes.example', maxLength: 253 },
      kind: { ...text, default: 'Gateway', maxLength: 63 },
      name: { ...text, maxLength: 253 },
      namespace: { ...text, maxLength: 63 },
      sectionName: { ...text, maxLength: 253 },
    },
    { required: ['name'] },
  ),
  {
    maxItems: 32,
    ...rules({
      'a section for each of two': `self.all(p1, self.all(p2, ${sameParent}
        ? ${noSection('p1')} == ${noSection('p2')} : true))`,
      'no section twice': `self.all(p1, self.exists_one(p2, ${sameParent}
        && ((${noSection('p1')} && ${noSection('p2')})
        || (has(p1.sectionName) && has(p2.sectionName) && p1.sectionName == p2.sectionName))))`,
    }),
  },
);

const types = ['RequestHeaderModifier', 'RequestRedirect', 'URLRewrite', 'RequestMirror'];
const fieldOf = (type: string): string =>
  type.replace(/^[A-Z]+?(?=[A-Z][a-z])|^[A-Z]/, (head) => head.toLowerCase());
const pathChange = object(
  { type: { ...text, enum: ['ReplaceFullPath', 'ReplacePrefixMatch'] }, replacePrefixMatch: text },
  rules({
    'a prefix is given': "self.type == 'ReplacePrefixMatch' ? has(self.replacePrefixMatch) : true",
  }),
);
const mirror = object(
  {
    percent: { type: 'integer', minimum: 0, maximum: 100 },
    fraction: object(
      { numerator: { type: 'integer' }, denominator: { type: 'integer', default: 100 } },
      rules({ 'no more than all': 'self.numerator <= self.denominator' }),
    ),
  },
  rules({ 'percent or fraction': '!(has(self.percent) && has(self.fraction))' }),
);
const filters = list(
  object(
    {
      type: { ...text, enum: types },
      requestHeaderModifier: object({ remove: list(text) }),
      requestRedirect: object({ path: pathChange }),
      urlRewrite: object({ path: pathChange }),
      requestMirror: mirror,
    },
    {
      required: ['type'],
      ...rules(
        Object.fromEntries(
          types.flatMap((type) => [
            [`${type} alone`, `!(has(self.${fieldOf(type)}) && self.type != '${type}')`],
            [`${type} is given`, `!(!has(self.${fieldOf(type)}) && self.type == '${type}')`],
          ]),
        ),
      ),
    },
  ),
  {
    maxItems: 16,
    ...rules({
      'redirect or rewrite':
        "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))",
      'one redirect': "self.filter(f, f.type == 'RequestRedirect').size() <= 1",
    }),
  },
);

const path = object(
  {
    type: { ...text, default: 'PathPrefix', enum: ['Exact', 'PathPrefix', 'RegularExpression'] },
    value: { ...text, default: '/', maxLength: 1024 },
  },
  rules({
    'begins with a slash': "(self.type in ['Exact', 'PathPrefix']) ? self.value.startsWith('/') : true",
    'no empty segment': "(self.type in ['Exact', 'PathPrefix']) ? !self.value.contains('//') : true",
    'characters of paths':
      '(self.type in [\'Exact\', \'PathPrefix\']) ? self.value.matches(r"""^(?:[-A-Za-z0-9/._~!$&\'()*+,;=:@]|[%][0-9a-fA-F]{2})+$""") : true',
  }),
);
const method = object(
  {
    type: { ...text, default: 'Exact' },
    service: { ...text, maxLength: 1024 },
    method: { ...text, maxLength: 1024 },
  },
  rules({
    'service or method': 'has(self.type) ? has(self.service) || has(self.method) : true',
    'a name of a service':
      '(!has(self.type) || self.type == \'Exact\') && has(self.service) ? self.service.matches(r"""^(?i)\\.?[a-z_][a-z_0-9]*(\\.[a-z_][a-z_0-9]*)*$""") : true',
  }),
);
const matches = list(object({ path, method }), { maxItems: 64, default: [{ path: {} }] });

const span = { ...text, pattern: '^([0-9]{1,5}(h|m|s|ms)){1,4}$' };
const timeouts = object(
  { request: span, backendRequest: span },
  rules({
    'no longer than the whole': `!(has(self.request) && has(self.backendRequest)
      && duration(self.request) != duration('0s') && duration(self.backendRequest) > duration(self.request))`,
  }),
);
const backendRefs = list(
  object(
    {
      group: { ...text, default: '' },
      kind: { ...text, default: 'Service' },
      name: text,
      port: { type: 'integer', format: 'int32' },
    },
    rules({
      'a port of a service': "(size(self.group) == 0 && self.kind == 'Service') ? has(self.port) : true",
    }),
  ),
  { maxItems: 16 },
);

const hasPrefixChange = (filter: string): string =>
  `(has(self.filters) && self.filters.exists_one(f, has(f.${filter}) && has(f.${filter}.path)
    && f.${filter}.path.type == 'ReplacePrefixMatch' && has(f.${filter}.path.replacePrefixMatch)))
    ? ((size(self.matches) != 1 || !has(self.matches[0].path) || self.matches[0].path.type != 'PathPrefix')
    ? false : true) : true`;
const countOf = (_: unknown, at: number): string =>
  `(self.size() > ${at} ? (has(self[${at}].matches) ? self[${at}].matches.size() : 0) : 0)`;
const routeRules = list(
  object(
    { matches, filters, backendRefs, timeouts },
    rules({
      'redirects have no backends': `(has(self.backendRefs) && size(self.backendRefs) > 0)
        ? (!has(self.filters) || self.filters.all(f, !has(f.requestRedirect))) : true`,
      'one prefix to redirect': hasPrefixChange('requestRedirect'),
      'one prefix to rewrite': hasPrefixChange('urlRewrite'),
    }),
  ),
  {
    maxItems: 16,
    default: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }] }],
    ...rules({ '128 matches of all': `${Array.from({ length: 16 }, countOf).join(' + ')} <= 128` }),
  },
);

const group = 'routes.example';
const collection = `/apis/${group}/v1/namespaces/default/routes`;
const named = (spec: object): object => ({
  kind: 'Route',
  apiVersion: `${group}/v1`,
  metadata: { generateName: 'r-' },
  spec,
});

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--emulated-version=1.26'] });
  const schema = specOf({ parentRefs, rules: routeRules });
  await define(server, definition({ group, plural: 'routes', versions: [{ schema }] }));
});
afterAll(() => server?.remove());

const redirect = (type: string): object => ({
  type: 'RequestRedirect',
  requestRedirect: { path: { type, replacePrefixMatch: '/new' } },
});
const backends = [{ name: 'web', port: 80 }];
const prefixes = [{ path: { value: '/a' } }, { path: { value: '/b' } }];
const many = (matches: number): object => ({
  matches: Array.from({ length: matches }, () => ({ path: {} })),
});

describe('routes', () => {
  it.each<[string, object]>([
    ['nothing but defaults', {}],
    ['parents in two namespaces', { parentRefs: [{ name: 'g' }, { name: 'g', namespace: 'other' }] }],
    ['two sections', { parentRefs: ['a', 'b'].map((sectionName) => ({ name: 'g', sectionName })) }],
    ['paths and backends', { rules: [{ matches: prefixes, backendRefs: backends }] }],
    [
      'a redirect of a prefix',
      { rules: [{ matches: [prefixes[0]], filters: [redirect('ReplacePrefixMatch')] }] },
    ],
    [
      'a service and a method',
      { rules: [{ matches: [{ method: { service: 'shop.Cart', method: 'Add' } }] }] },
    ],
    ['times', { rules: [{ timeouts: { request: '1m', backendRequest: '59s999ms' } }] }],
    ['as many matches as there may be', { rules: [many(64), many(64)] }],
  ])('are made: %s', async (_, spec) => {
    const made = await server.client.post(collection, named(spec));
    expect(made.status, made.text).toBe(201);
  });

  it.each<[string, string, object]>([
    [
      'a section for each of two',
      'parentRefs',
      { parentRefs: [{ name: 'g' }, { name: 'g', sectionName: 'a' }] },
    ],
    ['no section twice', 'parentRefs', { parentRefs: [{ name: 'g' }, { name: 'g' }] }],
    ['begins with a slash', 'rules[0].matches[0].path', { rules: [{ matches: [{ path: { value: 'a' } }] }] }],
    [
      'no empty segment',
      'rules[0].matches[0].path',
      { rules: [{ matches: [{ path: { value: '/a//b' } }] }] },
    ],
    [
      'characters of paths',
      'rules[0].matches[0].path',
      { rules: [{ matches: [{ path: { value: '/ä' } }] }] },
    ],
    ['service or method', 'rules[0].matches[0].method', { rules: [{ matches: [{ method: {} }] }] }],
    [
      'a name of a service',
      'rules[0].matches[0].method',
      { rules: [{ matches: [{ method: { service: '1' } }] }] },
    ],
    ['URLRewrite is given', 'rules[0].filters[0]', { rules: [{ filters: [{ type: 'URLRewrite' }] }] }],
    [
      'one prefix to redirect',
      'rules[0]',
      { rules: [{ matches: prefixes, filters: [redirect('ReplacePrefixMatch')] }] },
    ],
    [
      'redirects have no backends',
      'rules[0]',
      { rules: [{ backendRefs: backends, filters: [redirect('ReplaceFullPath')] }] },
    ],
    ['a port of a service', 'rules[0].backendRefs[0]', { rules: [{ backendRefs: [{ name: 'web' }] }] }],
    [
      'no more than all',
      'rules[0].filters[0].requestMirror.fraction',
      { rules: [{ filters: [{ type: 'RequestMirror', requestMirror: { fraction: { numerator: 101 } } }] }] },
    ],
    [
      'no longer than the whole',
      'rules[0].timeouts',
      { rules: [{ timeouts: { request: '1s', backendRequest: '1001ms' } }] },
    ],
    ['128 matches of all', 'rules', { rules: [many(64), many(64), many(1)] }],
  ])('are refused: %s', async (message, field, spec) => {
    const refused = await server.client.post(collection, named(spec));
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.details.causes).toEqual([
      {
        reason: 'FieldValueInvalid',
        message: expect.stringMatching(new RegExp(`^Invalid value: "(object|array)": ${message}$`)),
        field: `spec.${field}`,
      },
    ]);
  });
});
