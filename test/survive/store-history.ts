import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv, KvEvent } from '../../src/storage/kv.ts';
import type { Places } from '../support/deploy/places.ts';
import type { AddressEvent } from './addresses.ts';
import { nodes } from './phase.ts';
import type { RegisterEvent } from './register.ts';
import type { StoredEvent } from './writes.ts';

/** What the store remembers. */
export interface Histories {
  configMaps: StoredEvent[];
  services: AddressEvent[];
  registers: RegisterEvent[];
}

/** Namespaces of what is written: by one each, and by many. */
export interface Namespaces {
  configMaps: string;
  registers: string;
}

/** Reads what etcd remembers of the namespaces, from its first revision on. */
export async function readHistories(places: Places, namespaces: Namespaces): Promise<Histories> {
  const kv = await openStore(places);
  const events = await allEvents(kv);
  await kv.close();
  const below = <T>(prefix: string, toEvent: (event: KvEvent, name: string) => T): T[] =>
    events
      .filter(({ key }) => key.startsWith(prefix))
      .map((event) => toEvent(event, event.key.slice(prefix.length)));
  return {
    configMaps: below(`/registry/configmaps/${namespaces.configMaps}/`, storedEvent),
    services: below(`/registry/services/specs/${namespaces.configMaps}/`, addressEvent),
    // What else comes to be there (kube-root-ca.crt) is written by controllers, of which none runs.
    registers: below(`/registry/configmaps/${namespaces.registers}/`, registerEvent),
  };
}

function openStore(places: Places): Promise<Kv> {
  const pki = join(places.rootOf(1), 'etc/kubernetes/pki');
  const file = (name: string): Buffer => readFileSync(join(pki, name));
  return openEtcd({
    endpoints: nodes.map((node) => `https://${places.address(node)}:${places.port(2379)}`),
    tls: {
      ca: file('etcd/ca.crt'),
      cert: file('apiserver-etcd-client.crt'),
      key: file('apiserver-etcd-client.key'),
    },
  });
}

async function allEvents(kv: Kv): Promise<KvEvent[]> {
  const newest = await kv.currentRevision();
  const events: KvEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    // The newest revision may be one of which no event comes.
    const silence = setTimeout(resolve, 10_000);
    const watch = kv.watch(1, {
      onEvents: (all, revision) => {
        silence.refresh();
        for (const event of all) events.push(event);
        if (revision < newest) return;
        clearTimeout(silence);
        watch[Symbol.dispose]();
        resolve();
      },
      onEnd: reject,
    });
  });
  return events;
}

function storedEvent(event: KvEvent, name: string): StoredEvent {
  const { revision } = event;
  if (event.type === 'delete') return { type: 'DELETED', name, id: undefined, revision };
  const { data } = JSON.parse(event.value.toString());
  return { type: event.createRevision === revision ? 'ADDED' : 'MODIFIED', name, id: data.id, revision };
}

function registerEvent(event: KvEvent, name: string): RegisterEvent {
  const stored = storedEvent(event, name);
  const { basedOn } = event.type === 'put' ? JSON.parse(event.value.toString()).data : {};
  return { ...stored, basedOn: basedOn === undefined ? undefined : Number(basedOn) };
}

function addressEvent(event: KvEvent, name: string): AddressEvent {
  const address = event.type === 'put' ? JSON.parse(event.value.toString()).spec.clusterIP : undefined;
  return { name, address, revision: event.revision };
}
