import { StatusError } from '../../api/meta/status.ts';

/** Another server has the resource, and it is not known where that is. */
export const unknownPeer = (): StatusError =>
  new StatusError(
    503,
    'ServiceUnavailable',
    'Error getting ip and port info of the remote server while proxying',
  );
