import type {
  ApiregistrationV1APIService,
  ApiregistrationV1APIServiceCondition,
} from '../../../api/schema/types.gen.ts';

export type ApiService = ApiregistrationV1APIService;
export type Condition = ApiregistrationV1APIServiceCondition;

/** One whose API another server serves. */
export type RemoteApiService = ApiService & { spec: Required<Pick<ApiService['spec'], 'service'>> };

export const isRemote = (service: ApiService): service is RemoteApiService =>
  service.spec.service !== undefined;

export const availabilityOf = ({ status }: ApiService): Condition | undefined =>
  status.conditions?.find(({ type }) => type === 'Available');

export const isAvailable = (service: ApiService): boolean => availabilityOf(service)?.status === 'True';

/** `v1.apps`; `v1.` for the core group. */
export const apiServiceName = ({ group, version }: { group: string; version: string }): string =>
  `${version}.${group}`;
