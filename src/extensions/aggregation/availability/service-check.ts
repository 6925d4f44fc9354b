import type { Lister } from '../../../api/meta/lister.ts';
import type { CoreV1Endpoints, CoreV1Service } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import type { RemoteApiService } from '../api-service/api-service.ts';

export interface Availability {
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
}

export interface ServiceListers {
  services: Lister<CoreV1Service>;
  endpoints: Lister<CoreV1Endpoints>;
}

const standardPort = 443;

/** Reason why the server of an APIService cannot be reached through its Service; undefined if it can. */
export function checkService(
  { spec: { service } }: RemoteApiService,
  { services, endpoints }: ServiceListers,
): Availability | undefined {
  const { namespace = '', name = '', port = standardPort } = service;
  const what = `service/${name} in ${goQuote(namespace)}`;
  const no = (reason: string, message: string): Availability => ({ status: 'False', reason, message });
  const found = services.get(namespace, name);
  if (found === undefined) return no('ServiceNotFound', `${what} is not present`);
  // Only a probe shows whether Services of other types lead to a server.
  if ((found.spec?.type ?? 'ClusterIP') !== 'ClusterIP') return undefined;
  const wanted = (found.spec?.ports ?? []).find((one) => one.port === port);
  if (wanted === undefined) return no('ServicePortError', `${what} is not listening on port ${port}`);
  const behind = endpoints.get(namespace, name);
  if (behind === undefined) return no('EndpointsNotFound', `cannot find endpoints for ${what}`);
  const portName = wanted.name ?? '';
  const isReady = (behind.subsets ?? []).some(
    ({ addresses = [], ports = [] }) =>
      addresses.length > 0 && ports.some(({ name: one = '' }) => one === portName),
  );
  if (isReady) return undefined;
  return no(
    'MissingEndpoints',
    `endpoints for ${what} have no addresses with port name ${goQuote(portName)}`,
  );
}
