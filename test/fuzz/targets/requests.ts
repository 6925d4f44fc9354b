import { HeaderValues, userOfHeaders } from '../../../src/access/authentication/user-headers.ts';
import { isWellFormedType, parseAccept, parseMediaType } from '../../../src/api/codec/media-type.ts';
import { negotiate, plainJson, wantsPretty } from '../../../src/api/codec/negotiation.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { acceptedProtobufTypes } from '../../../src/api/meta/dialect.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { parseRequestInfo } from '../../../src/api/request/request-info.ts';
import { listOptionRules } from '../../../src/server/list-option-rules.ts';
import { impersonatedUser, impersonationOf } from '../../../src/server/request/impersonation.ts';
import { parseListOptions } from '../../../src/server/request/list-options.ts';
import { parseWriteOptions } from '../../../src/server/request/write-options.ts';
import type { ServedResource } from '../../../src/server/surface/api-surface.ts';
import { writeRules } from '../../../src/server/write-rules.ts';
import { expectTrue, type Target } from '../engine/target.ts';
import { definitionOf, dialect } from './samples.ts';

/** As much of a resource as reading the options of a list needs. */
const api = {
  fieldValidation: 'Warn',
  metaGroup: 'meta',
  listOptions: listOptionRules(new FeatureGates('1.36')),
  writes: writeRules(new FeatureGates('1.36')),
} as const;
const served = {
  definition: definitionOf('v1', 'Pod')!,
  apiVersion: 'v1',
  resource: { rules: { selectableFields: { names: ['spec.nodeName', 'status.phase'] } } },
} as unknown as ServedResource;

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'constructor',
  '__proto__',
  'toString',
];

export const targets: Target = {
  name: 'targets',
  seeds: () => [
    '/api/v1/namespaces/a/pods/b?watch=1&labelSelector=app%3Dweb&limit=500&continue=abc',
    '/apis/apps/v1/namespaces/a/deployments/b/scale?fieldManager=x&dryRun=All&fieldValidation=Strict',
    '/api/v1/namespaces/a/pods/b:80/proxy/x//%2f..?a=b;c',
    '/api/v1/watch/namespaces/a/pods/b?timeoutSeconds=1&resourceVersion=0&resourceVersionMatch=Exact&pretty=true',
    '/healthz?verbose&exclude=a&exclude=b',
    '/api/v1/nodes/https:a:1/proxy',
  ],
  dictionary: [
    '/',
    '//',
    '%2f',
    '%2e',
    '..',
    '?',
    '&',
    '=',
    ';',
    '%',
    '%c3%a4',
    '%ff',
    '+',
    '/proxy',
    '/namespaces/',
    '/watch/',
    'labelSelector=',
    'fieldSelector=',
  ],
  refusals: [StatusError],
  maxBytes: 64 * 1024,
  run(text: string) {
    for (const method of methods) {
      const info = parseRequestInfo(method, text);
      if (!('path' in info)) continue;
      expectTrue(typeof info.verb === 'string', 'a verb is no text');
      expectTrue(
        info.subresource === 'proxy' || !/\/\.{1,2}(\/|$)/.test(info.path),
        'a path leads elsewhere',
      );
      info.query.integer('limit');
      wantsPretty(info.query.get('pretty'), 'curl/8', plainJson);
      parseWriteOptions({ info, api }, 'PatchOptions');
      parseListOptions({ info, served, api });
    }
  },
};

const offer = {
  protobuf: acceptedProtobufTypes(dialect),
  conversions: ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const,
  metaGroups: [`meta.${dialect.api}`],
};

export const mediaTypes: Target = {
  name: 'media-types',
  seeds: () => [
    `application/json;as=Table;v=v1;g=meta.${dialect.api},application/json;q=0.9, */*;q=0.1`,
    `${dialect.protobuf};stream=watch, application/yaml; charset="utf-8"`,
    'text/html, application/*;q=0',
  ],
  dictionary: [
    ',',
    ';',
    '=',
    '"',
    '*/*',
    'application/json',
    'application/*',
    ';q=',
    '0.5',
    'as=Table',
    'v=v1',
    '/',
    ' ',
  ],
  refusals: [StatusError],
  maxBytes: 64 * 1024,
  run(text: string) {
    parseMediaType(text);
    parseAccept(text);
    isWellFormedType(text);
    negotiate(text, offer);
  },
};

/** Inputs are lines `Name: value`, as a request has them. */
export const headers: Target = {
  name: 'headers',
  seeds: () => [
    'Impersonate-User: jane\nImpersonate-Group: developers\nImpersonate-Extra-scopes%2fmine: a\nImpersonate-Uid: 1',
    'Impersonate-User: system:serviceaccount:default:a\nImpersonate-Extra-__proto__: b\nImpersonate-Group: x',
    'X-Remote-User: jane\nX-Remote-Group: a\nX-Remote-Group: b\nX-Remote-Extra-%61: c\nX-Remote-Extra-__proto__: d',
  ],
  dictionary: [
    'Impersonate-User: ',
    'Impersonate-Group: ',
    'Impersonate-Uid: ',
    'Impersonate-Extra-',
    'X-Remote-Extra-',
    '\n',
    '%',
    '%2f',
    ': ',
    'system:masters',
    '\xc3\xa4',
    '\xff',
  ],
  refusals: [],
  maxBytes: 64 * 1024,
  run(text: string) {
    const raw = text.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      // A parser of HTTP has let the headers through: names are tokens, values are bytes.
      const name = line.slice(0, at).replace(/[^\w%!#$&'*+.^`|~-]/g, '');
      return at < 1 || name === ''
        ? []
        : [name, Buffer.from(line.slice(at + 1).trim(), 'latin1').toString('latin1')];
    });
    const impersonation = impersonationOf(raw, `authentication.${dialect.api}`);
    if (impersonation !== undefined && 'user' in impersonation) impersonatedUser(impersonation);
    const wanted = raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    userOfHeaders(new HeaderValues(raw, wanted), {
      usernameHeaders: ['x-remote-user'],
      groupHeaders: ['x-remote-group'],
      extraHeaderPrefixes: ['x-remote-extra-'],
    });
  },
};
