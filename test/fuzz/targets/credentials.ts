import { BearerTokenAuthenticator } from '../../../src/access/authentication/bearer-token.ts';
import { CsvError } from '../../../src/access/authentication/csv.ts';
import { TokenFileAuthenticator } from '../../../src/access/authentication/methods/token-file.ts';
import { readClaims } from '../../../src/access/authentication/tokens/claims.ts';
import { claimedIssuer, Signatures } from '../../../src/access/authentication/tokens/signatures.ts';
import { parsePolicies } from '../../../src/access/authorization/modes/abac-policies.ts';
import { signerNames } from '../../../src/api/certificates/signer-names.ts';
import { identityOf } from '../../../src/api/certificates/signer-rules.ts';
import { certificateError } from '../../../src/kinds/certificates/certificate-signing-request/certificate.ts';
import { defaultSigner } from '../../../src/kinds/certificates/certificate-signing-request/signers.ts';
import { checkSignature, parseRequest } from '../../../src/util/certificate-request.ts';
import { KeyError, readSigningKey, readVerificationKeys } from '../../../src/util/token-keys.ts';
import { expectTrue, type Target } from '../engine/target.ts';
import { dialect, samples } from './samples.ts';

/** Nothing has its other half. The same in each run: what is found has to be found again. */
const publicKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/iVUKi5lwIFOpo/Em7ijKgtQnm95
djrWIHBzpIyMmJrtgurd4+zUmxKwzUQvDfqyKLaDJLhsjyB/kPpB0Jrw1A==
-----END PUBLIC KEY-----
`;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const claims = {
  iss: `https://${dialect.service}.default.svc`,
  sub: 'system:serviceaccount:default:a',
  aud: ['x'],
  exp: 4102444800,
  nbf: 0,
  [dialect.label]: {
    namespace: 'default',
    serviceaccount: { name: 'a', uid: '1' },
    pod: { name: 'p', uid: '2' },
  },
};

/** Inputs are a header and a payload as JSON, a line each, or a whole token. */
export const jwt: Target = {
  name: 'jwt',
  seeds: () => [
    `${JSON.stringify({ alg: 'ES256', kid: 'k' })}\n${JSON.stringify(claims)}`,
    `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
    `${encoded({ alg: 'HS256', typ: 'JWT', crit: ['x'] })}.${encoded(claims)}.AAAA`,
    `${encoded({ alg: 'ES256' })}.${encoded(claims)}.${'A'.repeat(86)}`,
  ],
  dictionary: [
    '.',
    '..',
    'alg',
    'none',
    'HS256',
    'RS256',
    'ES256',
    'kid',
    'crit',
    'b64',
    'iss',
    'sub',
    'aud',
    'exp',
    'eyJ',
    '=',
    '-',
    '_',
  ],
  refusals: [],
  maxBytes: 64 * 1024,
  async run(text: string) {
    const [header = '', payload] = text.split('\n');
    const part = (json: string): string => Buffer.from(json).toString('base64url');
    const token = payload === undefined ? text : `${part(header)}.${part(payload)}.${'A'.repeat(86)}`;
    expectTrue(new Signatures(keys).verify(token) === undefined, 'a token that nobody signed is believed');
    claimedIssuer(token);
    if (payload !== undefined) readPayload(payload);
    const bearer = new BearerTokenAuthenticator([{ authenticateToken: () => undefined }], dialect);
    const request = { rawHeaders: [], connection: { peerCertificates: [], remoteAddress: '' } };
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: token },
      {
        'sec-websocket-protocol': `base64url.bearer.authorization.${dialect.api}.${token}, a`,
        upgrade: 'websocket',
      },
    ]) {
      const decision = await bearer.authenticate({ ...request, headers });
      expectTrue(typeof decision === 'string', 'a token that nobody knows is somebody');
    }
  },
};

const keys = readVerificationKeys(publicKey);

function readPayload(text: string): void {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    return;
  }
  if (typeof payload === 'object' && payload !== null) readClaims(payload, dialect);
}

export const pem: Target = {
  name: 'pem',
  seeds: () => [publicKey, publicKey + publicKey, rsaPem()],
  dictionary: [
    '-----BEGIN ',
    '-----END ',
    '-----',
    'PUBLIC KEY',
    'CERTIFICATE',
    'PRIVATE KEY',
    '\n',
    '\r\n',
    'Proc-Type: 4,ENCRYPTED\n',
  ],
  refusals: [KeyError],
  maxBytes: 256 * 1024,
  run(text: string) {
    for (const read of [readVerificationKeys, readSigningKey]) {
      try {
        read(text);
      } catch (error) {
        if (!(error instanceof KeyError)) throw error;
      }
    }
  },
};

/** Of no use to anybody: it only has the form. */
const rsaPem = (): string => publicKey.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY');

const { spec } = samples.find(({ kind }) => kind === 'CertificateSigningRequest')! as unknown as {
  spec: { request: string };
};
const requestText = Buffer.from(spec.request, 'base64').toString('latin1');
const requestBytes = Buffer.from(requestText.split('\n').slice(1, -2).join(''), 'base64');

const wrapped = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;

/** A reader that says what is wrong with an Error: the caller tells the client its message. */
function readRequest(base64: string): void {
  try {
    const request = parseRequest(base64);
    identityOf(request);
    checkSignature(request);
  } catch (error) {
    expectTrue(error instanceof Error && error.message.length < 10_000, 'no message, or an endless one');
    expectTrue(!(error instanceof RangeError && /call stack/.test(error.message)), 'a request is too deep');
  }
  defaultSigner(base64, ['client auth', 'digital signature', 'key encipherment'], signerNames(dialect));
  certificateError(base64);
}

export const certificateRequests: Target = {
  name: 'pkcs10',
  seeds: () => [requestBytes],
  dictionary: [],
  refusals: [],
  maxBytes: 64 * 1024,
  run: (bytes: Buffer) => readRequest(Buffer.from(wrapped(bytes)).toString('base64')),
};

export const certificateRequestTexts: Target = {
  name: 'pkcs10-pem',
  seeds: () => [requestText, requestText.replace('\n', '\nA: b\n\n'), requestText.replaceAll(' REQUEST', '')],
  dictionary: [
    '-----BEGIN CERTIFICATE REQUEST-----',
    '-----END CERTIFICATE REQUEST-----',
    '-----BEGIN ',
    '-----END ',
    '-----',
    '\n',
    '\r\n',
    ' \n',
    'a: b\n',
  ],
  refusals: [],
  maxBytes: 64 * 1024,
  run: (text: string) => readRequest(Buffer.from(text).toString('base64')),
};

export const tokenFiles: Target = {
  name: 'token-files',
  seeds: () => ['31ada4fd,jane,42,"developers,testers"\nb,"jo ""x""",1\r\n\n', '\ufeffa,b,c,d,e'],
  dictionary: [',', '"', '""', '\n', '\r\n', '\ufeff'],
  refusals: [CsvError],
  maxBytes: 512 * 1024,
  run(text: string) {
    new TokenFileAuthenticator(text, () => {}).authenticateToken(text.slice(0, 8));
  },
};

export const abac: Target = {
  name: 'abac',
  seeds: () => [
    `{"apiVersion":"abac.authorization.${dialect.label}/v1beta1","kind":"Policy","spec":{"user":"a","namespace":"*","resource":"pods","apiGroup":"*"}}\n# x\n\n`,
    '{"user":"jane","readonly":true,"resource":"pods","namespace":"a"}',
  ],
  dictionary: [
    '\n',
    '#',
    'spec',
    'nonResourcePath',
    'readonly',
    'group',
    '*',
    '/api/*',
    'kind',
    'apiVersion',
  ],
  refusals: [Error],
  run(text: string) {
    parsePolicies('policies', text, dialect);
  },
};
