import { X509Certificate } from 'node:crypto';
import type { Identity } from '../../../util/x509.ts';
import { Fields, ShapeError } from '../../fields.ts';
import { checkIdentity } from '../../identity-files.ts';
import { parseYaml } from '../parse-yaml.ts';

export interface ExecOutput {
  token: string | undefined;
  identity: Identity | undefined;
  /** Milliseconds; undefined: until they are refused. */
  expires: number | undefined;
}

/** Parses the output of a credential plugin, JSON or YAML. Throws a start-up error. */
export function parseOutput(text: string, apiVersion: string): ExecOutput {
  const status = statusOf(text, apiVersion);
  const token = status.text('token') || undefined;
  const certificate = status.text('clientCertificateData') || undefined;
  const privateKey = status.text('clientKeyData') || undefined;
  if (token === undefined && certificate === undefined && privateKey === undefined) {
    throw new Error("exec plugin didn't return a token or cert/key pair");
  }
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw new Error('exec plugin returned only certificate or key, not both');
  }
  const identity = certificate === undefined ? undefined : identityOf(certificate, privateKey!);
  return { token, identity, expires: expiry(status) };
}

function statusOf(text: string, apiVersion: string): Fields {
  const document = decoded(() => new Fields(parseYaml(text), ''));
  const kind = decoded(() => document.text('kind'));
  const version = decoded(() => document.text('apiVersion'));
  if (kind !== 'ExecCredential')
    throw decoding(`no kind "ExecCredential" in the output: ${JSON.stringify(kind)}`);
  if (version !== apiVersion) {
    throw new Error(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned version ${version ?? ''}`,
    );
  }
  const status = decoded(() => document.object('status'));
  if (status === undefined) throw new Error("exec plugin didn't return a status field");
  return status;
}

function identityOf(certificate: string, privateKey: string): Identity {
  try {
    const identity = { certificate, privateKey };
    // Finds out whether it is one, whatever the library makes of text around it.
    new X509Certificate(certificate);
    checkIdentity(identity);
    return identity;
  } catch (error) {
    throw new Error(`failed parsing client key/certificate: ${(error as Error).message}`, { cause: error });
  }
}

function expiry(status: Fields): number | undefined {
  const text = decoded(() => status.text('expirationTimestamp'));
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw decoding(`expirationTimestamp: ${JSON.stringify(text)} is no time`);
  return time;
}

function decoded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw decoding(error instanceof ShapeError ? error.message : (error as Error).message.split('\n')[0]!);
  }
}

const decoding = (why: string): Error => new Error(`decoding stdout: ${why}`);
