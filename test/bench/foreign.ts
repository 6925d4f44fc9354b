import { readFileSync } from 'node:fs';
import type { Endpoint } from './http-client.ts';
import { ProcessMeter } from './process-meter.ts';
import type { Server } from './server.ts';
import type { ForeignServer } from './settings.ts';

/** A server that someone else runs. */
export function foreignServer({ url, token, certFile, keyFile, pid }: ForeignServer): Server {
  const endpoint: Endpoint = {
    host: url.hostname,
    port: Number(url.port || 443),
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    cert: certFile === undefined ? undefined : readFileSync(certFile),
    key: keyFile === undefined ? undefined : readFileSync(keyFile),
  };
  return { endpoint, meter: pid === undefined ? undefined : new ProcessMeter(pid) };
}
