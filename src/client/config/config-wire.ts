import { HttpWire } from '../api/http-wire.ts';
import type { Wire } from '../api/wire.ts';
import type { ClientConfig } from './client-config.ts';
import { CredentialWire } from './credential-wire.ts';

/** Sends requests as the configuration says. */
export function wireOf({ server, trust, credentials, impersonate }: ClientConfig): Wire {
  const { identity } = credentials;
  return new CredentialWire(new HttpWire({ server, ...trust, identity }), credentials, impersonate);
}
