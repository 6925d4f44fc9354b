import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { renewCertificates } from '../support/deploy/control-plane.ts';
import { machinePhases } from './machine-phases.ts';
import { networkPhases } from './network-phases.ts';
import { balancerFindsOut, inTime, named, nodes, type Phase, restartServer } from './phase.ts';
import type { Scene } from './scene.ts';

const rolling: Phase = {
  name: 'servers are restarted one by one',
  isHard: false,
  async run(scene, say) {
    const faults: string[] = [];
    for (const node of nodes) {
      const begun = performance.now();
      const stopped = scene.plane.process(node, 'kube-apiserver').stop('SIGTERM');
      faults.push(...(await named({ scene, say, gone: node, since: begun })));
      const code = await stopped;
      say(`server ${node} ended with ${code} after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
      if (code !== 0) faults.push(`server ${node} ended with ${code}`);
      scene.plane.startOne(node, 'kube-apiserver');
      await scene.plane.serverIsReady(node);
      faults.push(...(await named({ scene, say })));
      await sleep(balancerFindsOut);
    }
    return faults;
  },
};

/** The servers go on as those of another release, one by one, and back: on one store, under the same clients. */
const releases: Phase = {
  name: 'servers are upgraded one by one, and back',
  isHard: false,
  async run(scene, say) {
    const faults: string[] = [];
    for (const release of upgrade) {
      for (const node of nodes) {
        const more = [`--emulated-version=${release}`];
        faults.push(...(await restartServer({ scene, say, node, more })));
      }
      say(`all servers are of release ${release}`);
    }
    return faults;
  },
};

/** Releases between which the allocation of addresses, stored versions and roles change. */
const upgrade = ['1.32', '1.36', '1.32'];

const killedServers: Phase = {
  name: 'servers and workers are killed (SIGKILL)',
  isHard: true,
  async run(scene, say) {
    const faults: string[] = [];
    for (const node of nodes) {
      const [supervisor, ...workers] = scene.processes(node);
      if (workers.length > 0) {
        scene.signal(workers.slice(0, 1), 'SIGKILL');
        await sleep(2_000);
        faults.push(...(await named({ scene, say })));
      }
      const begun = performance.now();
      // Its workers end with it, by themselves.
      scene.signal([supervisor!], 'SIGKILL');
      await sleep(1_000);
      scene.plane.startOne(node, 'kube-apiserver');
      await scene.plane.serverIsReady(node);
      say(`server ${node} is back after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
      faults.push(...(await named({ scene, say })));
    }
    return faults;
  },
};

const workersRoll: Phase = {
  name: 'workers are replaced (SIGHUP)',
  isHard: false,
  async run(scene, say) {
    const [supervisor, ...before] = scene.processes(2);
    process.kill(supervisor!, 'SIGHUP');
    const end = performance.now() + 60_000;
    const isNew = () => {
      const now = scene.processes(2).slice(1);
      return now.length === before.length && now.every((pid) => !before.includes(pid));
    };
    while (!isNew() && performance.now() < end) await sleep(200);
    if (!isNew()) return ['workers were not replaced within a minute'];
    say(`${before.length} workers replaced`);
    return named({ scene, say });
  },
};

const members: Phase = {
  name: 'members of etcd are killed and restarted one by one',
  isHard: true,
  async run(scene, say) {
    for (const node of nodes) {
      await scene.plane.process(node, 'etcd').stop('SIGKILL');
      await sleep(3_000);
      scene.plane.startOne(node, 'etcd');
      await scene.plane.serverIsReady(node);
      await sleep(3_000);
      say(`member ${node} is back`);
    }
    return named({ scene, say });
  },
};

const frozenWorker: Phase = {
  name: 'a worker stands still (SIGSTOP)',
  isHard: true,
  async run(scene, say) {
    const faults: string[] = [];
    // Each in turn: one of them announces the server.
    for (const worker of scene.processes(2).slice(1)) {
      scene.signal([worker], 'SIGSTOP');
      await sleep(inTime);
      // The other workers serve: the address stays, or is back.
      faults.push(...(await named({ scene, say })));
      scene.signal([worker], 'SIGCONT');
      await sleep(2_000);
      faults.push(...(await named({ scene, say })));
    }
    return faults;
  },
};

const frozenServer: Phase = {
  name: 'a server stands still (SIGSTOP)',
  isHard: true,
  async run(scene, say) {
    const processes = scene.processes(3);
    const begun = performance.now();
    scene.signal(processes, 'SIGSTOP');
    const faults = await named({ scene, say, gone: 3, since: begun });
    scene.signal(processes, 'SIGCONT');
    return [...faults, ...(await named({ scene, say }))];
  },
};

const goneMachine: Phase = {
  name: 'a machine is gone (its processes are killed)',
  isHard: true,
  async run(scene, say) {
    const begun = performance.now();
    scene.signal(scene.processes(1), 'SIGKILL');
    await scene.plane.process(1, 'etcd').stop('SIGKILL');
    const faults = await named({ scene, say, gone: 1, since: begun });
    scene.plane.startOne(1, 'etcd');
    scene.plane.startOne(1, 'kube-apiserver');
    await scene.plane.serverIsReady(1);
    return [...faults, ...(await named({ scene, say }))];
  },
};

const certificates: Phase = {
  name: 'serving certificates are replaced',
  isHard: false,
  async run(scene, say) {
    const { places } = scene.plane;
    const before = await Promise.all(nodes.map((node) => serialOf(scene, node)));
    await renewCertificates(places, 400);
    const begun = performance.now();
    for (const node of nodes) {
      const pki = join(places.rootOf(node), 'etc/kubernetes/pki');
      for (const name of ['apiserver.crt', 'apiserver.key']) {
        cpSync(join(places.directory, 'certificates', `node-${node}`, 'pki', name), join(pki, `${name}.new`));
        renameSync(join(pki, `${name}.new`), join(pki, name));
      }
    }
    const end = begun + 40_000;
    for (const [at, node] of nodes.entries()) {
      while ((await serialOf(scene, node)) === before[at]) {
        if (performance.now() > end) return [`server ${node} still shows its old certificate`];
        await sleep(200);
      }
    }
    say(
      `new connections see the new certificates after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    );
    return [];
  },
};

function serialOf({ plane: { places } }: Scene, node: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const where = { host: places.address(node), port: places.port(6443), rejectUnauthorized: false };
    const socket = connect(where, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

const quiet: Phase = {
  name: 'nothing happens',
  isHard: false,
  run: async (scene, say) => {
    await sleep(5_000);
    return named({ scene, say });
  },
};

/** `network`: whether the machines have one of their own. */
export const phasesFor = (workers: number, network: boolean): readonly Phase[] => [
  quiet,
  rolling,
  releases,
  ...(workers > 1 ? [workersRoll] : []),
  certificates,
  members,
  killedServers,
  ...(workers > 1 ? [frozenWorker] : []),
  frozenServer,
  ...machinePhases,
  ...(network ? networkPhases : []),
  goneMachine,
];
