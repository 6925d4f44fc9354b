import { GrpcCode, type RpcError } from '../../grpc/rpc-error.ts';
import { KvError } from '../../kv.ts';

/**
 * - `final`: the answer is an error, and would be the same again.
 * - `not-executed`: certainly nothing was done; another member, or the same one later, may do it.
 * - `unknown`: it may or may not have been done.
 */
export type Verdict = { kind: 'final'; error: KvError } | { kind: 'not-executed' } | { kind: 'unknown' };

interface Rule {
  /** A text in the details of the status, or its code. */
  when: string | number;
  verdict: 'not-executed' | ConstructorParameters<typeof KvError>[0];
}

/**
 * The first rule that fits decides; what no rule fits is unknown. Texts are etcd's (`api/v3rpc/rpctypes`) and those of
 * `grpc/rpc.ts`. Note what is missing: 'etcdserver: request timed out', 'leader changed' and 'server stopped' come
 * after the write was proposed, and so does every loss of a connection.
 */
const verdictRules: Rule[] = [
  { when: 'required revision has been compacted', verdict: 'Expired' },
  { when: 'required revision is a future revision', verdict: 'FutureRevision' },
  { when: 'requested lease not found', verdict: 'NotFound' },
  { when: 'request is too large', verdict: 'TooLarge' },
  { when: 'message larger than max', verdict: 'TooLarge' },
  // The request could not be handed to a connection.
  { when: 'No connection established', verdict: 'not-executed' },
  { when: 'Stream refused by server', verdict: 'not-executed' },
  // etcd looked at the request and did not take it on. The first is why calls carry `hasleader`.
  { when: 'etcdserver: no leader', verdict: 'not-executed' },
  { when: 'etcdserver: too many requests', verdict: 'not-executed' },
  { when: 'etcdserver: rpc not supported for learner', verdict: 'not-executed' },
  { when: 'etcdserver: invalid auth token', verdict: 'not-executed' },
  { when: 'database space exceeded', verdict: 'Full' },
  { when: 'corrupt cluster', verdict: 'Corrupt' },
  { when: GrpcCode.permissionDenied, verdict: 'Unavailable' },
  { when: GrpcCode.unauthenticated, verdict: 'Unavailable' },
  { when: GrpcCode.invalidArgument, verdict: 'Unavailable' },
  { when: GrpcCode.failedPrecondition, verdict: 'Unavailable' },
  { when: GrpcCode.unimplemented, verdict: 'Unavailable' },
];

export function judge(error: RpcError): Verdict {
  const rule = verdictRules.find(({ when }) =>
    typeof when === 'number' ? when === error.code : error.details.includes(when),
  );
  if (rule === undefined) return { kind: 'unknown' };
  if (rule.verdict === 'not-executed') return { kind: 'not-executed' };
  return { kind: 'final', error: new KvError(rule.verdict, `etcd: ${error.details}`, { cause: error }) };
}
