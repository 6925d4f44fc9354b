import { closeSync, openSync, readSync } from 'node:fs';
import type { AuditEvent } from '../support/audit.ts';

/** A request of a manager that could have changed something, as the server's audit log has it. */
export interface Write {
  /** The user that sent it: each manager is one. */
  actor: string;
  verb: string;
  /** `secrets shop-1/default-token-abcde`. */
  what: string;
  status: number;
  /** Milliseconds by the server's clock: when it came, and when it was answered. */
  received: number;
  completed: number;
  /** Of the store, after this write. Undefined for a deletion, and for a write that changed nothing. */
  revision?: number;
  /** Of the Lease, if it is a write of that. */
  holder?: string;
  /** Its sender was gone before the answer, so that the log does not have that: it may have changed something. */
  isCut?: true;
}

/** Subresources and kinds that are answered, and not kept. */
const notKept = /^(token|subjectaccess|selfsubjectaccess|localsubjectaccess)reviews$/;

/** What an event says of a write; undefined for what is none. */
export function writeOf(event: AuditEvent): Write | undefined {
  const { verb, user, objectRef, responseStatus, requestObject, responseObject } = event;
  if (verb === 'get' || verb === 'list' || verb === 'watch') return undefined;
  if (notKept.test(objectRef.resource) || objectRef.subresource === 'token') return undefined;
  // A candidate says so when it leads no longer: that is about the election, and no work of a controller.
  const object = requestObject as { reason?: string; involvedObject?: { kind?: string } } | undefined;
  if (objectRef.resource === 'events' && object?.reason === 'LeaderElection') return undefined;
  const { resource, namespace, subresource } = objectRef;
  const name = objectRef.name ?? responseObject?.metadata?.name ?? requestObject?.metadata?.name ?? '';
  const place = `${namespace === undefined ? '' : `${namespace}/`}${name}`;
  const version = responseObject?.kind === 'Status' ? undefined : responseObject?.metadata?.resourceVersion;
  const isChange = !verb.startsWith('delete') && version !== requestObject?.metadata?.resourceVersion;
  const isWritten = responseStatus.code < 300 && version !== undefined && isChange;
  return {
    actor: user.username!,
    verb,
    status: responseStatus.code,
    what: `${[resource, subresource].filter(Boolean).join('/')} ${place}`,
    received: Date.parse(event.requestReceivedTimestamp),
    completed: Date.parse(event.stageTimestamp),
    ...(isWritten ? { revision: Number(version) } : {}),
    ...(responseStatus.message === 'Connection closed early' ? { isCut: true } : {}),
    ...(resource === 'leases' ? { holder: responseObject?.spec?.holderIdentity ?? '' } : {}),
  };
}

/** Follows the audit log while the server writes it. */
export class AuditTail {
  readonly events: AuditEvent[] = [];
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(1 << 20);
  #begun = '';

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** Reads what has come since the last time. */
  read(): void {
    for (;;) {
      const length = readSync(this.#file, this.#buffer);
      if (length === 0) return;
      const lines = (this.#begun + this.#buffer.toString('utf8', 0, length)).split('\n');
      this.#begun = lines.pop()!;
      for (const line of lines) this.events.push(JSON.parse(line) as AuditEvent);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
